/// @file  Causes of the PHY's INT#: latched when something happens, cleared when their register is read.
#pragma once

#include <cstdint>

#include "core/signal.h"

namespace niclab::phy {

/// Alarms interrupt when they come and when they go; the others each time.
enum class Cause {
    SectionBip,
    Los,
    Lof,
    Oof,
    LineFebe,
    LineBip,
    LineAis,
    LineRdi,
    PathLabel,
    Lop,
    PathAis,
    PathRdi,
    PathBip,
    PathFebe,
    Ocd,
    HcsCorrected,
    HcsDropped,
    RxOverrun,
    TxSoc,
    TxOverrun,
    TxParity,
    Lcd,
    DataLock,
};
inline constexpr unsigned kCauses = 23;

class Interrupts {
public:
    static constexpr std::uint32_t bit(Cause cause) { return 1u << static_cast<unsigned>(cause); }

    void raise(Cause cause) { change(pending_ | bit(cause), enabled_); }
    bool pending(Cause cause) const { return (pending_ & bit(cause)) != 0; }
    void clear(Cause cause) { pending_ &= ~bit(cause); }
    void clear() { pending_ = 0; }
    /// The causes that drive the pin.
    void enable(std::uint32_t causes) { change(pending_, causes); }
    bool any_enabled() const { return enabled_ != 0; }
    bool enabled(Cause cause) const { return (enabled_ & bit(cause)) != 0; }
    /// Level of INT#, true = asserted.
    bool level() const { return (pending_ & enabled_) != 0; }
    /// INT# was asserted.
    core::Signal<> raised;

private:
    void change(std::uint32_t pending, std::uint32_t enabled) {
        const bool before = level();
        pending_ = pending;
        enabled_ = enabled;
        if (level() && !before) raised();
    }
    std::uint32_t pending_ = 0, enabled_ = 0;
};

}  // namespace niclab::phy
