#include "cards/ether_board/frame_spans.h"

#include <algorithm>

namespace niclab::ether_board {

using card::PlaceKind;
using card::Point;
using card::Seen;

namespace {

core::Femtoseconds sent_at(const card::Passed& p, Sending told) {
    const std::size_t place = p.chain.sending_place(told);
    return place < p.at.size() ? p.at[place] : 0;
}

core::Femtoseconds received_at(const card::Passed& p, Receiving told) {
    const std::size_t place = p.chain.receiving_place(told);
    return place < p.at.size() ? p.at[place] : 0;
}

/// The stage that is one cause.
card::Stage stage_of(const card::Cause& cause) { return {cause.id, cause.words, cause.place, cause.waiting, true}; }

std::vector<card::Place> sending_places() {
    return {
        card::places::sending_memory(),
        card::places::sending_bus(),
        {"tx_ring",
         "transmit ring",
         PlaceKind::Store,
         {{"tx_ring.turn", "The card sends one frame after the other, in the order of its ring.", {"workload.sizes"}},
          {"tx_ring.descriptor", "The card reads the frame's descriptor out of host memory.", {"pci.clock"}}}},
        {"tx_fetch",
         "transmit FIFO",
         PlaceKind::Fifo,
         {{"tx_fetch",
           "The card fetches the frame's octets out of host memory, until so many are there that it may begin.",
           {"pci.clock", "host.read.wait_clocks"}}}},
        {"medium_access",
         "MAC",
         PlaceKind::Engine,
         {{"medium_access.deferral",
           "Somebody else is sending: the station waits until the medium is free.",
           {"workload.sizes"},
           "the medium",
           "wire"},
          {"medium_access.gap", "Between two frames the medium stays free for 96 bit times."},
          {"medium_access.collided",
           "Two stations began within the time a signal takes between them: both jam and give up.",
           {"line.length"},
           "the medium",
           "wire"},
          {"medium_access.backoff",
           "After a collision the station waits a random number of slot times of 512 bits, from a range that doubles "
           "with each."}}},
        {"wire",
         "Ethernet",
         PlaceKind::Line,
         {{"wire", "Preamble, header, data and check sequence go over the cable, bit by bit.", {"workload.sizes"}}}}};
}

std::vector<card::Place> receiving_places() {
    return {{"rx_store",
             "receive FIFO",
             PlaceKind::Fifo,
             {{"rx_store",
               "The frame's last octets, its length and its status go into host memory; the rest is there already.",
               {"pci.clock", "host.write.wait_clocks"}}}},
            card::places::receiving_bus(),
            card::places::receiving_memory()};
}

}  // namespace

std::vector<const card::Cause*> frame_causes() {
    using namespace causes;
    return {&kTurn, &kLook, &kFetch, &kDeferral, &kGap, &kCollided, &kBackoff, &kWire, &kStore};
}

const card::Halves& frame_chain() {
    static const card::Halves halves{
        {{"taken", Seen::Told, stage_of(causes::kFetch), kTaken},
         {"offered",
          Seen::Told,
          {"medium_access", "offered to the MAC to the first bit of the attempt that goes through", "line", true, true},
          kOffered},
         {"first_bit", Seen::Told, stage_of(causes::kWire), kFirstBit}},
        {{"last_bit", Seen::Told, stage_of(causes::kStore), kLastBit},
         {"in_memory",
          Seen::Told,
          {"srl", "status in host memory to the receiving program", "receiving host"},
          kInMemory}},
        sending_places(),
        receiving_places()};
    return halves;
}

void add_sending(card::Spans& s, const card::Passed& p, const Waited& waited) {
    const core::Femtoseconds taken = sent_at(p, kTaken);
    // A poll, or the look behind the frame before, may find the descriptor before the driver has demanded one.
    s.to(std::min(p.point(Point::Doorbell), taken), card::causes::kDoorbell);
    s.to(std::min(waited.free_from, taken), causes::kTurn);
    s.to(taken, causes::kLook);
    s.to(sent_at(p, kOffered), card::causes::kSendingCard);
    s.explain();
    if (!waited.steps) return;
    for (const WaitingStep& step : *waited.steps)
        s.to(step.end, *step.cause, step.amount, step.cause == &causes::kDeferral ? waited.behind : "");
}

void add_receiving(card::Spans& s, const card::Passed& p) {
    s.to(received_at(p, kInMemory), card::causes::kReceivingCard);
    s.explain();
    // The handler may have been at work already: then it found the frame without an interrupt of its own.
    if (p.point(Point::Handler) <= p.point(Point::HandedUp)) s.to(p.point(Point::Handler), card::causes::kInterrupt);
}

}  // namespace niclab::ether_board
