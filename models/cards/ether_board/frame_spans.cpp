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

using card::Place;

/// Frames wait in the card's memory, moved into it by its master when it is told to.
std::vector<Place> sending_when_asked() {
    return {card::places::sending_memory(),
            card::places::sending_bus(),
            {"tx_memory",
             "card's memory",
             PlaceKind::Store,
             {{"tx_memory.turn",
               "The card sends one frame at a time; the next one waits in its memory.",
               {"workload.sizes"}}}},
            {"tx_download",
             "transmit FIFO",
             PlaceKind::Fifo,
             {{"tx_download",
               "The card's bus master fetches the frame out of host memory into the FIFO, until so many octets are "
               "there that the MAC may begin.",
               {"pci.clock", "host.read.wait_clocks", "driver.start_octets"}}}}};
}

std::vector<Place> sending_memories(Mover mover) {
    if (mover == Mover::Asked) return sending_when_asked();
    if (mover == Mover::Cpu)
        return {card::places::sending_memory(),
                card::places::sending_bus(),
                {"tx_memory",
                 "card's memory",
                 PlaceKind::Store,
                 {{"tx_memory.turn",
                   "The card sends one frame at a time; the next one waits in its memory.",
                   {"workload.sizes"}},
                  {"tx_memory.command",
                   "The driver tells the card to send it: at once, or in its handler when the one before has left.",
                   {"host.interrupt_us", "pci.clock"},
                   "the driver"}}},
                {"tx_fill",
                 "transmit FIFO",
                 PlaceKind::Fifo,
                 {{"tx_fill",
                   "Octets come into the FIFO, until so many are there that the MAC may begin.",
                   {"nic.dp8390.chip_clock", "driver.start_octets"}}}}};
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
           {"pci.clock", "host.read.wait_clocks"}}}}};
}

std::vector<Place> sending_places(Mover mover) {
    std::vector<Place> all = sending_memories(mover);
    all.push_back({"medium_access",
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
                     "After a collision the station waits a random number of slot times of 512 bits, from a range that "
                     "doubles with each."}}});
    all.push_back(
        {"wire",
         "Ethernet",
         PlaceKind::Line,
         {{"wire", "Preamble, header, data and check sequence go over the cable, bit by bit.", {"workload.sizes"}}}});
    return all;
}

std::vector<Place> receiving_places(Mover mover) {
    const Place ring{"rx_ring",
                     "card's memory",
                     PlaceKind::Store,
                     {{"rx_ring",
                       "The frame's last octets and its header go into the card's memory; the rest is there already.",
                       {"nic.dp8390.chip_clock"}}}};
    if (mover == Mover::Cpu) return {ring, card::places::receiving_bus(), card::places::receiving_memory()};
    if (mover == Mover::Asked)
        return {ring,
                {"rx_upload",
                 "bus master",
                 PlaceKind::Engine,
                 {{"rx_upload",
                   "The driver has the card move the frame into host memory, and asks until it is there.",
                   {"pci.clock", "host.write.wait_clocks"}}}},
                card::places::receiving_bus(),
                card::places::receiving_memory()};
    return {{"rx_store",
             "receive FIFO",
             PlaceKind::Fifo,
             {{"rx_store",
               "The frame's last octets, its length and its status go into host memory; the rest is there already.",
               {"pci.clock", "host.write.wait_clocks"}}}},
            card::places::receiving_bus(),
            card::places::receiving_memory()};
}

/// What differs between the two movers.
struct Names {
    const char *taken, *in_memory, *known;
    const card::Cause &fetch, &store;
};

card::Halves halves_of(Mover mover, const Names& names) {
    return {
        {{names.taken, Seen::Told, stage_of(names.fetch), kTaken},
         {"offered",
          Seen::Told,
          {"medium_access", "offered to the MAC to the first bit of the attempt that goes through", "line", true, true},
          kOffered},
         {"first_bit", Seen::Told, stage_of(causes::kWire), kFirstBit}},
        {{"last_bit", Seen::Told, stage_of(names.store), kLastBit},
         {names.in_memory, Seen::Told, {"srl", names.known, "receiving host"}, kInMemory}},
        sending_places(mover),
        receiving_places(mover)};
}

}  // namespace

core::Femtoseconds taken_at(const card::Passed& packet) { return sent_at(packet, kTaken); }

std::vector<const card::Cause*> frame_causes(const std::vector<Mover>& movers) {
    using namespace causes;
    std::vector<const card::Cause*> all;
    const auto add = [&all](std::initializer_list<const card::Cause*> more) {
        std::copy_if(more.begin(), more.end(), std::back_inserter(all),
                     [&all](const card::Cause* c) { return std::find(all.begin(), all.end(), c) == all.end(); });
    };
    for (const Mover mover : movers) {
        if (mover == Mover::Card) add({&kTurn, &kLook, &kFetch});
        if (mover != Mover::Card) add({&kOthers});
        if (mover == Mover::Cpu) add({&kCommand, &kFill});
        if (mover == Mover::Asked) add({&kDownload});
        add({&kDeferral, &kGap, &kCollided, &kBackoff, &kWire, mover == Mover::Card ? &kStore : &kRing});
        if (mover == Mover::Asked) add({&kUpload});
    }
    return all;
}

const card::Halves& frame_chain(Mover mover) {
    static const card::Halves by_card = halves_of(
        Mover::Card,
        {"taken", "in_memory", "status in host memory to the receiving program", causes::kFetch, causes::kStore});
    static const card::Halves by_cpu = halves_of(
        Mover::Cpu,
        {"told", "in_ring", "header in the card's memory to the receiving program", causes::kFill, causes::kRing});
    static const card::Halves when_asked = halves_of(
        Mover::Asked,
        {"told", "in_ring", "header in the card's memory to the receiving program", causes::kDownload, causes::kRing});
    return mover == Mover::Card ? by_card : mover == Mover::Cpu ? by_cpu : when_asked;
}

void add_sending(card::Spans& s, const card::Passed& p, Mover mover, const Waited& waited, const Copy* copy) {
    const core::Femtoseconds taken = taken_at(p), offered = sent_at(p, kOffered);
    if (copy && mover == Mover::Asked) {
        s.to(taken, card::causes::kDoorbell);
        s.explain();
        s.to(std::min(copy->end, offered), causes::kDownload);
        s.to(std::min(waited.free_from, offered), causes::kOthers);
        s.to(offered, causes::kDownload);
    } else if (copy) {
        s.to(std::min(copy->end, taken), card::causes::kHostWrites);
        s.to(std::min(waited.free_from, taken), causes::kOthers);
        s.to(taken, causes::kCommand);
        // A FIFO that takes frames one behind the other is told first, and filled then.
        s.explain();
        s.to(std::min(copy->end, offered), card::causes::kHostWrites);
        s.to(std::min(waited.free_from, offered), causes::kOthers);
        s.to(offered, causes::kFill);
    } else {
        // A poll, or the look behind the frame before, may find the descriptor before the driver has demanded one.
        s.to(std::min(p.point(Point::Doorbell), taken), card::causes::kDoorbell);
        s.to(std::min(waited.free_from, taken), causes::kTurn);
        s.to(taken, causes::kLook);
    }
    s.to(offered, card::causes::kSendingCard);
    s.explain();
    if (!waited.steps) return;
    for (const WaitingStep& step : *waited.steps)
        s.to(step.end, *step.cause, step.amount, step.cause == &causes::kDeferral ? waited.behind : "");
}

void add_receiving(card::Spans& s, const card::Passed& p, Mover mover, const Copy* copy) {
    s.to(received_at(p, kInMemory), card::causes::kReceivingCard);
    s.explain();
    // The handler may have been at work already: then it found the frame without an interrupt of its own.
    if (p.point(Point::Handler) <= p.point(Point::HandedUp)) s.to(p.point(Point::Handler), card::causes::kInterrupt);
    if (!copy) return;
    s.to(copy->begin, card::causes::kHostBeginsRead);
    s.to(copy->end, mover == Mover::Asked ? causes::kUpload : card::causes::kHostReads);
}

}  // namespace niclab::ether_board
