#include "cards/ether_board/frame_spans.h"

#include <algorithm>
#include <map>

#include "cards/ether_board/frame_places.h"
#include "cards/ether_board/pcie_spans.h"
#include "pcie/slot/board.h"

namespace niclab::ether_board {

using card::EventKind;
using card::Point;

namespace {

core::Femtoseconds sent_at(const card::TracedPacket& p, Sending number) {
    const std::size_t place = p.chain.sending_index(number);
    return place < p.at.size() ? p.at[place] : 0;
}

core::Femtoseconds received_at(const card::TracedPacket& p, Receiving number) {
    const std::size_t place = p.chain.receiving_index(number);
    return place < p.at.size() ? p.at[place] : 0;
}

/// The stage that is one cause.
card::Stage stage_of(const card::Cause& cause) { return {cause.id, cause.words, cause.place, cause.waiting, true}; }

/// The differences between the two movers.
struct Names {
    const char *taken, *in_memory, *known;
    const card::Cause &fetch, &store;
};

card::CardPath path_of(Mover mover, const Names& names) {
    return {
        {{names.taken, EventKind::Reported, stage_of(names.fetch), kTaken},
         {"offered",
          EventKind::Reported,
          {"medium_access", "offered to the MAC to the first bit of the attempt that goes through", "line", true, true},
          kOffered},
         {"first_bit", EventKind::Reported, stage_of(causes::kWire), kFirstBit}},
        {{"last_bit", EventKind::Reported, stage_of(names.store), kLastBit},
         {names.in_memory, EventKind::Reported, {"software_receive", names.known, "receiving host"}, kInMemory}},
        sending_places(mover),
        receiving_places(mover)};
}

Names names_of(Mover mover) {
    const char* whole = "header in the card's memory to the receiving program";
    if (mover == Mover::Cpu) return {"doorbell", "in_ring", whole, causes::kFill, causes::kRing};
    if (mover == Mover::Asked) return {"doorbell", "in_ring", whole, causes::kDownload, causes::kRing};
    return {"descriptor_fetched", "in_memory", "status in host memory to the receiving program", causes::kFetch,
            causes::kStore};
}

card::CardPath path_on(Mover mover, const bus::Kind& bus) {
    card::CardPath path = path_of(mover, names_of(mover));
    if (bus == bus::kPci) return path;
    return bus == pcie::Board::kKind ? on_pcie(std::move(path)) : beside_pci(std::move(path), bus.title);
}

}  // namespace

core::Femtoseconds taken_at(const card::TracedPacket& packet) { return sent_at(packet, kTaken); }

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
    for (const card::Cause* cause : pcie_causes()) all.push_back(cause);
    add({&kWireTo, &kSwitchTransit, &kSwitchQueue, &kPortDeferral, &kPortGap, &kPortCollided, &kPortBackoff,
         &kWireFrom});
    return all;
}

const card::CardPath& frame_chain(Mover mover, bus::Kind bus) {
    static std::map<std::pair<Mover, bus::Kind>, card::CardPath> chains;
    const std::pair place{mover, bus};
    const auto found = chains.find(place);
    return found != chains.end() ? found->second : chains.emplace(place, path_on(mover, bus)).first->second;
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

void add_sending(card::Spans& s, const card::TracedPacket& p, Mover mover, const Waited& waited, const Copy* copy) {
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
        // A FIFO that accepts several frames is notified first, and filled then.
        s.explain();
        s.to(std::min(copy->end, offered), card::causes::kHostWrites);
        s.to(std::min(waited.free_from, offered), causes::kOthers);
        s.to(offered, causes::kFill);
    } else {
        // A poll, or the poll after the previous frame, may find the descriptor before the driver's
        // demand.
        s.to(std::min(p.point(Point::Doorbell), taken), card::causes::kDoorbell);
        s.to(std::min(waited.free_from, taken), causes::kTurn);
        s.to(taken, causes::kLook);
        if (waited.free_from > taken) {  // The chip has read it while the previous frame was sent.
            s.explain();
            s.to(std::min(waited.free_from, offered), causes::kOthers);
            s.to(offered, causes::kFetch);
        }
    }
    s.to(offered, card::causes::kSendingCard);
    s.explain();
    add_steps(s, waited);
}

core::Femtoseconds first_bit_of(const card::TracedPacket& packet) { return sent_at(packet, kFirstBit); }

void add_crossing(card::Spans& s, const card::TracedPacket& p, const Crossing& c, const Waited& waited) {
    s.explain();
    s.to(c.came, causes::kWireTo);
    s.to(c.queued, causes::kSwitchTransit);
    s.to(c.first, causes::kSwitchQueue);
    add_steps(s, waited);
    s.to(received_at(p, kLastBit), causes::kWireFrom);
}

void add_sending(card::Spans& s, const card::TracedPacket& p, const Waited& waited, const pcie::TransferLog& log) {
    const core::Femtoseconds taken = taken_at(p), offered = sent_at(p, kOffered);
    divide(s, std::min(p.point(Point::Doorbell), taken), log.accesses(), card::causes::kDoorbell, Half::Sending);
    s.to(std::min(waited.free_from, taken), causes::kTurn);
    divide(s, taken, log.engine(), causes::kLook, Half::Sending);
    if (waited.free_from > taken) s.to(std::min(waited.free_from, offered), causes::kOthers);
    divide(s, offered, log.engine(), causes::kFetch, Half::Sending);
    add_steps(s, waited);
}

void add_receiving(card::Spans& s, const card::TracedPacket& p, const pcie::TransferLog& log) {
    s.to(received_at(p, kLastBit), card::causes::kReceivingCard);
    divide(s, received_at(p, kInMemory), log.engine(), causes::kStore, Half::Receiving);
    if (p.point(Point::Handler) <= p.point(Point::HandedUp))
        divide(s, p.point(Point::Handler), log.interrupts(), card::causes::kInterrupt, Half::Receiving);
}

void add_receiving(card::Spans& s, const card::TracedPacket& p, Mover mover, const Copy* copy) {
    s.to(received_at(p, kInMemory), card::causes::kReceivingCard);
    s.explain();
    // The handler may already have been active: then it found the frame without another interrupt.
    if (p.point(Point::Handler) <= p.point(Point::HandedUp)) s.to(p.point(Point::Handler), card::causes::kInterrupt);
    if (!copy) return;
    s.to(copy->begin, card::causes::kHostBeginsRead);
    s.to(copy->end, mover == Mover::Asked ? causes::kUpload : card::causes::kHostReads);
}

}  // namespace niclab::ether_board
