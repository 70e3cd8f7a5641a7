/// @file Packets of a PCI Express link, written as words and composed here octet by octet, with
/// CRCs of their own.
///
/// Behaviour: a word is `>` (to the root) or `<`, a kind, and values after colons. A packet takes 10
///   ns and follows the one before; `+N` leaves N ns.
///
///     mr mw ir iw cr cw   read and write of memory, I/O, configuration: a= address, n= dwords,
///                         b= byte enables (last, first), t= tag; mw and mr at 1000H without a=
///     cd cp               completion with and without data: t=, n=, c= byte count, l= lower
///                         address, e= status
///     int                 message, k= code
///     ack nak             s= sequence number; ack without it: that of the last TLP
///     up un uc i1. i2.    UpdateFC, InitFC1, InitFC2 of the class p, n or c: h= headers, d= data
///
/// Of a TLP: s= sequence number, else the next one. h0= to h3= bits of the header's dwords to
/// invert. cut= dwords of data left out. `wide`: a header of 4 dwords. `digest`: an ECRC;
/// `digest=1`: a wrong one. `bad`: a wrong CRC. `damaged`: lost on the line. Values a, b, h, k and l
/// of TLPs are hexadecimal, all others decimal.
///
/// Before the packets: `init`, credits come with InitFC. `updates`, T13 is checked. `noack`, no TLP
/// needs an ACK soon.
#pragma once

#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include "check/pcie/pcie_checker.h"

namespace niclab::conformance {

class PciePattern {
public:
    PciePattern(const std::string& words, const check::PcieLimits& limits) {
        config_.limits = limits;
        config_.known_credits = true;
        config_.updates_periodically = false;
        for (auto& way : config_.credits) way = {check::PcieCredits{4, 40}, check::PcieCredits{4, 0}, {}};
        std::istringstream in(words);
        for (std::string word; in >> word;) add(word);
    }
    void run(check::Report& report) const {
        check::PcieChecker checker(config_, report);
        for (const check::PciePacket& p : packets_) checker.packet(p);
    }
    /// The same packets, of a model that has no CRCs.
    void run_without_crc(check::Report& report) const {
        check::PcieChecker checker(config_, report);
        for (const check::PciePacket& p : packets_) {
            check::PciePacketView without = p.view();
            without.size = without.covered();
            without.has_crc = false;
            checker.packet(without);
        }
    }

private:
    using Octets = std::vector<std::uint8_t>;
    using Values = std::map<std::string, std::string>;
    static constexpr core::Femtoseconds kNanosecond = 1'000'000;
    static constexpr unsigned kPacketNs = 10, kManyNs = 100'000'000;

    void add(const std::string& word) {
        if (word == "init") {
            config_.known_credits = false;
        } else if (word == "updates") {
            config_.updates_periodically = true;
        } else if (word == "noack") {
            config_.limits.ack_ns = kManyNs;
        } else if (word[0] == '+') {
            now_ += std::stoull(word.substr(1)) * kNanosecond;
        } else {
            packet(word);
        }
    }
    void packet(const std::string& word) {
        std::istringstream in(word.substr(1));
        std::string kind, part;
        std::getline(in, kind, ':');
        Values v;
        while (std::getline(in, part, ':')) {
            const std::size_t equals = part.find('=');
            v[part.substr(0, equals)] = equals == std::string::npos ? "" : part.substr(equals + 1);
        }
        const unsigned way = word[0] == '>' ? 0 : 1;
        check::PciePacket p;
        p.way = way == 0 ? check::PcieWay::Up : check::PcieWay::Down;
        p.octets = dllp(kind, v, way);
        p.is_tlp = p.octets.empty();
        if (p.is_tlp) p.octets = tlp(kind, v, way);
        if (v.count("bad")) p.octets.back() ^= 0x10;
        p.damaged = v.count("damaged") > 0;
        p.begin = now_, p.end = now_ += kPacketNs * kNanosecond;
        packets_.push_back(p);
    }
    static std::uint64_t number(const Values& v, const char* key, std::uint64_t standard, int base = 10) {
        const auto found = v.find(key);
        return found == v.end() ? standard : std::stoull(found->second, nullptr, base);
    }
    /// Bit by bit, the lowest first; `bits` 16 or 32.
    static void append_crc(Octets& o, std::size_t from, std::uint32_t polynomial, unsigned bits) {
        const std::uint32_t ones = bits == 16 ? 0xFFFFu : 0xFFFF'FFFFu;
        std::uint32_t crc = ones;
        for (std::size_t k = from; k < o.size(); ++k)
            for (unsigned bit = 0; bit < 8; ++bit) {
                const std::uint32_t out = (crc ^ (std::uint32_t{o[k]} >> bit)) & 1;
                crc = crc >> 1 ^ (out != 0 ? polynomial : 0);
            }
        crc ^= ones;
        for (unsigned shift = 0; shift < bits; shift += 8) o.push_back(std::uint8_t(crc >> shift));
    }
    static void append(Octets& o, std::uint64_t value, unsigned octets) {
        while (octets-- > 0) o.push_back(std::uint8_t(value >> 8 * octets));
    }
    Octets dllp(const std::string& kind, const Values& v, unsigned way) const {
        Octets o;
        if (kind == "ack" || kind == "nak") {
            append(o, kind == "ack" ? 0x00 : 0x10, 1);
            append(o, number(v, "s", (next_[1 - way] + 4095) % 4096), 3);
        } else {
            const std::map<std::string, unsigned> families = {{"u", 0x80}, {"i1", 0x40}, {"i2", 0xC0}};
            const std::size_t last = kind.size() - 1;
            const auto family = families.find(kind.substr(0, last));
            const std::size_t flow = std::string("pnc").find(kind[last]);
            if (family == families.end() || flow == std::string::npos) return o;
            append(o, family->second | flow << 4, 1);
            append(o, number(v, "h", 0) << 14 | number(v, "d", 0), 3);
        }
        append_crc(o, 0, 0xD008, 16);
        return o;
    }
    Octets tlp(const std::string& kind, const Values& v, unsigned way) {
        const std::map<std::string, unsigned> types = {{"mr", 0x00}, {"mw", 0x40}, {"ir", 0x02},
                                                       {"iw", 0x42}, {"cr", 0x04}, {"cw", 0x44},
                                                       {"cd", 0x4A}, {"cp", 0x0A}, {"int", 0x34}};
        const auto found = types.find(kind);
        if (found == types.end()) throw std::invalid_argument(kind);
        const bool completion = kind == "cd" || kind == "cp", message = kind == "int";
        const std::uint64_t address = number(v, "a", kind[0] == 'm' ? 0x1000 : 0, 16);
        const bool wide = v.count("wide") || address >> 32 != 0;
        const auto dwords = unsigned(number(v, "n", 1));
        const unsigned first = found->second | (wide ? 0x20u : 0u);
        const bool data = (first & 0x40) != 0, counts = data || (!completion && !message);
        const std::uint64_t enables = number(v, "b", dwords == 1 ? 0x0F : 0xFF, 16), tag = number(v, "t", 0);
        const std::uint64_t requester = way == 0 ? 0x0100 : 0x0000, other = way == 0 ? 0x0000 : 0x0100;
        Octets o;
        if (v.count("s") == 0) next_[way] = (next_[way] + 1) % 4096;
        append(o, number(v, "s", (next_[way] + 4095) % 4096), 2);
        append(o, first << 24 | (v.count("digest") ? 0x8000u : 0u) | (counts ? dwords & 0x3FF : 0), 4);
        if (completion) {
            append(o, requester << 16 | number(v, "e", 0) << 13 | (number(v, "c", 0) & 0xFFF), 4);
            append(o, other << 16 | tag << 8 | number(v, "l", 0, 16), 4);
        } else {
            append(o, requester << 16 | tag << 8 | (message ? number(v, "k", 0, 16) : enables), 4);
            append(o, address, wide || message ? 8 : 4);
        }
        for (unsigned k = 0; k < 4; ++k) {
            const std::uint64_t bits = number(v, ("h" + std::to_string(k)).c_str(), 0, 16);
            for (unsigned i = 0; i < 4 && bits != 0; ++i) o[2 + 4 * k + i] ^= std::uint8_t(bits >> 8 * (3 - i));
        }
        for (unsigned k = 0; data && k < 4 * (dwords - number(v, "cut", 0)); ++k) append(o, k + 1, 1);
        if (v.count("digest")) {
            Octets covered(o.begin() + 2, o.end());
            covered[0] |= 0x01, covered[2] |= 0x40;
            const std::size_t n = covered.size();
            append_crc(covered, 0, 0xEDB8'8320, 32);
            covered[n] ^= std::uint8_t(v.at("digest").empty() ? 0 : 1);
            o.insert(o.end(), covered.begin() + std::ptrdiff_t(n), covered.end());
        }
        append_crc(o, 0, 0xEDB8'8320, 32);
        return o;
    }

    check::PcieConfig config_;
    std::vector<check::PciePacket> packets_;
    core::Femtoseconds now_ = 0;
    unsigned next_[2] = {0, 0};  ///< Sequence numbers.
};

}  // namespace niclab::conformance
