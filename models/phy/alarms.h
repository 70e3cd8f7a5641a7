/// @file The alarms of the receive side, from the optical signal to the cells.
///
/// Source: names of GR-253 and I.432 (from memory of the standards).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "core/signal.h"

namespace niclab::phy {

enum class Alarm {
    Los,      ///< Loss of signal: no light.
    Lof,      ///< Loss of frame: out of frame for milliseconds.
    Oof,      ///< Out of frame: A1 A2 missed four times.
    LineAis,  ///< Line alarm indication: K2 bits 6 to 8 are 111.
    LineRdi,  ///< The far end has lost our signal: K2 bits 6 to 8 are 110.
    Lop,      ///< Loss of pointer, or of the concatenation indication.
    PathAis,  ///< H1 and H2 all ones.
    PathRdi,  ///< The far end has lost our path: G1 bit 5.
    Lcd,      ///< Loss of cell delineation for milliseconds.
};
inline constexpr unsigned kAlarms = 9;
/// Bits of K2 and G1 that carry the alarms of the far end.
inline constexpr std::uint8_t kK2Mask = 0x07, kK2Ais = 0x07, kK2Rdi = 0x06, kG1Rdi = 0x08;

/// Name in registers and reports.
constexpr const char* name(Alarm alarm) {
    constexpr std::array<const char*, kAlarms> names{"LOS", "LOF", "OOF", "LAIS", "LRDI", "LOP", "PAIS", "PRDI", "LCD"};
    return names[static_cast<unsigned>(alarm)];
}

/// The alarms that are declared at present.
class AlarmSet {
public:
    bool active(Alarm alarm) const { return (mask_ & bit(alarm)) != 0; }
    bool any() const { return mask_ != 0; }
    bool any_of(std::initializer_list<Alarm> alarms) const {
        for (const Alarm alarm : alarms)
            if (active(alarm)) return true;
        return false;
    }
    /// Declares or clears an alarm; no effect if that is its state.
    void set(Alarm alarm, bool declared) {
        if (active(alarm) == declared) return;
        mask_ ^= bit(alarm);
        changed(alarm, declared);
    }
    core::Signal<Alarm, bool> changed;

private:
    static constexpr std::uint32_t bit(Alarm alarm) { return 1u << static_cast<unsigned>(alarm); }
    std::uint32_t mask_ = 0;
};

}  // namespace niclab::phy
