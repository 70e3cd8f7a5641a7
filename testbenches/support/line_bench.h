/// @file  Two PHYs with UTOPIA at both ends and fibers between, transmit FIFOs kept full as the SAR does.
#pragma once

#include <deque>

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

/// Keeps a FIFO full: user cells on demand, else null cells.
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

/// Empties a FIFO of words as they come.
class WordSink : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(WordSink);
    WordSink(sc_core::sc_module_name name, core::Fifo<atm::CellWord>& in) : sc_module(name), in_(in) {
        SC_METHOD(drain);
        sensitive << in.pushed_event();
        dont_initialize();
    }
    std::vector<atm::CellWord> words;

private:
    void drain() {
        for (; !in_.empty(); in_.pop()) words.push_back(in_.front());
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
        tx.started.listen([this](const atm::Cell& c, const core::Femtoseconds& t) {
            if (!c.header().is_null()) sent.emplace_back(c, t);
        });
        rx.received.listen([this](const atm::Cell& c, const core::Femtoseconds& t) { received.emplace_back(c, t); });
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

}  // namespace niclab::test
