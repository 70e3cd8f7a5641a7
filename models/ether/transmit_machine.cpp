#include "ether/transmit_machine.h"

#include <stdexcept>

namespace niclab::ether {

namespace {

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

const MacRules& checked(const MacRules& r, unsigned width) {
    require(width == 1 || width == 4 || width == 8, "data wires: out of range; expected 1, 4 or 8");
    require(width != 8 || r.full_duplex, "data wires: 8 in half duplex; expected full duplex");
    require(r.gap_part1_bits <= 96 && r.gap_part2_bits >= width && r.gap_part2_bits <= 96,
            "gap: out of range; expected part one 0 to 96 bits, part two from the width to 96");
    require(r.gap_part1_bits % width == 0 && r.gap_part2_bits % width == 0,
            "gap: out of range; expected a multiple of the width");
    require(r.slot_bits >= 64 && r.slot_bits <= 4096, "slot: out of range; expected 64 to 4096 bits");
    require(r.preamble_octets >= 1 && r.preamble_octets <= 15, "preamble: out of range; expected 1 to 15 octets");
    require(r.jam_bits >= 8 && r.jam_bits <= 64 && r.jam_bits % 8 == 0,
            "jam: out of range; expected 8 to 64 bits, whole octets");
    require(r.attempts >= 1 && r.attempts <= 32, "attempts: out of range; expected 1 to 32");
    require(r.backoff_limit <= 16, "back-off limit: out of range; expected 0 to 16");
    return r;
}

}  // namespace

TransmitMachine::TransmitMachine(const MacRules& rules, unsigned width, OctetSource& source, Watcher& watcher,
                                 Backoff backoff)
    : rules_(checked(rules, width)),
      width_(width),
      source_(source),
      watcher_(watcher),
      backoff_(backoff),
      deferral_(rules, width) {}

bool TransmitMachine::clock(const TransmitSample& in) {
    const TransmitLevels before = out_;
    if (out_.en) send(in);
    const bool carrier = in.crs && !rules_.full_duplex;
    deferral_.clock(carrier, out_.en);
    look_for_heartbeat(in.col);
    if (!out_.en) wait_and_begin();
    return !(out_ == before);
}

void TransmitMachine::send(const TransmitSample& in) {
    if (!rules_.full_duplex) {
        if (!in.crs && sent_bits_ > rules_.header_bits()) carrier_seen_lost_ = true;
        if (in.col && state_ != State::Jam && !collided_) collide();
    }
    if (state_ == State::Jam && octet_bits_ == 0 && left_ == 0) return end_jam();
    next_symbol();
}

void TransmitMachine::next_symbol() {
    if (octet_bits_ == 0) {
        if (!next_octet(octet_)) return stop(Outcome::Sent);
        octet_bits_ = 8;
    }
    out_.data = octet_ & ((1u << width_) - 1);
    octet_ = std::uint8_t(octet_ >> width_), octet_bits_ -= width_;
    sent_bits_ += width_;
}

/// Returns false when the frame is finished.
bool TransmitMachine::next_octet(std::uint8_t& octet) {
    if (state_ == State::Header && index_ == rules_.preamble_octets + 1) {
        state_ = State::Data;
        if (collided_) begin_jam();
    }
    switch (state_) {
        case State::Header:
            octet = index_++ < rules_.preamble_octets ? kPreamble : kSfd;
            return true;
        case State::Data:
            return next_of_frame(octet);
        case State::Jam:
            octet = rules_.jam_octet, left_ -= 8;
            return true;
        default:
            break;
    }
    if (index_ == kFcsOctets) return false;
    octet = trailer_[index_++], ++status_.octets;
    return true;
}

bool TransmitMachine::next_of_frame(std::uint8_t& octet) {
    const NextOctet next = frame_over_ ? NextOctet{Supply::End} : source_.next();
    frame_over_ = next.supply != Supply::Octet;
    octet = next.octet;
    if (frame_over_) {
        if (next.supply == Supply::Empty)
            status_.outcome = Outcome::Underrun, begin_fcs(false);
        else if (status_.octets < options_.pad_to_octets)
            octet = 0;
        else if (!options_.append_fcs)
            return false;
        else
            begin_fcs(true);
        if (state_ == State::Fcs) return next_octet(octet);
    }
    fcs_.add(octet), ++status_.octets;
    return true;
}

void TransmitMachine::begin_fcs(bool right) {
    state_ = State::Fcs, index_ = 0, trailer_ = fcs_.octets();
    if (right) return;
    for (std::uint8_t& o : trailer_) o = std::uint8_t(~o);
}

void TransmitMachine::collide() {
    ++status_.collisions, ++stats_.collisions;
    late_ = sent_bits_ > rules_.slot_bits;
    status_.late_collisions += late_, stats_.late_collisions += late_;
    notify(TransmitEvent::What::Collides);
    collided_ = true;
    if (state_ != State::Header) begin_jam();
}

void TransmitMachine::begin_jam() { state_ = State::Jam, octet_bits_ = 0, left_ = rules_.jam_bits; }

void TransmitMachine::end_jam() {
    if (late_ && !rules_.retry_late) return stop(Outcome::LateCollision);
    if (attempt_ == rules_.attempts) return stop(Outcome::ExcessiveCollisions);
    const unsigned slots = backoff_.draw(status_.collisions, rules_);
    out_ = {};
    notify(TransmitEvent::What::JamEnds, slots);
    source_.collided(attempt_++, slots);
    // This clock is counted, too, before it is over.
    state_ = State::Backoff, left_ = std::uint64_t{slots} * rules_.slot_bits / width_ + 1, waited_ = 0;
}

void TransmitMachine::stop(Outcome outcome) {
    if (status_.outcome == Outcome::Sent) status_.outcome = outcome;
    status_.carrier_lost = carrier_seen_lost_;
    out_ = {}, state_ = State::Idle;
    ++stats_.by_collisions[std::min<std::size_t>(status_.collisions, stats_.by_collisions.size() - 1)];
    if (status_.outcome == Outcome::Sent) ++stats_.frames, stats_.octets += status_.octets;
    stats_.excessive += status_.outcome == Outcome::ExcessiveCollisions;
    stats_.underruns += status_.outcome == Outcome::Underrun;
    stats_.carrier_lost += status_.carrier_lost, stats_.deferred += status_.deferred;
    heartbeat_awaited_ = status_.outcome == Outcome::Sent && !rules_.full_duplex, heartbeat_seen_ = false;
    notify(TransmitEvent::What::Ends);
    attempt_ = 0;
    source_.ended(status_);
}

void TransmitMachine::wait_and_begin() {
    if (state_ == State::Backoff && --left_ == 0) state_ = State::Idle;
    if (attempt_ == 0) {
        if (!source_.ready()) return;
        status_ = {}, attempt_ = 1, waited_ = 0;
        status_.deferred = deferral_.deferring();
        notify(TransmitEvent::What::Waits);
    }
    if (state_ == State::Backoff) return;
    if (!deferral_.deferring()) return source_.withdrawn() ? withdraw() : begin();
    status_.excess_deferral |= ++waited_ * width_ > rules_.defer_limit_bits;
}

void TransmitMachine::withdraw() {
    status_.outcome = Outcome::Withdrawn;
    notify(TransmitEvent::What::Ends);
    attempt_ = 0;
    source_.ended(status_);
}

void TransmitMachine::begin() {
    notify(TransmitEvent::What::Begins);
    options_ = source_.begin(attempt_);
    ++stats_.attempts;
    state_ = State::Header, out_.en = true, collided_ = late_ = frame_over_ = carrier_seen_lost_ = false;
    index_ = octet_bits_ = sent_bits_ = status_.octets = 0, left_ = 0, fcs_ = {};
    status_.outcome = Outcome::Sent;
    next_symbol();
    deferral_.begin_sending();
}

void TransmitMachine::look_for_heartbeat(bool col) {
    if (!heartbeat_awaited_) return;
    heartbeat_seen_ |= col;
    if (deferral_.behind_own()) return;
    heartbeat_awaited_ = false, stats_.heartbeats_missed += !heartbeat_seen_;
    source_.heartbeat(heartbeat_seen_);
}

std::uint64_t TransmitMachine::quiet_clocks() const {
    if (heartbeat_awaited_) return 0;
    if (out_.en) {
        const std::uint64_t unseen = state_ == State::Data && !frame_over_ ? source_.unseen_octets() : 0;
        return unseen > 0 ? (octet_bits_ + 8 * unseen) / width_ : 0;
    }
    std::uint64_t quiet = deferral_.quiet_clocks();
    if (state_ == State::Backoff) return std::min(quiet, left_ - 1);
    // Free to send: the code that makes a frame ready requests a clock.
    return quiet;
}

std::uint64_t TransmitMachine::certain_clocks() const {
    if (!out_.en || collided_ || heartbeat_awaited_) return 0;
    std::uint64_t bits = begun_bits();
    if (state_ == State::Header || state_ == State::Data) {
        const unsigned certain = source_.certain_octets();
        bits += 8 * std::uint64_t{certain + (certain > 0 && options_.append_fcs ? kFcsOctets : 0)};
    }
    return bits / width_;
}

std::uint64_t TransmitMachine::begun_bits() const {
    if (state_ == State::Header) return octet_bits_ + 8 * (rules_.preamble_octets + 1 - index_);
    return octet_bits_ + (state_ == State::Fcs ? 8 * (kFcsOctets - index_) : 0);
}

bool TransmitMachine::keeps_sending() const {
    if (!out_.en || collided_ || heartbeat_awaited_ || !options_.append_fcs) return false;
    return state_ == State::Header || state_ == State::Data;
}

void TransmitMachine::run(std::uint64_t clocks, std::vector<std::uint8_t>& symbols) {
    for (; clocks > 0; --clocks) {
        symbols.push_back(out_.data);
        clock({true, false});
    }
}

void TransmitMachine::skip_octets(std::uint64_t bits) {
    sent_bits_ += unsigned(bits);
    const auto octets = unsigned(bits <= octet_bits_ ? 0 : (bits - octet_bits_ + 7) / 8);
    octet_bits_ += 8 * octets - unsigned(bits);
    status_.octets += octets;
    if (octets > 0) octet_ = 0, source_.skip_octets(octets);
}

void TransmitMachine::skip(std::uint64_t clocks) {
    if (out_.en) return skip_octets(clocks * width_);
    deferral_.skip(clocks);
    if (state_ == State::Backoff)
        left_ -= clocks;
    else if (attempt_ > 0)
        waited_ += clocks;
}

}  // namespace niclab::ether
