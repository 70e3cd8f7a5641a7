/// @file The software of a host on its CPU: each activity of the stack takes its cost in its
/// context.
#pragma once

#include "host/cpu.h"
#include "kernel/costs.h"

namespace niclab::kernel {

class Software : public stack::Executor {
public:
    Software(base::EventQueue& event_queue, const Costs& costs, unsigned processors)
        : cpu_(event_queue, processors), costs_(costs) {
        cpu_.add(host::Context::Interrupt, "interrupt");
        cpu_.add(host::Context::Protocol, "protocol");
    }
    stack::Strand add_program(const std::string& name) override { return cpu_.add(host::Context::Process, name); }
    void spend(stack::Strand strand, stack::Activity what, std::uint32_t octets, base::Call then) override {
        const auto k = static_cast<std::size_t>(what);
        ++times_[k];
        octets_[k] += octets;
        cpu_.post(strand, costs_[k].of(octets), then);
    }
    const host::Cpu& cpu() const { return cpu_; }
    host::Cpu& cpu() { return cpu_; }
    /// Number of calls of each activity, and of the octets that they processed.
    const std::array<std::uint64_t, stack::kActivities>& times() const { return times_; }
    const std::array<std::uint64_t, stack::kActivities>& octets() const { return octets_; }

private:
    host::Cpu cpu_;
    Costs costs_;
    std::array<std::uint64_t, stack::kActivities> times_{}, octets_{};
};

}  // namespace niclab::kernel
