#include "net/port.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "atm/aal5.h"

namespace niclab::net {

using SyncScope = core::KernelBridge::SyncScope;

namespace {

bool is_last(const atm::Header& header) { return (header.pti & 1) != 0; }

}  // namespace

Port::Port(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, Access& access, stack::Manifest& from_card,
           stack::Manifest& to_card)
    : sc_module(name), kernel_bridge_(kernel_bridge), access_(access), from_card_(from_card), to_card_(to_card) {
    SC_HAS_PROCESS(Port);
    SC_METHOD(on_words);
    sensitive << access.received.pushed_event();
    dont_initialize();
    SC_METHOD(on_room);
    sensitive << access.sending.popped_event() << queued_;
    dont_initialize();
}

void Port::on_words() {
    while (!access_.received.empty()) {
        const atm::CellWord word = access_.received.front();
        access_.received.pop();
        if (word.first) {
            cell_.set_header(atm::Header::from_word(word.data));
            words_ = 0;
        } else {
            for (unsigned i = 0; i < 4; ++i) cell_.payload()[4 * words_ + i] = std::uint8_t(word.data >> 8 * i);
            ++words_;
        }
        if (word.last) came();
    }
}

void Port::came() {
    const SyncScope sync_scope(kernel_bridge_);
    const atm::Header header = cell_.header();
    ++stats_.cells_from_card;
    Incoming& pdu = incoming_[header.vci];
    if (pdu.cells == 0) begin(pdu, header, cell_.payload());
    pdu.octets.insert(pdu.octets.end(), cell_.payload(), cell_.payload() + atm::kPayloadOctets);
    ++pdu.cells;
    if (is_last(header)) finish(pdu, header.vci);
}

void Port::begin(Incoming& pdu, const atm::Header& header, const std::uint8_t* payload) {
    const stack::Manifest::Entry* entry = from_card_.find(header.vci, payload, atm::kPayloadOctets);
    pdu.known = entry != nullptr;
    if (!entry) return;
    entered(core::now_fs(), *entry);
    Train& t = pdu.train;
    t.packet = entry->packet;
    t.vci = header.vci, t.clp = header.clp, t.origin = entry->number;
    t.cells = std::uint32_t(atm::aal5_cells(entry->sdu.size()));
    t.first = kernel_bridge_.now(), t.spacing = line_->cell_time();
    if (open_++ == 0) busy_since_ = t.first - line_->cell_time();
    stats_.first_cells += t.first - entry->since - line_->cell_time();
    pdu.handed_on = line_->wants_first_cell();
    if (!pdu.handed_on) return;
    from_card_.find(header.vci, payload, atm::kPayloadOctets)->elsewhere = true;
    stats_.cells_into_net += t.cells;
    line_->send(t);
}

void Port::finish(Incoming& pdu, std::uint16_t vci) {
    const Incoming whole = std::exchange(pdu, {});
    if (whole.known && --open_ == 0) busy_ += kernel_bridge_.now() - busy_since_;
    const auto sdu_octets = atm::aal5_sdu_octets(whole.octets.data(), whole.octets.size());
    const stack::Manifest::Octets sdu(whole.octets.begin(),
                                      whole.octets.begin() + std::ptrdiff_t(sdu_octets.value_or(0)));
    const bool right =
        whole.known && whole.cells == whole.train.cells && sdu_octets && from_card_.claim(vci, sdu).has_value();
    left_card(core::now_fs(), vci, right, sdu);
    if (!right) {
        ++stats_.wrong;
        if (whole.handed_on) return;
        stats_.cells_into_net += whole.cells;
        return report_loss(stack::Drop::CardFifo, whole.train.packet, whole.cells);
    }
    ++stats_.pdus;
    Train t = whole.train;
    const Femtoseconds now = kernel_bridge_.now();
    if (now >= t.last() + line_->cell_time()) ++stats_.uneven;
    if (whole.handed_on) return;
    if (t.cells > 1) t.spacing = (now - t.first) / (t.cells - 1);
    stats_.cells_into_net += t.cells;
    line_->send(std::move(t));
}

Port::Outgoing& Port::outgoing(const Train& train) {
    const tcp::Packet& p = train.packet;
    const auto [at, is_new] = outgoing_.try_emplace(Key{train.vci, p.source, p.id, p.fragment_offset});
    Outgoing& pdu = at->second;
    if (!is_new) return pdu;
    stack::Manifest::Entry& entry = to_card_.note(train.vci, p, kernel_bridge_.now());
    entry.elsewhere = true;  // Until its result on the way is known.
    entry.origin = train.origin;
    pdu.octets = atm::aal5_encode(entry.sdu);
    pdu.expected = train.cells;
    pdu.entry = &entry, pdu.number = entry.number;
    announced(core::now_fs(), entry);
    if (pdu.octets.size() != train.cells * atm::kPayloadOctets)
        throw std::logic_error(std::string(name()) + ": a PDU of " + std::to_string(pdu.octets.size()) + " octets in " +
                               std::to_string(train.cells) + " cells");
    return pdu;
}

/// All its losses are known.
void Port::account(Outgoing& pdu, const Train& train) {
    pdu.entry->since = std::max(train.last(), kernel_bridge_.now());
    pdu.entry->elsewhere = !train.unreported();
    if (!train.lost.empty()) pdu.entry->cause = train.cause;
    pdu.expected = train.cells - std::uint32_t(train.lost.size());
    pdu.fate_known = true;
    report_loss(stack::Drop::LineError, train.packet, train.lost_on_lines);
    forget_if_done(pdu, train);
}

void Port::forget_if_done(const Outgoing& pdu, const Train& train) {
    const tcp::Packet& p = train.packet;
    if (pdu.fate_known && pdu.sent == pdu.expected) outgoing_.erase({train.vci, p.source, p.id, p.fragment_offset});
}

void Port::arrive(unsigned, const Train& train) {
    stats_.cells_out_of_net += train.present();
    account(outgoing(train), train);
    next_cell(trains_.put({train, 0}));
}

void Port::next_cell(std::uint64_t number) {
    auto [train, next] = trains_.take(number);
    while (next < train.cells && std::binary_search(train.lost.begin(), train.lost.end(), next)) ++next;
    if (next == train.cells) return;
    const Femtoseconds now = kernel_bridge_.now();
    if (train.at(next) <= now) send(train, next++);
    if (next == train.cells) return;
    const Femtoseconds at = std::max(train.at(next), now);
    kernel_bridge_.event_queue().at(at, base::call<&Port::next_cell>(this, trains_.put({std::move(train), next})));
}

void Port::cell(const Train& train, std::uint32_t number) {
    ++stats_.cells_out_of_net;
    send(train, number);
}

void Port::ended(const Train& train) { account(outgoing(train), train); }

void Port::send(const Train& train, std::uint32_t number) {
    Outgoing& pdu = outgoing(train);
    atm::Cell cell;
    const bool last = number + 1 == train.cells;
    cell.set_header({0, 0, train.vci, static_cast<std::uint8_t>(last), train.clp});
    std::copy_n(pdu.octets.begin() + std::ptrdiff_t(number * atm::kPayloadOctets), atm::kPayloadOctets, cell.payload());
    queue_.push_back(cell);
    sent_to_card(core::now_fs(), pdu.number, cell);
    core::fire(queued_);
    ++pdu.sent;
    forget_if_done(pdu, train);
}

void Port::on_room() {
    for (; !queue_.empty() && access_.sending.free() > 0; queue_.pop_front(), ++stats_.cells_to_card)
        access_.sending.push(queue_.front());
}

}  // namespace niclab::net
