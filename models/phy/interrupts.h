/// @file The causes of the PHY's INT#: a cause is latched at its event and cleared by a read of its
/// register.
#pragma once

#include <cstdint>

#include "core/signal.h"

namespace niclab::phy {

/// Alarms interrupt when they are declared and when they are cleared; the other causes at each
/// event.
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
    /// Sets the causes that drive the pin.
    void enable(std::uint32_t causes) { change(pending_, causes); }
    bool any_enabled() const { return enabled_ != 0; }
    bool enabled(Cause cause) const { return (enabled_ & bit(cause)) != 0; }
    /// Level of INT#, true = asserted.
    bool level() const { return (pending_ & enabled_) != 0; }
    /// Reports each assertion of INT#.
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
