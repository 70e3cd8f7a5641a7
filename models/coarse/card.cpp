#include "coarse/card.h"

namespace niclab::coarse {

using base::call;

Card::Card(base::EventQueue& event_queue, const Config& config, net::Line& line, std::uint64_t seed,
           const std::string& name)
    : event_queue_(event_queue), config_(config), line_(line), random_(seed, "card " + name) {}

bool Card::offer(const tcp::Packet& packet) {
    refused_ = in_card_ >= config_.transmit_pdus;
    if (!refused_) leave(packet);
    return !refused_;
}

void Card::leave(const tcp::Packet& packet) {
    const auto found = connections_.find(packet.destination);
    ++stats_.sent;
    if (found == connections_.end()) return dropped(event_queue_.now(), {stack::Drop::NoConnection, packet});
    Connection& c = found->second;
    net::Train t;
    t.packet = packet;
    t.vci = c.vci;
    const std::uint32_t octets = packet.octets() + config_.header_octets;
    t.cells = net::aal5_cells(std::max(octets, config_.least_octets));
    const bool shaped = c.spacing > line_.cell_time();
    t.spacing = line_.cell_time();
    if (shaped) shape(t, c.spacing);
    const Femtoseconds ready = event_queue_.now() + config_.first_cell.of(octets);
    Femtoseconds begin = std::max(ready, firmware_free_);
    if (t.slot > 0) begin = (begin + t.slot - 1) / t.slot * t.slot;
    t.first = begin + line_.cell_time();
    departed(event_queue_.now(), {packet, ready, begin, t.first});
    c.paced.add(event_queue_.now(), begin, begin + c.spacing * t.cells, c.spacing * t.cells);
    work_until(begin, begin + t.spacing * t.cells + base::from_us(shaped ? config_.shaped_gap_us : config_.pdu_gap_us));
    ++in_card_;
    stats_.cells_sent += t.cells;
    event_queue_.at(begin + t.spacing * t.cells, call<&Card::free_place>(this));
    line_.send(std::move(t));
}

/// Intervals of the cells of a connection with a rate of its own, `spacing` by contract.
void Card::shape(net::Train& train, Femtoseconds spacing) const {
    train.spacing = spacing + base::from_us(config_.shaped_cell_us);
    train.slot = config_.shaper_slots ? line_.cell_time() : 0;
}

void Card::work_until(Femtoseconds begin, Femtoseconds end) {
    firmware_free_ = end;
    busy_.add(event_queue_.now(), begin, end, end - begin);
}

void Card::free_place(std::uint64_t) {
    --in_card_;
    if (std::exchange(refused_, false)) user_->room();
}

/// A PDU with a missing cell is detected by its CRC; one without its end takes the next one with
/// it. A PDU of which no cell arrived leaves no trace.
bool Card::has_room(const net::Train& train) {
    const bool nothing = train.present() == 0;
    const auto before = nothing ? open_ended_.end() : open_ended_.find(train.vci);
    const bool begins_inside = before != open_ended_.end();
    const stack::Drop cause = begins_inside ? before->second : train.cause;
    if (begins_inside) open_ended_.erase(before);
    if (train.last_lost() && !nothing) open_ended_[train.vci] = train.cause;
    if (train.lost.empty() && !begins_inside) return true;
    ++stats_.broken;
    // The drop of a cell on purpose was reported at its place.
    const bool by_line = cause == stack::Drop::LineError;
    drop(cause, train, train.unreported(), by_line ? train.lost_on_lines : 0);
    if (!by_line) drop(stack::Drop::LineError, train, false, train.lost_on_lines);
    drop(stack::Drop::IncompletePdu, train, false, train.present());
    return false;
}

/// Its missing cells were lost on a line, if their loss was not reported before; the rest ends here
/// for `cause`.
void Card::refuse(stack::Drop cause, const net::Train& train) {
    drop(stack::Drop::LineError, train, train.unreported() && train.lost_on_lines > 0, train.lost_on_lines);
    drop(cause, train, train.lost.empty(), train.present());
}

void Card::arrive(unsigned, const net::Train& train) {
    stats_.cells_received += train.present();
    if (open_.count(train.vci) == 0) return refuse(stack::Drop::NoConnection, train);
    if (!has_room(train)) return;
    if (config_.pdu_loss > 0 && random_.chance(config_.pdu_loss * train.cells / 192))
        return refuse(stack::Drop::CardFifo, train);
    if (in_host_ >= config_.receive_pdus) {
        ++stats_.refused;
        return refuse(stack::Drop::CardReceiveBuffer, train);
    }
    came(event_queue_.now(), train);
    stats_.cells_delivered += train.cells;
    ++in_host_, ++stats_.received;
    const Femtoseconds now = event_queue_.now(), begin = std::max(firmware_free_, now);
    work_until(begin, begin + base::from_us(config_.pdu_gap_us));
    memory_free_ = std::max(memory_free_, now + config_.deliver.of(train.packet.octets() + config_.header_octets));
    event_queue_.at(memory_free_, call<&Card::delivered>(this, arriving_.put(train.packet)));
}

void Card::delivered(std::uint64_t packet) {
    done_.push_back(arriving_.take(packet));
    in_memory(event_queue_.now(), done_.back());
    user_->received();
}

std::optional<tcp::Packet> Card::take() {
    if (done_.empty()) return std::nullopt;
    const tcp::Packet packet = done_.front();
    done_.pop_front();
    --in_host_;
    taken(event_queue_.now(), packet);
    return packet;
}

}  // namespace niclab::coarse
