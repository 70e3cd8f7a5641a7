/// @file Two PHYs with UTOPIA at both ends and fibers between them, with transmit FIFOs that are
/// kept full, as a SAR does.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "fiber/fiber.h"
#include "phy/suni.h"
#include "utopia/atm_rx.h"
#include "utopia/atm_tx.h"

namespace niclab::test {

inline atm::Cell make_cell(std::uint16_t vci, std::uint32_t number) {
    atm::Cell cell;
    cell.set_header({0, 0, vci, 0, false});
    for (unsigned i = 0; i < atm::kPayloadOctets; ++i)
        cell.payload()[i] = static_cast<std::uint8_t>(number >> (i % 4 * 8) ^ i * 37);
    return cell;
}

/// A source that keeps a FIFO full: user cells on request, otherwise null cells.
class CellSource : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(CellSource);
    CellSource(sc_core::sc_module_name name, core::Fifo<atm::Cell>& out) : sc_module(name), out_(out) {
        SC_METHOD(fill);
        sensitive << out.popped_event();
    }
    std::deque<atm::Cell> wanted;
    bool null_cells = true;

private:
    void fill() {
        while (out_.free() > 0) {
            if (!wanted.empty()) {
                out_.push(wanted.front());
                wanted.pop_front();
            } else if (null_cells) {
                out_.push(atm::Cell{});
            } else {
                next_trigger(sc_core::sc_time(1, sc_core::SC_US));
                return;
            }
        }
    }
    core::Fifo<atm::Cell>& out_;
};

/// A sink that empties a FIFO of words, unless stopped.
class WordSink : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(WordSink);
    WordSink(sc_core::sc_module_name name, core::Fifo<atm::CellWord>& in) : sc_module(name), in_(in) {
        SC_METHOD(drain);
        sensitive << in.pushed_event();
        dont_initialize();
    }
    std::vector<atm::CellWord> words;
    bool stopped = false;

private:
    void drain() {
        for (; !in_.empty() && !stopped; in_.pop()) words.push_back(in_.front());
    }
    core::Fifo<atm::CellWord>& in_;
};

/// One end.
class LineEnd : public sc_core::sc_module {
public:
    LineEnd(sc_core::sc_module_name name, core::Clock& clock, const sc_core::sc_event& receive_edge,
            const phy::Config& config)
        : sc_module(name),
          cells("cells", 9),
          words("words", 32),
          source("source", cells),
          sink("sink", words),
          tx("tx", clock, cells),
          rx("rx", clock, words),
          phy("phy", clock, receive_edge, config) {
        tx.pins.bind(tx_net), phy.tx_pins().bind(tx_net);
        rx.pins.bind(rx_net), phy.rx_pins().bind(rx_net);
        tx.started.listen([this](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& t) {
            if (!c.header().is_null()) sent.emplace_back(c, t);
        });
        rx.received.listen([this](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& t) {
            received.emplace_back(c, t);
        });
    }
    core::Fifo<atm::Cell> cells;
    core::Fifo<atm::CellWord> words;
    CellSource source;
    WordSink sink;
    utopia::AtmTx tx;
    utopia::AtmRx rx;
    phy::Suni phy;
    utopia::TxPins<core::Net> tx_net;
    utopia::RxPins<core::Net> rx_net;
    std::vector<std::pair<atm::Cell, core::Femtoseconds>> sent, received;
};

/// The wires of one fiber end.
struct LineNet : sc_core::sc_module {
    explicit LineNet(sc_core::sc_module_name name) : sc_module(name) {}
    fiber::LinePins<core::Net> pins{"line"};
};

/// Overhead of one direction, transmitter to receiver, without a kernel: one octet at a time, with
/// faults on request.
struct LinePair {
    explicit LinePair(const phy::Config& config = {})
        : frame_octets(config.format.frame_octets),
          watch(alarms, config),
          tx(config),
          rx(alarms, watch, interrupts, config) {
        alarms.changed.connect([this](const phy::Alarm& which, const bool& declared) {
            if (which == phy::Alarm::Oof) watch.out_of_frame(declared);
            rx.follow(which, declared);
            events.push_back({which, declared, sent});
        });
        watch.out_of_delineation(false);  // There are no cells in it.
    }
    /// Transfers `octets`; the payload is a counter, and `payload` collects the received one.
    void run(unsigned octets) {
        for (const unsigned end = sent + octets; sent < end; ++sent) {
            const std::uint8_t payload = tx.wants_payload() ? static_cast<std::uint8_t>(next_payload++ * 7) : 0;
            std::uint8_t octet = tx.next(payload, report);
            if (corrupt) octet = corrupt(sent, octet);
            watch.take(octet);
            if (rx.take(octet)) received.push_back(rx.payload());
        }
    }
    void run_frames(unsigned frames) { run(frames * frame_octets); }
    /// The octet at which an alarm was last declared or cleared; ~0: never.
    unsigned when(phy::Alarm which, bool declared) const {
        for (auto e = events.rbegin(); e != events.rend(); ++e)
            if (e->which == which && e->declared == declared) return e->octet;
        return ~0u;
    }

    struct Event {
        phy::Alarm which;
        bool declared;
        unsigned octet;
    };
    unsigned frame_octets;
    phy::AlarmSet alarms;
    phy::Interrupts interrupts;
    phy::LineWatch watch;
    phy::TransmitOverhead tx;
    phy::ReceiveOverhead rx;
    phy::FarEndReport report;
    /// Converts octet number and sent octet to the received octet.
    std::function<std::uint8_t(unsigned, std::uint8_t)> corrupt;
    std::vector<std::uint8_t> received;
    std::vector<Event> events;
    unsigned sent = 0, next_payload = 0;
};

/// A fault injector for the octets that arrive at one end; they arrive one octet time later than
/// without it.
class LineFault : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(LineFault);
    LineFault(sc_core::sc_module_name name, const sc_core::sc_event& edge) : sc_module(name) {
        SC_METHOD(pass);
        sensitive << edge;
        dont_initialize();
    }
    fiber::LinePins<core::Sink> in{"in"};
    fiber::LinePins<core::Source> out{"out"};
    std::function<std::uint8_t(std::uint8_t)> corrupt;

private:
    void pass() {
        const std::uint8_t octet = in.octet->read();
        out.octet->write(corrupt ? corrupt(octet) : octet);
        out.frame->write(in.frame->read());
    }
};

struct LineBench {
    static constexpr core::Femtoseconds kPeriod = 51'440'329;
    explicit LineBench(const phy::Config& config = {}, double ppm = 0, const fiber::Config& span = {})
        : a_clock("a_clock", {kPeriod, 17'000'000, false}),
          b_clock("b_clock", {static_cast<core::Femtoseconds>(kPeriod * (1 + ppm * 1e-6)), 40'000'000, false}),
          a_to_b("a_to_b", a_clock, span),
          b_to_a("b_to_a", b_clock, span),
          a("a", a_clock, b_to_a.edge(), config),
          b("b", b_clock, a_to_b.edge(), config) {
        a.phy.line_tx.bind(a_launch.pins), a_to_b.in.bind(a_launch.pins);
        a_to_b.out.bind(b_arrive.pins), b.phy.line_rx.bind(b_arrive.pins);
        b.phy.line_tx.bind(b_launch.pins), b_to_a.in.bind(b_launch.pins);
        b_to_a.out.bind(a_arrive.pins), a.phy.line_rx.bind(a_arrive.pins);
    }
    core::Clock a_clock, b_clock;
    fiber::Fiber a_to_b, b_to_a;
    LineEnd a, b;
    LineNet a_launch{"a_launch"}, a_arrive{"a_arrive"}, b_launch{"b_launch"}, b_arrive{"b_arrive"};
};

/// The same with a LineFault before each receiver, and the alarms of both ends.
struct FaultyBench {
    struct Event {
        phy::Alarm which;
        bool declared;
        core::Femtoseconds at;
    };
    explicit FaultyBench(const phy::Config& config = {}, double ppm = 0)
        : a_clock("a_clock", {LineBench::kPeriod, 17'000'000, false}),
          b_clock("b_clock",
                  {static_cast<core::Femtoseconds>(LineBench::kPeriod * (1 + ppm * 1e-6)), 40'000'000, false}),
          a_to_b("a_to_b", a_clock, {}),
          b_to_a("b_to_a", b_clock, {}),
          to_a("to_a", b_to_a.edge()),
          to_b("to_b", a_to_b.edge()),
          a("a", a_clock, b_to_a.edge(), config),
          b("b", b_clock, a_to_b.edge(), config) {
        connect(a, a_launch_, a_to_b, a_span_, to_b, b_arrive_, b);
        connect(b, b_launch_, b_to_a, b_span_, to_a, a_arrive_, a);
        record(a, a_alarms);
        record(b, b_alarms);
    }
    /// The last time of the event; 0: never.
    static core::Femtoseconds when(const std::vector<Event>& events, phy::Alarm which, bool declared) {
        for (auto e = events.rbegin(); e != events.rend(); ++e)
            if (e->which == which && e->declared == declared) return e->at;
        return 0;
    }
    core::Clock a_clock, b_clock;
    fiber::Fiber a_to_b, b_to_a;
    LineFault to_a, to_b;
    LineEnd a, b;
    std::vector<Event> a_alarms, b_alarms;

private:
    static void connect(LineEnd& from, LineNet& launch, fiber::Fiber& fiber, LineNet& span, LineFault& fault,
                        LineNet& arrive, LineEnd& to) {
        from.phy.line_tx.bind(launch.pins), fiber.in.bind(launch.pins);
        fiber.out.bind(span.pins), fault.in.bind(span.pins);
        fault.out.bind(arrive.pins), to.phy.line_rx.bind(arrive.pins);
    }
    static void record(LineEnd& end, std::vector<Event>& events) {
        end.phy.alarm.listen([&events](core::Femtoseconds at, const phy::Alarm& which, const bool& declared) {
            events.push_back({which, declared, at});
        });
    }
    LineNet a_launch_{"a_launch"}, a_span_{"a_span"}, a_arrive_{"a_arrive"};
    LineNet b_launch_{"b_launch"}, b_span_{"b_span"}, b_arrive_{"b_arrive"};
};

}  // namespace niclab::test
