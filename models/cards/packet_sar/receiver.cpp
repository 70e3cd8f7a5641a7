#include "cards/packet_sar/receiver.h"

#include <algorithm>

#include "atm/aal5.h"
#include "base/crc.h"

namespace niclab::packet_sar {

using card::UnitOutcome;

namespace {
constexpr std::uint32_t kMostOctets = static_cast<std::uint32_t>(atm::aal5_cells(atm::kMaxSduOctets)) * 48;

std::array<std::uint8_t, atm::kPayloadOctets> payload_of(const CellWords& words) {
    std::array<std::uint8_t, atm::kPayloadOctets> octets;
    for (unsigned i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(words[1 + i / 4] >> 8 * (i % 4));
    return octets;
}
}  // namespace

bool Receiver::idle() const {
    if (!fifo_.quiet() || copy_left_ > 0) return false;
    switch (state_) {
        case State::Wait:
            return fifo_.empty();
        case State::Lookup:
            return false;
        default:
            return !processor_.done(Processor::kReceiveCell) || completed_count_ == kCompleted;
    }
}

void Receiver::tick(bool enabled) {
    if (copy_left_ > 0) --copy_left_;
    if (state_ == State::Wait && !fifo_.empty()) {
        clocks_ = config_.lookup_clocks;
        state_ = State::Lookup;
    }
    if (state_ == State::Lookup && (clocks_ == 0 || --clocks_ == 0)) {
        processor_.ask(Processor::kReceiveCell, config_.receive_firmware_clocks);
        state_ = State::Firmware;
    }
    if (state_ == State::Firmware && copy_left_ == 0 && processor_.done(Processor::kReceiveCell) && decide()) {
        processor_.take(Processor::kReceiveCell);
        fifo_.pop();
        state_ = State::Wait;
    }
    fifo_.tick(enabled);
}

/// Returns false if the cell must wait.
bool Receiver::decide() {
    const atm::Header header = atm::Header::from_word(fifo_.front()[0]);
    if (header.is_null()) return drop_cell(header, UnitOutcome::Invalid);
    Connection* connection = open_connection(header);
    if (!connection) return drop_cell(header, UnitOutcome::LookupError);
    if (header.pti & 4) return drop_cell(header, UnitOutcome::ResourceManagement);
    const bool last = (header.pti & 1) != 0;
    if (last && completed_count_ == kCompleted) return false;
    if (connection->dropping != UnitOutcome::Stored)
        drop(*connection, header, last, connection->dropping);
    else if (connection->used + atm::kPayloadOctets > connection->circle.octets)
        drop(*connection, header, last, UnitOutcome::NoMemory);
    else if (connection->octets == kMostOctets)
        drop(*connection, header, last, UnitOutcome::TooLong);
    else
        accept(*connection, header, last);
    return true;
}

Receiver::Connection* Receiver::open_connection(const atm::Header& header) {
    if (header.vpi != 0 || header.vci >= window::kConnectionCount) return nullptr;
    const std::uint32_t entry = window::kConnections + header.vci * window::kConnectionOctets;
    const std::uint32_t word = memory_.word(entry);
    if (!(word & connection::kOpen)) return nullptr;
    const Circle circle{memory_.word(entry + 4), word & connection::kOctets & ~0xFFFu};
    Connection& connection = connections_[header.vci];
    if (!(connection.circle == circle)) {
        connection = {};
        connection.circle = circle;
        connection.start = circle.base;
    }
    return &connection;
}

void Receiver::accept(Connection& connection, const atm::Header& header, bool last) {
    store(connection, fifo_.front());
    ++stats_.stored, ++held_cells_;
    copy_left_ = kCopyClocks;
    cell_outcome(core::now_fs(), board::unit_of(header), UnitOutcome::Stored);
    if (last) complete(connection, header);
}

void Receiver::store(Connection& connection, const CellWords& words) {
    for (unsigned i = 0; i < 12; ++i)
        memory_.set_word(connection.circle.after(connection.start, connection.octets + 4 * i), words[1 + i]);
    connection.octets += atm::kPayloadOctets;
    connection.used += atm::kPayloadOctets;
    stats_.peak_octets = std::max<std::uint64_t>(stats_.peak_octets, connection.used);
    connection.crc = base::crc32_update(connection.crc, payload_of(words).data(), atm::kPayloadOctets);
}

void Receiver::complete(Connection& connection, const atm::Header& header) {
    const bool wrong = connection.crc != base::kCrc32Residue;
    completed_[(completed_first_ + completed_count_++) % kCompleted] = {header.vci, connection.circle, connection.start,
                                                                        connection.octets, wrong};
    ++stats_.pdus;
    if (wrong) ++stats_.crc_errors;
    connection.start = connection.circle.after(connection.start, connection.octets);
    connection.octets = 0;
    connection.crc = base::kCrc32Init;
    taps_.completed(core::now_fs(), board::unit_of(header).channel);
}

void Receiver::drop(Connection& connection, const atm::Header& header, bool last, UnitOutcome why) {
    const std::uint32_t there = connection.octets;
    drop_cell(header, why);
    count(why) += there / atm::kPayloadOctets;
    held_cells_ -= there / atm::kPayloadOctets;
    connection.used -= there;
    connection.octets = 0;
    connection.crc = base::kCrc32Init;
    connection.dropping = last ? UnitOutcome::Stored : why;
    if (there > 0) taps_.discarded(core::now_fs(), board::unit_of(header).channel);
}

bool Receiver::drop_cell(const atm::Header& header, UnitOutcome why) {
    ++count(why);
    cell_outcome(core::now_fs(), board::unit_of(header), why);
    return true;
}

std::uint64_t& Receiver::count(UnitOutcome why) {
    switch (why) {
        case UnitOutcome::Invalid:
            return stats_.invalid;
        case UnitOutcome::ResourceManagement:
            return stats_.management;
        case UnitOutcome::NoMemory:
            return stats_.no_memory;
        case UnitOutcome::TooLong:
            return stats_.too_long;
        case UnitOutcome::Reset:
            return stats_.reset;
        default:
            return stats_.lookup_errors;
    }
}

void Receiver::release(const ReceivedPdu& pdu) {
    Connection& connection = connections_[pdu.vci];
    if (connection.circle == pdu.circle) connection.used -= std::min(connection.used, pdu.octets);
}

void Receiver::refuse() {
    const ReceivedPdu pdu = *front();
    stats_.no_buffer += pdu.cells();
    held_cells_ -= pdu.cells();
    pop();
    release(pdu);
    taps_.refused(core::now_fs(), board::unit_of(atm::Header{0, 0, pdu.vci, 1, false}).channel);
}

void Receiver::reset() {
    for (; !fifo_.empty(); fifo_.pop()) drop_cell(atm::Header::from_word(fifo_.front()[0]), UnitOutcome::Reset);
    fifo_.reset();
    connections_.assign(connections_.size(), {});
    completed_count_ = 0;
    stats_.reset += held_cells_;
    held_cells_ = 0;
    copy_left_ = 0;
    state_ = State::Wait;
    taps_.emptied(core::now_fs());
}

}  // namespace niclab::packet_sar
