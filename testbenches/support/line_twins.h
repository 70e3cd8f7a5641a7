/// @file Two equal lines, one at transaction level and one at signal level, with both ends on the
/// same clocks and with the same cells.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "phy/fast/octet_line.h"
#include "support/line_bench.h"

namespace niclab::test {

using phy::Alarm;
using phy::Config;
using phy::DropCause;
using phy::OctetLine;
using Event = std::tuple<core::Femtoseconds, std::string, std::uint32_t>;

/// Two PHYs and the fibers between them, on the clocks of the other pair.
class Pair : public sc_core::sc_module {
public:
    Pair(sc_core::sc_module_name name, core::Clock& a_clock, core::Clock& b_clock, const Config& config,
         const fiber::Config& span)
        : sc_module(name),
          a_to_b("a_to_b", a_clock, with_stream(span, "a_to_b")),
          b_to_a("b_to_a", b_clock, with_stream(span, "b_to_a")),
          a("a", a_clock, b_to_a.edge(), config),
          b("b", b_clock, a_to_b.edge(), config),
          there("there", a.phy, a_to_b, b.phy),
          back("back", b.phy, b_to_a, a.phy) {
        a.phy.line_tx.bind(a_launch.pins), a_to_b.in.bind(a_launch.pins);
        a_to_b.out.bind(b_arrive.pins), b.phy.line_rx.bind(b_arrive.pins);
        b.phy.line_tx.bind(b_launch.pins), b_to_a.in.bind(b_launch.pins);
        b_to_a.out.bind(a_arrive.pins), a.phy.line_rx.bind(a_arrive.pins);
        record(a, "a "), record(b, "b ");
        a.phy.launching().connect([this] { corrupt(++cells_); });
    }
    void enter_transaction_level() { there.enter_transaction_level(back), back.enter_transaction_level(there); }
    /// Returns false if now is an edge.
    bool back_to_the_pins() {
        for (LineEnd* end : {&a, &b})
            if (end->phy.clock().is_edge(core::now_fs())) return false;
        there.synchronize(), back.synchronize();
        there.enter_signal_level(), back.enter_signal_level();
        return true;
    }
    /// Levels of its wires.
    std::vector<unsigned> wires() const {
        std::vector<unsigned> levels;
        for (const LineNet* net : {&a_launch, &a_arrive, &b_launch, &b_arrive})
            levels.push_back(net->pins.octet.read() | unsigned{net->pins.frame.read()} << 8);
        return levels;
    }
    /// From now on received whole frames are recorded as events.
    void note_frames() {
        for (LineEnd* end : {&a, &b})
            end->phy.received_frame.listen([this, end](core::Femtoseconds at, const phy::Frame& frame) {
                std::uint32_t sum = 0;
                for (const std::uint8_t octet : frame) sum = sum * 31 + octet;
                events.emplace_back(at, end == &a ? "a frame" : "b frame", sum);
            });
    }
    /// The order of events at the same time is the kernel's.
    std::vector<Event> in_order() const {
        std::vector<Event> sorted = events;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    fiber::Fiber a_to_b, b_to_a;
    LineEnd a, b;
    LineNet a_launch{"a_launch"}, a_arrive{"a_arrive"}, b_launch{"b_launch"}, b_arrive{"b_arrive"};
    OctetLine there, back;
    std::vector<Event> events;
    std::uint64_t late_taps = 0;  ///< Reports of cells and headers at another time than that of their octet.

private:
    /// The same errors on both pairs.
    static fiber::Config with_stream(fiber::Config span, const char* stream) { return span.stream = stream, span; }
    /// Inverts bits in every third cell that leaves `a`: in its header, in its payload or after it.
    void corrupt(std::uint32_t cell) {
        const std::uint32_t drawn = cell * 2654435761u;
        if (cell % 3 == 0) a_to_b.flip_after(drawn >> 8 & 127u, static_cast<std::uint8_t>(1u << (drawn >> 16 & 7u)));
    }
    std::uint32_t cells_ = 0;
    void record(LineEnd& end, const std::string& side) {
        const auto note = [this, side](const char* what) {
            return [this, what = side + what](core::Femtoseconds at, const atm::Header& h) {
                events.emplace_back(at, what, h.word());
                late_taps += at != core::now_fs();
            };
        };
        end.phy.stored().listen(note("stored"));
        end.phy.null_dropped().listen(note("null"));
        end.phy.launched().listen(note("launched"));
        end.phy.dropped().listen([this, side](core::Femtoseconds at, const atm::Header& h, const DropCause& cause) {
            events.emplace_back(at, side + "dropped", h.word() ^ static_cast<std::uint32_t>(cause));
            late_taps += at != core::now_fs();
        });
        end.phy.alarm.listen([this, side](core::Femtoseconds at, const Alarm& which, const bool& declared) {
            events.emplace_back(at, side + phy::name(which), declared);
        });
        end.phy.synchronised.listen([this, side](core::Femtoseconds at, const bool& found) {
            events.emplace_back(at, side + "synchronised", found);
        });
    }
};

struct Twins {
    Twins(const Config& config, double ppm, const fiber::Config& span)
        : a_clock("a_clock", {kPeriod, 17'000'000, false}),
          b_clock("b_clock", {static_cast<core::Femtoseconds>(kPeriod * (1 + ppm * 1e-6)), 40'000'000, false}),
          pins("pins", a_clock, b_clock, config, span),
          whole("whole", a_clock, b_clock, config, span) {}
    static constexpr core::Femtoseconds kPeriod = 51'440'329;
    core::Clock a_clock, b_clock;
    Pair pins, whole;

    void write(std::uint8_t address, std::uint8_t value) {
        pins.a.phy.write(address, value), whole.a.phy.write(address, value);
    }
    void send(std::uint32_t number) {
        const atm::Cell cell = make_cell(100, number);
        for (Pair* pair : {&pins, &whole}) pair->a.source.wanted.push_back(cell), pair->b.source.wanted.push_back(cell);
    }
    /// Inverts bits in the octets that leave either end `octets` octets from now.
    void corrupt(std::uint32_t octets, std::uint8_t mask) {
        whole.there.synchronize(), whole.back.synchronize();
        for (Pair* pair : {&pins, &whole}) pair->a_to_b.flip_after(octets, mask), pair->b_to_a.flip_after(octets, mask);
    }
    void expect_equal_fibers() {
        whole.there.synchronize(), whole.back.synchronize();
        for (const auto& [p, w] : {std::pair{&pins.a_to_b, &whole.a_to_b}, std::pair{&pins.b_to_a, &whole.b_to_a}}) {
            EXPECT_EQ(p->stats().bit_errors, w->stats().bit_errors);
            EXPECT_EQ(p->stats().dark_octets, w->stats().dark_octets);
        }
    }
    /// Compares all registers of both ends, as a driver reads them.
    void expect_equal_registers() {
        for (unsigned address = 0; address < 0x80; ++address) {
            const auto at = static_cast<std::uint8_t>(address);
            ASSERT_EQ(pins.a.phy.read(at), whole.a.phy.read(at)) << address;
            ASSERT_EQ(pins.b.phy.read(at), whole.b.phy.read(at)) << address;
        }
    }
    void expect_equal() {
        expect_equal_registers();
        EXPECT_TRUE(pins.in_order() == whole.in_order());
        for (const auto& [p, w] : {std::pair{&pins.a, &whole.a}, std::pair{&pins.b, &whole.b}}) {
            EXPECT_TRUE(p->received == w->received);
            EXPECT_EQ(p->phy.overhead_stats().frames, w->phy.overhead_stats().frames);
        }
    }
};

}  // namespace niclab::test
