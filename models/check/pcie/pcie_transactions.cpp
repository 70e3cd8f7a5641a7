#include "check/pcie/pcie_transactions.h"

#include <fmt/format.h>

#include <vector>

namespace niclab::check {

namespace {

constexpr unsigned kPageOctets = 4096, kSuccess = 0;
constexpr std::uint64_t kFourGib = std::uint64_t{1} << 32;

bool is_read(const PcieHeader& h) { return h.kind == PcieKind::MemoryRead; }
bool is_memory(const PcieHeader& h) { return is_read(h) || h.kind == PcieKind::MemoryWrite; }
bool returns_data(const PcieHeader& h) {
    return is_read(h) || h.kind == PcieKind::IoRead || h.kind == PcieKind::ConfigRead;
}

unsigned lowest(unsigned enables) { return enables == 0 ? 0 : unsigned(__builtin_ctz(enables)); }
unsigned missing_at_end(unsigned enables) { return enables == 0 ? 0 : 3 - (31 - unsigned(__builtin_clz(enables))); }

/// Octets from the first to the last enabled one; 1 for a read of none.
unsigned enabled_octets(const PcieHeader& h) {
    if (h.length == 1) return h.first_enables == 0 ? 1 : 4 - lowest(h.first_enables) - missing_at_end(h.first_enables);
    return 4 * h.length - lowest(h.first_enables) - missing_at_end(h.last_enables);
}

bool is_contiguous_from(unsigned enables) {
    return enables == 0xF || enables == 0xE || enables == 0xC || enables == 0x8;
}
bool is_contiguous_to(unsigned enables) { return enables == 0xF || enables == 0x7 || enables == 0x3 || enables == 0x1; }

}  // namespace

void PcieTransactions::fail(PcieRule r, std::string seen) { report_.add(rule(r), at_, link_, std::move(seen)); }

core::Femtoseconds PcieTransactions::until(core::Femtoseconds at) {
    for (std::size_t k = 0; k < outstanding_.size(); ++k) {
        Outstanding& o = outstanding_[k];
        if (at <= o.at + limit()) return o.at + limit();
        if (o.late) continue;
        o.late = true;
        at_ = at;
        fail(PcieRule::Answered,
             fmt::format("tag {} of requester {:04X}H is not completed", o.request.tag, unsigned{o.request.requester}));
    }
    return base::kNever;
}

void PcieTransactions::accept(PcieWay way, const PcieHeader& h, const std::uint8_t* tlp, std::size_t n,
                              core::Femtoseconds at) {
    at_ = at;
    ++accepted_;
    if (!well_formed(h, tlp, n)) return;
    if (h.is_completion()) return completion(way, h);
    if (h.kind == PcieKind::Message) return message(way, h);
    request(way, h);
}

bool PcieTransactions::well_formed(const PcieHeader& h, const std::uint8_t* tlp, std::size_t n) {
    if (h.kind == PcieKind::Unknown) {
        fail(PcieRule::Type, fmt::format("format and type {:02X}H, {} octets", n > 0 ? tlp[0] : 0u, n));
        return false;
    }
    if (h.reserved) fail(PcieRule::Reserved, fmt::format("a TLP of type {:02X}H", tlp[0]));
    if (h.octets() != n) {
        fail(PcieRule::Length, fmt::format("{} octets, {} by its header", n, h.octets()));
        return false;
    }
    if (h.data_dwords() > limits_.payload_dwords)
        fail(PcieRule::Payload, fmt::format("{} octets of data", 4 * h.data_dwords()));
    if (!h.digest) return true;
    // Bits that may change on the way count as 1: type bit 0 and EP.
    std::vector<std::uint8_t> covered(tlp, tlp + n - 4);
    covered[0] |= 0x01, covered[2] |= 0x40;
    const std::uint32_t crc = pcie_crc32(covered.data(), covered.size());
    bool right = true;
    for (unsigned k = 0; k < 4; ++k) right &= tlp[n - 4 + k] == std::uint8_t(crc >> 8 * k);
    if (!right) fail(PcieRule::Digest, fmt::format("expected {:08X}H", crc));
    return true;
}

void PcieTransactions::request(PcieWay way, const PcieHeader& h) {
    enables(h);
    if (is_memory(h)) {
        if (is_read(h) && h.length > limits_.read_dwords)
            fail(PcieRule::ReadSize, fmt::format("a read of {} octets", 4 * h.length));
        if (h.address % kPageOctets + 4 * h.length > kPageOctets)
            fail(PcieRule::Page, fmt::format("{} octets at {:X}H", 4 * h.length, h.address));
        if (h.four_dwords && h.address < kFourGib)
            fail(PcieRule::ShortHeader, fmt::format("a header of 4 dwords for {:X}H", h.address));
    } else if (way != PcieWay::Down || h.length != 1) {
        fail(PcieRule::SingleDword,
             fmt::format("{} dwords, {} the root", h.length, way == PcieWay::Down ? "from" : "to"));
    }
    if (h.is_posted()) return;
    if (const std::size_t used = place_of(way, h); used < outstanding_.size()) {
        fail(PcieRule::Tag, fmt::format("tag {} is in use", h.tag));
        outstanding_.erase(used);
    }
    Outstanding& o = outstanding_.again();
    o.way = way, o.request = h, o.at = at_, o.late = false;
    o.left = is_read(h) ? enabled_octets(h) : 4;
    o.address = is_read(h) ? h.address + lowest(h.first_enables) : 0;
}

/// Of the outstanding request of `way` with this requester and tag; their number if there is none.
std::size_t PcieTransactions::place_of(PcieWay way, const PcieHeader& h) const {
    std::size_t k = 0;
    for (; k < outstanding_.size(); ++k) {
        const Outstanding& o = outstanding_[k];
        if (o.way == way && o.request.tag == h.tag && o.request.requester == h.requester) break;
    }
    return k;
}

void PcieTransactions::enables(const PcieHeader& h) {
    const unsigned first = h.first_enables, last = h.last_enables;
    bool right = h.length == 1 ? last == 0 : first != 0 && last != 0;
    if (h.length >= 3) right &= is_contiguous_from(first) && is_contiguous_to(last);
    if (!right) fail(PcieRule::Enables, fmt::format("first {:X}H, last {:X}H for {} dwords", first, last, h.length));
}

void PcieTransactions::completion(PcieWay way, const PcieHeader& h) {
    const std::size_t place = place_of(way == PcieWay::Up ? PcieWay::Down : PcieWay::Up, h);
    if (place == outstanding_.size())
        return fail(PcieRule::Matches,
                    fmt::format("no request with tag {} of requester {:04X}H", h.tag, unsigned{h.requester}));
    Outstanding& o = outstanding_[place];
    const bool data = h.status == kSuccess && returns_data(o.request);
    if (h.has_data != data)
        fail(PcieRule::Status, fmt::format("status {} {} data", h.status, h.has_data ? "with" : "without"));
    if (h.has_data && is_read(o.request)) part_of_read(o, h);
    if (!h.has_data || !is_read(o.request) || o.left == 0) {
        if (!is_read(o.request) && (h.byte_count != 4 || h.lower_address != 0))
            fail(PcieRule::ByteCount, fmt::format("byte count {}, lower address {:X}H", h.byte_count, h.lower_address));
        outstanding_.erase(place);
    }
}

void PcieTransactions::part_of_read(Outstanding& o, const PcieHeader& h) {
    const unsigned lower = o.address & 0x7F, skipped = o.address & 3;
    if (h.byte_count != o.left || h.lower_address != lower)
        fail(PcieRule::ByteCount,
             fmt::format("byte count {} at {:X}H; {} at {:X}H remain", h.byte_count, h.lower_address, o.left, lower));
    const unsigned octets = 4 * h.length - skipped;
    if (octets >= o.left) {
        if (octets > o.left + 3) fail(PcieRule::ByteCount, fmt::format("{} octets; {} remain", octets, o.left));
        o.left = 0;
        return;
    }
    o.left -= octets, o.address += octets;
    if (o.address % (4 * limits_.completion_boundary) != 0)
        fail(PcieRule::Boundary, fmt::format("it ends at {:X}H", o.address));
}

void PcieTransactions::message(PcieWay way, const PcieHeader& h) {
    if ((h.code & 0xF8) != 0x20) return;
    const unsigned line = 1u << (h.code & 3);
    const bool asserts = (h.code & 4) == 0;
    if (way != PcieWay::Up || asserts == ((asserted_ & line) != 0))
        fail(PcieRule::Interrupt, fmt::format("INT{} is {} again, or by the root", char('A' + (h.code & 3)),
                                              asserts ? "asserted" : "deasserted"));
    asserted_ = asserts ? asserted_ | line : asserted_ & ~line;
}

}  // namespace niclab::check
