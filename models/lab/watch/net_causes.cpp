#include "lab/watch/net_causes.h"

namespace niclab::lab {

using card::EventKind;
using card::PlaceKind;

std::vector<const card::Cause*> all_net_causes() {
    return {&net_causes::kCoarseSends, &net_causes::kCoarseTurn,    &net_causes::kEntry,      &net_causes::kCell,
            &net_causes::kDelay,       &net_causes::kSwitches,      &net_causes::kReassembly, &net_causes::kTransit,
            &net_causes::kQueue,       &net_causes::kAccess,        &net_causes::kCollisions, &net_causes::kFrame,
            &net_causes::kExit,        &net_causes::kCoarseReceives};
}

std::vector<card::Place> places_in_net() {
    return {
        {"net",
         "net",
         PlaceKind::Line,
         {{net_causes::kEntry.id, "The cell leaves the PHY at the far end of the fiber of the sending card."},
          {net_causes::kCell.id, "A coarse card or a bridge sends the first cell of the packet.", {"link.NAME.rate"}},
          {net_causes::kDelay.id, "The lines of the net delay the cell.", {"link.NAME.delay"}},
          {net_causes::kSwitches.id,
           "The cell waits in the queues of switches and is sent again.",
           {"switch.NAME.queue_cells"},
           "the cells before it"},
          {net_causes::kReassembly.id,
           "A bridge or a coarse card has the first cell of the packet and waits for its last one.",
           {"workload.sizes"},
           "the other cells of the packet"},
          {net_causes::kTransit.id,
           "A bridge or an Ethernet switch moves the packet to the queue of a port.",
           {"switch.NAME.transit"}},
          {net_causes::kQueue.id,
           "The packet waits in a bridge or a switch for those before it at its port.",
           {"workload.sizes"},
           "the packets before it"},
          {net_causes::kAccess.id, "A MAC defers to another station, and waits for the interframe gap."},
          {net_causes::kCollisions.id,
           "An attempt to send the frame has collided. The MAC backs off and sends it again."},
          {net_causes::kFrame.id, "The frame is sent on a line, bit by bit.", {"link.NAME.rate"}},
          {net_causes::kExit.id,
           "The cell waits for the PHY at the near end of the fiber of the receiving card.",
           {},
           "the cells before it"}}}};
}

card::ChainPtr chain_over_net(const card::CardPath& sending, card::CardPath receiving) {
    const std::vector<card::Place> net = places_in_net();
    receiving.receiving_places.insert(receiving.receiving_places.begin(), net.begin(), net.end());
    return std::make_shared<const card::Chain>(sending, receiving);
}

const card::CardPath& coarse_path() {
    static const card::CardPath path{
        {{"in_card",
          EventKind::Reported,
          {"coarse_sending", "packet in the coarse card to its first bit on the line", "sending card", false, true},
          kInCard},
         {"first_bit",
          EventKind::Reported,
          {"net", "first bit on the line to the receiving card", "net", false, true},
          kFirstSent}},
        {{"arrived",
          EventKind::Reported,
          {"coarse_receiving", "whole packet in the coarse card to the host's memory", "receiving card", false, true},
          kArrived},
         {"in_memory",
          EventKind::Reported,
          {"software_receive", "host's memory to the receiving program", "receiving host"},
          kInHost}},
        {{"coarse_sending",
          "coarse card",
          PlaceKind::Engine,
          {{net_causes::kCoarseSends.id, "A coarse card needs this time for a packet before it sends it."},
           {net_causes::kCoarseTurn.id,
            "A coarse card sends the packets before it.",
            {"workload.sizes"},
            "the packets before it"}}}},
        {{"coarse_receiving",
          "coarse card",
          PlaceKind::Engine,
          {{net_causes::kCoarseReceives.id,
            "A coarse card needs this time to store the packet in the host's memory."}}}}};
    return path;
}

core::Femtoseconds delay_of(const Traffic& traffic, const TrafficVc& vc, bool back) {
    core::Femtoseconds sum = 0;
    for (const TrafficHop& hop : vc.path) sum += traffic.links[hop.link].to[back ? 1 - hop.towards : hop.towards].delay;
    return sum;
}

}  // namespace niclab::lab
