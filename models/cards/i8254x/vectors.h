/// @file The vectors of MSI-X: which cause is sent as which message, and when.
///
/// Behaviour: IVAR assigns a vector to the causes of each queue, and to the others. A message is sent
///   when a cause that is not masked appears. EIAC then clears the cause. With EIAME of CTRL_EXT its
///   bit in IAM masks it. EITR of the vector is the minimum interval between two messages, in units
///   of 256 ns.
/// Source: 317694, sections 7.4 and 10.2.4 (from memory of it). Offsets and bits are those of
///   defines.h and netdev.c of e1000e, of Linux 6.1 (facts).
/// Assumed: a valid entry of IVAR switches the line INTA# off, whatever the configuration space has.
/// Not modelled: the second queue of each direction.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "cards/i8254x/interrupts.h"
#include "cards/i8254x/register_file.h"

namespace niclab::i8254x {

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
