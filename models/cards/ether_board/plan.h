/// @file  What the plans of Ethernet cards have in common: the line they are for.
#pragma once

#include "card/kind.h"
#include "cards/ether_board/line.h"
#include "cards/ether_board/packet_frame.h"

namespace niclab::ether_board {

class Plan : public card::Plan {
public:
    std::string line() const override {
        const LineKind kind = line_kind();
        return "Ethernet of " + std::to_string(kind.mbps) + " Mb/s" + (kind.full_duplex ? ", full duplex" : "");
    }
    std::string units() const override { return "frames"; }
    std::size_t most_octets() const override { return kMostData; }
    std::unique_ptr<card::LinkPlan> read_link(core::ConfigTable& line) const override {
        return std::make_unique<LinePlan>(line, line_kind());
    }

protected:
    virtual LineKind line_kind() const { return {}; }
};

}  // namespace niclab::ether_board
