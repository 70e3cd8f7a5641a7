/// @file An access of a CPU to an EISA bus: octets of one dword, of ports or of memory.
#pragma once

#include <cstdint>

#include "core/mailbox.h"

namespace niclab::eisa {

struct Access {
    bool memory = false, write = false;
    std::uint8_t enables = 0xF;  ///< Enabled octets; at least one.
    std::uint32_t address = 0;   ///< A multiple of 4.
    std::uint32_t data = 0;      ///< To be written, or the result of a read; octets that are not enabled are undefined.
};

/// The channel between a requester and the bus. An access that is requested during a cycle follows
/// it without a gap.
struct AccessChannel {
    explicit AccessChannel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Access> request;
    core::Mailbox<Access> response;
};

}  // namespace niclab::eisa
