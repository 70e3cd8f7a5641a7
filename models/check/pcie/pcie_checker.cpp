#include "check/pcie/pcie_checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::check {

namespace {

constexpr unsigned kSequences = 4096, kHeaderModulus = 256, kDataModulus = 4096;
constexpr core::Femtoseconds kNanosecond = 1'000'000, kMicrosecond = 1'000 * kNanosecond;
constexpr unsigned kAck = 0x00, kNak = 0x10, kInitFc1 = 0x40, kUpdateFc = 0x80, kInitFc2 = 0xC0;
constexpr unsigned kFamily = 0xC0, kChannel = 0x07, kClassShift = 4;
const char* const kClassNames[kPcieClasses] = {"posted", "non-posted", "completion"};

/// How far `later` is after `earlier`, if less than half of the numbers.
bool is_at_or_after(unsigned later, unsigned earlier, unsigned modulus) {
    return (later + modulus - earlier) % modulus <= modulus / 2;
}

unsigned sequence_in(const std::uint8_t* octets) { return (unsigned{octets[0]} << 8 | octets[1]) & (kSequences - 1); }

PcieCredits credits_in(const std::array<std::uint8_t, 4>& o) {
    return {(o[1] & 0x3Fu) << 2 | o[2] >> 6u, (o[2] & 0xFu) << 8 | o[3]};
}

unsigned class_of(const PcieHeader& h) { return h.is_posted() ? 0 : h.is_completion() ? 2 : 1; }

PcieCredits needed_by(const PcieHeader& h) { return {1, (h.data_dwords() + 3) / 4}; }

void add(PcieCredits& to, PcieCredits more) {
    to.header = (to.header + more.header) % kHeaderModulus, to.data = (to.data + more.data) % kDataModulus;
}

PcieHeader header_of(const PciePacketView& p) {
    return pcie_header(p.octets + kPcieSequenceOctets, p.covered() - kPcieSequenceOctets);
}

}  // namespace

PcieChecker::PcieChecker(const PcieConfig& config, Report& report)
    : config_(config), report_(report), transactions_(config.link, config.limits, report) {
    if (!config.known_credits) return;
    for (unsigned way = 0; way < 2; ++way)
        for (unsigned k = 0; k < kPcieClasses; ++k) {
            Flow& f = sides_[way].flows[k];
            f.known = true;
            f.initial = f.limit = f.announced = config.credits[way][k];
            f.finite_header = f.initial.header != 0, f.finite_data = f.initial.data != 0;
        }
}

void PcieChecker::fail(PcieRule r, std::string seen) { report_.add(rule(r), at_, config_.link, std::move(seen)); }

void PcieChecker::packet(const PciePacketView& p) {
    at_ = p.end;
    if (p.begin > deadline_) deadlines(p.begin);
    if (p.is_tlp)
        tlp(p);
    else
        dllp(p);
}

/// What must have happened before `at`, and when the next of it must have.
void PcieChecker::deadlines(core::Femtoseconds at) {
    deadline_ = transactions_.until(at);
    for (Side& s : sides_) {
        while (!s.owed.empty() && at > s.owed.front().since + config_.limits.ack_ns * kNanosecond) {
            fail(PcieRule::AckLatency, fmt::format("TLP {} is not acknowledged", s.owed.front().sequence));
            s.owed.pop_front();
        }
        if (!s.owed.empty()) expect(s.owed.front().since + config_.limits.ack_ns * kNanosecond);
        for (unsigned k = 0; k < kPcieClasses && config_.updates_periodically; ++k) {
            Flow& f = s.flows[k];
            if (!f.known || f.late || (!f.finite_header && !f.finite_data)) continue;
            const core::Femtoseconds limit = f.updated + config_.limits.update_us * kMicrosecond;
            if (at <= limit) {
                expect(limit);
                continue;
            }
            f.late = true;
            fail(PcieRule::UpdatePeriod, fmt::format("no UpdateFC of class {}", kClassNames[k]));
        }
    }
}

void PcieChecker::tlp(const PciePacketView& p) {
    const std::size_t covered = p.covered();
    if (covered < kPcieSequenceOctets)
        return fail(PcieRule::Length, fmt::format("{} octets with sequence number and LCRC", p.size));
    Side& s = side(p.way);
    see(s, p.begin);
    const unsigned sequence = sequence_in(p.octets);
    bool good = !p.damaged;
    if (p.has_crc) {
        const std::uint32_t crc = pcie_crc32(p.octets, covered);
        for (unsigned k = 0; k < kPcieCrcOctets; ++k) good &= p.octets[covered + k] == std::uint8_t(crc >> 8 * k);
        if (!good && !p.damaged) fail(PcieRule::Lcrc, fmt::format("TLP {}: expected {:08X}H", sequence, crc));
    }
    const PcieHeader h = header_of(p);
    send(s, p, h, sequence);
    if (good) receive(s, p, h, sequence);
}

void PcieChecker::send(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence) {
    std::size_t place = 0;
    while (place < s.unacknowledged.size() && s.unacknowledged[place].sequence != sequence) ++place;
    if (place == s.unacknowledged.size()) return send_new(s, p, h, sequence);
    const core::Femtoseconds since = std::max(s.progress, s.unacknowledged.front().end);
    const bool timer = p.begin >= since + config_.limits.replay_ns * kNanosecond;
    if (!s.replays || s.nak || (timer && place == 0)) {
        if (!s.nak && !timer) fail(PcieRule::ReplayCause, fmt::format("TLP {} is replayed", sequence));
        s.replays = true, s.nak = false;
        s.replayed = 0;
        s.progress = p.begin;
    }
    if (place != s.replayed)
        fail(PcieRule::ReplayOrder,
             fmt::format("TLP {}, expected {}", sequence, s.unacknowledged[std::min(s.replayed, place)].sequence));
    const std::vector<std::uint8_t>& before = s.unacknowledged[place].octets;
    if (!std::equal(before.begin(), before.end(), p.octets, p.octets + p.size))
        fail(PcieRule::ReplaySame, fmt::format("TLP {} has changed", sequence));
    s.replayed = place + 1;
    if (s.replayed == s.unacknowledged.size()) s.replays = false;
}

void PcieChecker::send_new(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence) {
    if (s.replays || s.nak)
        fail(PcieRule::ReplayOrder, fmt::format("new TLP {} before the end of the replay", sequence));
    if (sequence != s.next) fail(PcieRule::Sequence, fmt::format("{}, expected {}", sequence, s.next));
    s.replays = s.nak = false;
    s.next = (sequence + 1) % kSequences;
    Sent& sent = s.unacknowledged.again();
    sent.sequence = sequence, sent.end = p.end;
    sent.octets.assign(p.octets, p.octets + p.size);
    if (std::any_of(s.flows.begin(), s.flows.end(), [](const Flow& f) { return !f.known; }))
        fail(PcieRule::InitFirst, fmt::format("TLP {}", sequence));
    if (h.kind == PcieKind::Unknown) return;
    Flow& f = s.flows[class_of(h)];
    if (!f.known) return;
    add(f.used, needed_by(h));
    const bool headers = !f.finite_header || is_at_or_after(f.limit.header, f.used.header, kHeaderModulus);
    const bool data = !f.finite_data || is_at_or_after(f.limit.data, f.used.data, kDataModulus);
    if (!headers || !data)
        fail(PcieRule::Credits, fmt::format("class {}: {} headers and {} data of {} and {}", kClassNames[class_of(h)],
                                            f.used.header, f.used.data, f.limit.header, f.limit.data));
}

void PcieChecker::receive(Side& s, const PciePacketView& p, const PcieHeader& h, unsigned sequence) {
    if (sequence != s.expected) {
        if (is_at_or_after(s.expected, sequence, kSequences)) owe(s, sequence, p.end);
        return;
    }
    s.expected = (s.expected + 1) % kSequences;
    owe(s, sequence, p.end);
    if (h.kind != PcieKind::Unknown) add(s.flows[class_of(h)].received, needed_by(h));
    transactions_.accept(p.way, h, p.octets + kPcieSequenceOctets, p.covered() - kPcieSequenceOctets, p.end);
    expect(p.end + transactions_.limit());
}

void PcieChecker::owe(Side& s, unsigned sequence, core::Femtoseconds since) {
    s.owed.push_back({sequence, since});
    expect(since + config_.limits.ack_ns * kNanosecond);
}

void PcieChecker::dllp(const PciePacketView& p) {
    bool good = p.size == kPcieDllpOctets + (p.has_crc ? kPcieDllpCrcOctets : 0);
    std::uint16_t crc = 0;
    if (good && p.has_crc) {
        crc = pcie_dllp_crc(p.octets, kPcieDllpOctets);
        good = p.octets[kPcieDllpOctets] == std::uint8_t(crc) && p.octets[kPcieDllpOctets + 1] == crc >> 8;
    }
    if (!good) return fail(PcieRule::DllpCrc, fmt::format("{} octets, expected {:04X}H", p.size, unsigned{crc}));
    Side& s = side(p.way == PcieWay::Up ? PcieWay::Down : PcieWay::Up);  // It answers TLPs of the other way.
    const unsigned type = p.octets[0], flow = (type & ~kFamily) >> kClassShift;
    if (p.damaged) {  // It was sent in time.
        const bool update = (type & kFamily) == kUpdateFc && flow < kPcieClasses;
        if (update) updated(s.flows[flow], p.end);
        if ((type & kFamily) == 0) s.owed.clear();
        return;
    }
    if (type == kAck || type == kNak)
        acknowledge(s, p, type == kNak);
    else if ((type & kFamily) != 0 && (type & kChannel) == 0)
        flow_control(s, p, type);
}

void PcieChecker::acknowledge(Side& s, const PciePacketView& p, bool nak) {
    const unsigned sequence = sequence_in(p.octets + 2);
    const unsigned last = (s.next + kSequences - 1) % kSequences;
    // Acknowledged before: the one before the oldest that is not.
    unsigned oldest = s.unacknowledged.empty() ? s.next : s.unacknowledged.front().sequence;
    for (std::size_t k = 0; k < s.coming.size(); ++k) {
        const Control& c = s.coming[k];
        if (c.octets[0] == kAck || c.octets[0] == kNak) oldest = (sequence_in(c.octets.data() + 2) + 1) % kSequences;
    }
    const unsigned before = (oldest + kSequences - 1) % kSequences;
    const unsigned range = (last + kSequences - before) % kSequences;
    if ((sequence + kSequences - before) % kSequences > range)
        return fail(PcieRule::Acknowledged, fmt::format("{}, expected {} to {}", sequence, before, last));
    while (!s.owed.empty() && is_at_or_after(sequence, s.owed.front().sequence, kSequences)) s.owed.pop_front();
    if (nak) s.owed.clear();
    s.coming.push_back({p.end, {p.octets[0], p.octets[1], p.octets[2], p.octets[3]}});
}

void PcieChecker::updated(Flow& f, core::Femtoseconds at) {
    f.updated = at, f.late = false;
    if (config_.updates_periodically) expect(at + config_.limits.update_us * kMicrosecond);
}

void PcieChecker::flow_control(Side& s, const PciePacketView& p, unsigned type) {
    const unsigned k = (type & ~kFamily) >> kClassShift, family = type & kFamily;
    if (k >= kPcieClasses || (family != kInitFc1 && family != kUpdateFc && family != kInitFc2)) return;
    const Control control{p.end, {p.octets[0], p.octets[1], p.octets[2], p.octets[3]}};
    const PcieCredits granted = credits_in(control.octets);
    Flow& f = s.flows[k];
    updated(f, p.end);
    if (family != kUpdateFc) {
        if (!f.known) {
            f.finite_header = granted.header != 0, f.finite_data = granted.data != 0;
            f.initial = f.limit = f.announced = granted;
            f.known = true;
        }
        return;
    }
    const bool falls =
        f.finite_header ? !is_at_or_after(granted.header, f.announced.header, kHeaderModulus) : granted.header != 0;
    const bool data_fall =
        f.finite_data ? !is_at_or_after(granted.data, f.announced.data, kDataModulus) : granted.data != 0;
    if (falls || data_fall)
        fail(PcieRule::UpdateGrows, fmt::format("class {}: {} and {} after {} and {}", kClassNames[k], granted.header,
                                                granted.data, f.announced.header, f.announced.data));
    PcieCredits most = f.initial;
    add(most, f.received);
    const bool too_much = (f.finite_header && !is_at_or_after(most.header, granted.header, kHeaderModulus)) ||
                          (f.finite_data && !is_at_or_after(most.data, granted.data, kDataModulus));
    if (too_much)
        fail(PcieRule::UpdateFree, fmt::format("class {}: {} and {}, at most {} and {}", kClassNames[k], granted.header,
                                               granted.data, most.header, most.data));
    f.announced = granted;
    s.coming.push_back(control);
}

void PcieChecker::see(Side& s, core::Femtoseconds by) {
    while (!s.coming.empty() && s.coming.front().at <= by) {
        see(s, s.coming.front());
        s.coming.pop_front();
    }
}

void PcieChecker::see(Side& s, const Control& control) {
    const unsigned type = control.octets[0];
    if (type != kAck && type != kNak) {
        s.flows[(type & ~kFamily) >> kClassShift].limit = credits_in(control.octets);
        return;
    }
    const unsigned sequence = sequence_in(control.octets.data() + 2);
    while (!s.unacknowledged.empty() && is_at_or_after(sequence, s.unacknowledged.front().sequence, kSequences)) {
        s.unacknowledged.pop_front();
        if (s.replayed > 0) --s.replayed;
        s.progress = control.at;
    }
    if (s.replays && s.replayed == s.unacknowledged.size()) s.replays = false;
    if (type == kNak && !s.unacknowledged.empty()) {
        s.nak = true;
        s.replays = false;
    }
}

}  // namespace niclab::check
