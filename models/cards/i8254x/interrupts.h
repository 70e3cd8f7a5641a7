/// @file The interrupt of the chip: causes with their mask, the minimum interval between two
/// interrupts, and the delays after a received or a sent frame.
///
/// Source: 317453, sections 3.2.7, 3.4.3 and 13.4 (from memory of it): a read of ICR clears it.
///   ITR counts 256 ns. RDTR, RADV, TIDV and TADV count 1.024 us: the first of each pair restarts
///   with every frame, the second does not.
///   A chip with vectors (Vectors) has causes for them, too (317694, section 7.4, from memory).
/// Assumed: the interval of ITR begins when the interrupt is asserted. A change of the link and an
///   overrun are the other causes of a vector.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "cards/i8254x/layout.h"
#include "cards/i8254x/register_file.h"
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

/// The vectors of MSI-X: which cause is sent as which message, and when.
///
/// Behaviour: IVAR assigns a vector to the causes of each queue, and to the others. A message is sent
///   when a cause that is not masked appears. EIAC then clears the cause. With EIAME of CTRL_EXT its
///   bit in IAM masks it. EITR of the vector is the minimum interval between two messages, in units
///   of 256 ns.
/// Source: 317694, sections 7.4 and 10.2.4 (from memory of it). Offsets and bits are those of
///   defines.h and netdev.c of e1000e, of Linux 6.1 (facts).
/// Assumed: a valid entry of IVAR switches the line INTA# off, whatever the configuration space has.
/// Not modelled: the second queue of each direction.
class Vectors {
public:
    static constexpr unsigned kVectors = 5;
    /// `exist`: false: the chip has none.
    Vectors(RegisterFile& registers, Interrupts& interrupts, bool exist)
        : r_(registers), interrupts_(interrupts), exist_(exist) {}

    /// Software has assigned a vector.
    bool in_use() const {
        return exist_ && r_.has(kIvar, 1u << kReceive.valid | 1u << kSend.valid | 1u << kOthers.valid);
    }
    /// One edge: the vector of a message to send; nothing: none.
    std::optional<unsigned> take(core::Femtoseconds now) {
        sent_ &= interrupts_.causes() & interrupts_.mask();
        for (const Entry& e : kEntries) {
            if (!waits(e) || next_[number(e)] > now) continue;
            send(e, now);
            return number(e);
        }
        return std::nullopt;
    }
    /// The next edge at which take() has something to do without a new event.
    core::Femtoseconds deadline() const {
        core::Femtoseconds next = kNever;
        for (const Entry& e : kEntries)
            if (waits(e)) next = std::min(next, next_[number(e)]);
        return next;
    }
    void reset() { sent_ = 0, next_ = {}; }

private:
    /// An assignment in IVAR: its cause, the place of its number and of its valid bit.
    struct Entry {
        std::uint32_t cause;
        unsigned shift, valid;
    };
    static constexpr Entry kReceive{cause::kReceiveQueue, 0, 3}, kSend{cause::kSendQueue, 8, 11},
        kOthers{cause::kOther, 16, 19};
    static constexpr std::array<Entry, 3> kEntries{kReceive, kSend, kOthers};

    unsigned number(const Entry& e) const { return std::min(r_[kIvar] >> e.shift & 7, kVectors - 1); }
    bool waits(const Entry& e) const {
        return r_.has(kIvar, 1u << e.valid) && (interrupts_.causes() & interrupts_.mask() & ~sent_ & e.cause) != 0;
    }
    void send(const Entry& e, core::Femtoseconds now) {
        next_[number(e)] = now + (r_[kEitr + 4 * number(e)] & 0xFFFF) * kIntervalUnit;
        sent_ |= e.cause;
        interrupts_.clear_causes(e.cause & r_[kEiac]);
        if (r_.has(kCtrlExtended, kMaskOnMessage)) interrupts_.disable(e.cause & r_[kIam]);
        interrupts_.count();
    }

    RegisterFile& r_;
    Interrupts& interrupts_;
    const bool exist_;
    std::uint32_t sent_ = 0;  ///< Causes with a message, as long as they remain.
    std::array<core::Femtoseconds, kVectors> next_{};
};

}  // namespace niclab::i8254x
