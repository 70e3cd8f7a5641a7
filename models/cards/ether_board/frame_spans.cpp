#include "cards/ether_board/frame_spans.h"

#include <algorithm>
#include <map>
#include <string_view>

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

/// Octets are there no longer than the stages beside it last.
const Place kTransmitFifo{"tx_fifo", "transmit FIFO", PlaceKind::Fifo},
    kReceiveFifo{"rx_fifo", "receive FIFO", PlaceKind::Fifo};

/// A bus, with a stage that lies there.
Place crossed(Place bus, const card::Why& stage) {
    bus.parts.push_back(stage.cause);
    bus.causes.push_back(stage);
    return bus;
}

/// Frames wait in the card's memory, moved into it by its master when it is told to.
std::vector<Place> sending_when_asked() {
    return {card::places::sending_memory(),
            crossed(card::places::sending_bus(),
                    {"tx_download",
                     "The card's bus master fetches the frame out of host memory into the FIFO, until so many octets "
                     "are there that the MAC may begin.",
                     {"pci.clock", "host.read.wait_clocks", "driver.start_octets"}}),
            {"tx_memory",
             "card's memory",
             PlaceKind::Store,
             {{"tx_memory.turn",
               "The card sends one frame at a time; the next one waits in its memory.",
               {"workload.sizes"}}}},
            kTransmitFifo};
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
        crossed(card::places::sending_bus(),
                {"tx_fetch",
                 "The card fetches the frame's octets out of host memory, until so many are there that it may begin.",
                 {"pci.clock", "host.read.wait_clocks"}}),
        {"tx_ring",
         "transmit ring",
         PlaceKind::Store,
         {{"tx_ring.turn", "The card sends one frame after the other, in the order of its ring.", {"workload.sizes"}},
          {"tx_ring.descriptor", "The card reads the frame's descriptor out of host memory.", {"pci.clock"}}}},
        kTransmitFifo};
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
                crossed(card::places::receiving_bus(),
                        {"rx_upload",
                         "The driver has the card move the frame into host memory, and asks until it is there.",
                         {"pci.clock", "host.write.wait_clocks"}}),
                card::places::receiving_memory()};
    return {
        kReceiveFifo,
        crossed(card::places::receiving_bus(),
                {"rx_store",
                 "The frame's last octets, its length and its status go into host memory; the rest is there already.",
                 {"pci.clock", "host.write.wait_clocks"}}),
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

/// Of a PCI bus its stages are left.
Place beside(const Place& pci, const char* bus) {
    Place place{pci.id, bus, PlaceKind::Bus};
    place.parts = pci.parts;
    for (const card::Why& why : pci.causes)
        if (std::find(pci.parts.begin(), pci.parts.end(), why.cause) != pci.parts.end()) place.causes.push_back(why);
    return place;
}

/// Nothing of a packet's way is known of another bus than PCI but its name and such a stage; no key of PCI or of its bridge changes anything there.
card::Halves beside_pci(card::Halves halves, const char* bus) {
    const auto of_pci = [](std::string_view key) {
        return key.substr(0, 4) == "pci." || key.substr(0, 10) == "host.read." || key.substr(0, 11) == "host.write.";
    };
    for (std::vector<Place>* places : {&halves.sending_places, &halves.receiving_places})
        for (Place& place : *places) {
            if (place.kind == PlaceKind::Bus) place = beside(place, bus);
            for (card::Why& why : place.causes)
                why.keys.erase(std::remove_if(why.keys.begin(), why.keys.end(), of_pci), why.keys.end());
        }
    return halves;
}

std::map<std::pair<Mover, bus::Kind>, card::Halves> all_chains() {
    const char* whole = "header in the card's memory to the receiving program";
    std::map<std::pair<Mover, bus::Kind>, card::Halves> all;
    const auto add = [&all](Mover mover, const Names& names) {
        const card::Halves halves = halves_of(mover, names);
        all[{mover, bus::Kind::Pci}] = halves;
        all[{mover, bus::Kind::Isa}] = beside_pci(halves, "ISA bus");
        all[{mover, bus::Kind::Eisa}] = beside_pci(halves, "EISA bus");
    };
    add(Mover::Card,
        {"taken", "in_memory", "status in host memory to the receiving program", causes::kFetch, causes::kStore});
    add(Mover::Cpu, {"told", "in_ring", whole, causes::kFill, causes::kRing});
    add(Mover::Asked, {"told", "in_ring", whole, causes::kDownload, causes::kRing});
    return all;
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
    add({&kWireTo, &kSwitchTransit, &kSwitchQueue, &kPortDeferral, &kPortGap, &kPortCollided, &kPortBackoff,
         &kWireFrom});
    return all;
}

const card::Halves& frame_chain(Mover mover, bus::Kind bus) {
    static const std::map<std::pair<Mover, bus::Kind>, card::Halves> chains = all_chains();
    return chains.at({mover, bus});
}

namespace {
void add_steps(card::Spans& s, const Waited& waited) {
    if (!waited.steps) return;
    for (const WaitingStep& step : *waited.steps) {
        const bool deferral = step.cause == &causes::kDeferral || step.cause == &causes::kPortDeferral;
        s.to(step.end, *step.cause, step.amount, deferral ? waited.behind : "");
    }
}
}  // namespace

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
    add_steps(s, waited);
}

core::Femtoseconds first_bit_of(const card::Passed& packet) { return sent_at(packet, kFirstBit); }

void add_crossing(card::Spans& s, const card::Passed& p, const Crossing& c, const Waited& waited) {
    s.explain();
    s.to(c.came, causes::kWireTo);
    s.to(c.queued, causes::kSwitchTransit);
    s.to(c.first, causes::kSwitchQueue);
    add_steps(s, waited);
    s.to(received_at(p, kLastBit), causes::kWireFrom);
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

std::vector<Place> switch_places() {
    return {
        {"switch",
         "switch",
         PlaceKind::Line,
         {{"switch.transit", "A frame that has come whole takes so long to its port's queue.", {"switch.NAME.transit"}},
          {"switch.queue",
           "A port of the switch sends one frame at a time; the next one waits in its queue.",
           {"workload.sizes"}}}},
        {"switch_port",
         "port of the switch",
         PlaceKind::Line,
         {{"switch_port.deferral", "The station at the port is sending: the switch waits until the cable is free."},
          {"switch_port.gap", "Between two frames the cable stays free for 96 bit times."},
          {"switch_port.collided", "The switch and the station at its port began at once: both jam and give up."},
          {"switch_port.backoff", "After a collision the port waits a random number of slot times of 512 bits."}}}};
}

}  // namespace niclab::ether_board
