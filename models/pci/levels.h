/// @file The shared PCI wires as drive records.
///
/// Behaviour: each half of an agent (initiator or target) writes one record per clock with the
///   wires that it drives. Bus resolves the records of all halves into one Levels record, which all
///   agents sample at the clock edge. True means asserted, independent of the electrical polarity:
///   `frame` true is FRAME# low. C/BE# is stored by its meaning: the command in an address phase,
///   otherwise byte enables with 1 = octet enabled (the wire is low). The 64-bit extension has
///   fields of its own, which stay 0 on a 32-bit bus.
/// Not modelled: LOCK#, SBO#, SDONE, JTAG.
#pragma once

#include <cstdint>
#include <cstring>
#include <ostream>
#include <systemc>
#include <type_traits>

namespace niclab::pci {

/// Output enables, one bit per group of wires that are driven together.
enum Enable : std::uint8_t {
    kEnAd = 0x01,
    kEnCbe = 0x02,
    kEnPar = 0x04,
    kEnFrame = 0x08,
    kEnIrdy = 0x10,
    kEnTarget = 0x20,  ///< DEVSEL#, TRDY# and STOP#.
    kEnPerr = 0x40,
    kEnSerr = 0x80,
};

/// Output enables of the 64-bit extension.
enum Enable64 : std::uint8_t {
    kEnAdHigh = 0x01,   ///< AD[63:32]
    kEnCbeHigh = 0x02,  ///< C/BE[7:4]#
    kEnPar64 = 0x04,
    kEnReq64 = 0x08,
    kEnAck64 = 0x10,
};

/// The values of the shared wires. In a drive record the wires of groups that are not enabled are
/// 0.
struct Levels {
    std::uint32_t ad = 0;
    std::uint32_t ad_high = 0;   ///< AD[63:32]
    std::uint8_t cbe = 0;        ///< Command or byte enables, 4 bits.
    std::uint8_t cbe_high = 0;   ///< Byte enables of AD[63:32], 4 bits; reserved in an address phase.
    std::uint8_t enabled = 0;    ///< Enable bits: groups that this half, or on the bus any half, drives.
    std::uint8_t enabled64 = 0;  ///< Enable64 bits, with the same meaning.
    bool par = false;            ///< The level of PAR (even parity), not a meaning.
    bool par64 = false;          ///< The same over AD[63:32] and C/BE[7:4]#.
    bool frame = false, irdy = false, trdy = false, devsel = false, stop = false, perr = false, serr = false;
    bool req64 = false, ack64 = false;
    /// Groups (Enable) with a wire that is neither 0 nor 1, as a core in another simulator drives.
    std::uint8_t unknown = 0;

    bool operator==(const Levels& o) const;
    /// The same levels without data: AD, PAR and their upper halves are 0.
    Levels without_data() const;
    /// Merges two records: a wire that is not enabled is 0 in its record.
    Levels& operator|=(const Levels& o);
    bool idle() const { return !frame && !irdy; }
    Levels& drive(std::uint8_t group) { return enabled |= group, *this; }
    Levels& drive64(std::uint8_t group) { return enabled64 |= group, *this; }
};
static_assert(sizeof(Levels) == 24);
static_assert(std::has_unique_object_representations_v<Levels>);
/// A record as three words, in which it is compared and merged every clock.
struct LevelsWords {
    LevelsWords() : w{} {}
    explicit LevelsWords(const Levels& l) { std::memcpy(w, &l, sizeof(w)); }
    Levels levels() const {
        Levels l;
        std::memcpy(static_cast<void*>(&l), w, sizeof(w));
        return l;
    }
    std::uint64_t w[3];
};
inline bool Levels::operator==(const Levels& o) const {
    const LevelsWords a(*this), b(o);
    return ((a.w[0] ^ b.w[0]) | (a.w[1] ^ b.w[1]) | (a.w[2] ^ b.w[2])) == 0;
}
inline Levels Levels::without_data() const {
    Levels l = *this;
    l.ad = l.ad_high = 0;
    l.par = l.par64 = false;
    return l;
}
inline Levels& Levels::operator|=(const Levels& o) {
    LevelsWords a(*this);
    const LevelsWords b(o);
    for (int i = 0; i < 3; ++i) a.w[i] |= b.w[i];
    return *this = a.levels();
}
/// The union of what several halves drive, and the groups that more than one of them drives.
class DrivenLevels {
public:
    void add(const Levels& half) {
        const LevelsWords h(half);
        for (int i = 0; i < 3; ++i) shared_.w[i] |= all_.w[i] & h.w[i], all_.w[i] |= h.w[i];
    }
    Levels all() const { return all_.levels(); }
    /// Only its enable bits have a meaning.
    Levels shared() const { return shared_.levels(); }

private:
    LevelsWords all_, shared_;
};
std::ostream& operator<<(std::ostream& os, const Levels& l);
inline void sc_trace(sc_core::sc_trace_file*, const Levels&, const std::string&) {}

/// Level of PAR that makes the parity of AD, C/BE# and PAR even. `cbe_wires` are the electrical
/// levels of C/BE#: the command unchanged, byte enables inverted.
constexpr bool even_parity(std::uint32_t ad, std::uint8_t cbe_wires) {
    return __builtin_parity(ad ^ (cbe_wires & 0xFu)) != 0;
}

}  // namespace niclab::pci
