/// @file The register window of a card as the port of its PCI target.
///
/// Timing: writes and read requests are posted to the SAR, which processes them at its next clock
///   edge (two-phase). The result of a read is ready when the wait clocks are over. So nothing
///   depends on the order of modules at a clock edge.
#pragma once

#include "bus/target_if.h"
#include "core/mailbox.h"

namespace niclab::card {

struct RegisterAccess {
    std::uint32_t offset = 0, data = 0;
    bool write = false;
    std::uint32_t mask = 0;  ///< Bits of the octets that are written.
};

class RegisterPort : public bus::TargetPort {
public:
    /// `wait_clocks`: PCI clocks until the SAR has completed a read.
    RegisterPort(const char* name, unsigned wait_clocks) : requests(name), wait_clocks_(wait_clocks) {}

    Answer begin(const Access& access) override {
        if (requests.full()) return {true, false, 0};  // The last access has still to be processed.
        if (!bus::is_write(access.command)) requests.post({access.offset & 0xFCu, 0, false, 0});
        return {false, false, wait_clocks_};
    }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    bool is_repeatable() const override { return true; }
    std::uint32_t read(const Access&) override { return answer; }
    void write(const Access& access, std::uint32_t data) override {
        std::uint32_t mask = 0;
        for (unsigned i = 0; i < 4; ++i)
            if (access.byte_enables >> i & 1u) mask |= 0xFFu << 8 * i;
        requests.post({access.offset & 0xFCu, data, true, mask});
    }

    core::Mailbox<RegisterAccess> requests;
    std::uint32_t answer = 0;  ///< Written by the SAR in the clock after the request.

private:
    unsigned wait_clocks_;
};

}  // namespace niclab::card
