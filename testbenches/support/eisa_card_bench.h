/// @file An Ethernet card on the EISA bus of a host, and the other parts on its cable.
#pragma once

#include "eisa/slot.h"
#include "host/eisa_bridge.h"
#include "probe/eisa/eisa_watch.h"
#include "support/ether_card_bench.h"

namespace niclab::test {

/// In slot 5 of EISA.
template <class Self>
struct EisaCardBench : EtherCableBench<Self> {
    static constexpr unsigned kSlot = 5;
    static constexpr std::uint32_t kBase = kSlot << eisa::kSlotBits;
    using EtherCableBench<Self>::EtherCableBench;

    core::Clock halves{"halves", {eisa::Controller::kHalf, 0, false}};
    eisa::Bus bus{"bus"};
    host::EisaBridge bridge{"bridge", halves, bus, this->memory};
    check::Report report;
    probe::EisaWatch watch{"watch", halves, bus, "eisa", report};

    std::vector<std::string> violations() const {
        std::vector<std::string> sentences;
        for (const check::Violation& v : report.violations())
            sentences.push_back(std::string(v.rule->id) + ": " + v.seen);
        return sentences;
    }

protected:
    ether_board::EisaSlotConnection connection() { return {halves, bus, kSlot, "nic", this->txc, this->rxc}; }
};

}  // namespace niclab::test
