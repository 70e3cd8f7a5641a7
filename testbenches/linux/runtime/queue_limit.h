/// @file The byte queue limit of a network device: octets that its driver may have at a time.
///
/// Behaviour: the limit begins with 0, which one frame may exceed. It grows by what a completion
///   reports if the queue was stopped and is empty then.
/// Source: the kernel's description of dynamic queue limits.
/// Not modelled: a limit that falls again after a second.
#pragma once

#include <cstdint>

#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

class QueueLimit {
public:
    void add(std::uint64_t octets, CodeAddress caller) {
        held_ += octets, added_at_ = caller;
        stopped_ = stopped_ || held_ > limit_;
    }
    /// Whether the driver had them.
    bool complete(std::uint64_t octets) {
        if (octets > held_) return false;
        held_ -= octets;
        if (stopped_ && held_ == 0) limit_ += octets;
        stopped_ = held_ > limit_;
        return true;
    }
    void reset() { held_ = limit_ = 0, stopped_ = false; }
    /// No limit from now on.
    void disable() { disabled_ = true; }
    bool is_stopped() const { return stopped_ && !disabled_; }
    std::uint64_t held() const { return held_; }
    /// Place of the last frame.
    CodeAddress added_at() const { return added_at_; }

private:
    std::uint64_t held_ = 0, limit_ = 0;
    bool stopped_ = false, disabled_ = false;
    CodeAddress added_at_ = nullptr;
};

}  // namespace niclab::linux_kernel
