/// @file The interrupt of the chip: causes with their mask, the minimum interval between two
/// interrupts, and the delays after a received or a sent frame.
///
/// Source: 317453, sections 3.2.7, 3.4.3 and 13.4 (from memory of it): a read of ICR clears it.
///   ITR counts 256 ns. RDTR, RADV, TIDV and TADV count 1.024 us: the first of each pair restarts
///   with every frame, the second does not.
///   A chip with vectors (vectors.h) has causes for them, too (317694, section 7.4, from memory).
/// Assumed: the interval of ITR begins when the interrupt is asserted. A change of the link and an
///   overrun are the other causes of a vector.
#pragma once

#include <algorithm>
#include <utility>

#include "cards/i8254x/layout.h"
#include "core/time.h"

namespace niclab::i8254x {

inline constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0}, kIntervalUnit = 256'000'000;

/// A pair of timers that delay the interrupt of a direction.
class DelayTimers {
public:
    /// A frame is complete; the values are those of the registers, 0 of `absolute`: it is off.
    void start(core::Femtoseconds now, std::uint32_t delay, std::uint32_t absolute) {
        restarted_ = now + delay * kUnit;
        if (absolute_ == kNever && absolute > 0) absolute_ = now + absolute * kUnit;
    }
    core::Femtoseconds deadline() const { return std::min(restarted_, absolute_); }
    /// The time is over; both are off from now on.
    bool take(core::Femtoseconds now) { return deadline() <= now && (stop(), true); }
    void stop() { restarted_ = absolute_ = kNever; }

private:
    static constexpr core::Femtoseconds kUnit = 1'024'000'000;
    core::Femtoseconds restarted_ = kNever, absolute_ = kNever;
};

class Interrupts {
public:
    explicit Interrupts(bool has_vectors)
        : all_(cause::kOfLine | (has_vectors ? cause::kReceiveQueue | cause::kSendQueue | cause::kOther : 0)) {}

    void raise(std::uint32_t causes) {
        if (causes & cause::kReceived) causes |= cause::kReceiveQueue;
        if (causes & cause::kSent) causes |= cause::kSendQueue;
        if (causes & (cause::kLink | cause::kOverrun)) causes |= cause::kOther;
        causes_ |= causes & all_;
    }
    std::uint32_t causes() const { return causes_; }
    std::uint32_t read_causes() {
        const std::uint32_t all = causes_;
        causes_ = 0;
        read_ = true;
        return all;
    }
    void clear_causes(std::uint32_t causes) { causes_ &= ~causes; }
    std::uint32_t mask() const { return mask_; }
    void enable(std::uint32_t causes) { mask_ |= causes & all_; }
    void disable(std::uint32_t causes) { mask_ &= ~causes; }
    std::uint32_t interval() const { return interval_; }
    void set_interval(std::uint32_t value) { interval_ = value & 0xFFFF; }
    void reset() { causes_ = mask_ = interval_ = 0, asserted_ = read_ = false, next_ = 0; }

    /// One edge: whether INTA# is asserted from now on. A cause at the edge of a read of the causes is
    /// a new interrupt, or there would be no message for it.
    bool clock(core::Femtoseconds now) {
        const bool ends = std::exchange(read_, false) && asserted_;
        if ((causes_ & mask_) == 0 || ends) return asserted_ = false;
        if (!asserted_ && now >= next_) {
            asserted_ = true, count();
            next_ = now + interval_ * kIntervalUnit;
        }
        return asserted_;
    }
    /// The next edge at which clock() has something to do without a new event.
    core::Femtoseconds deadline() const { return (causes_ & mask_) != 0 && !asserted_ ? next_ : kNever; }
    void count() { ++interrupts_; }
    /// Assertions of INTA#, and messages.
    std::uint64_t interrupts() const { return interrupts_; }

private:
    const std::uint32_t all_;
    std::uint32_t causes_ = 0, mask_ = 0, interval_ = 0;
    bool asserted_ = false, read_ = false;
    core::Femtoseconds next_ = 0;  ///< An interrupt is allowed from this time on.
    std::uint64_t interrupts_ = 0;
};

}  // namespace niclab::i8254x
