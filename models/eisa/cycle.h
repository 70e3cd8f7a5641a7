/// @file  What a CPU asks of an EISA bus: octets of one dword, of ports or of memory.
#pragma once

#include <cstdint>

#include "core/mailbox.h"

namespace niclab::eisa {

struct Access {
    bool memory = false, write = false;
    std::uint8_t enables = 0xF;  ///< Octets that are meant; one at least.
    std::uint32_t address = 0;   ///< A multiple of 4.
    std::uint32_t data = 0;      ///< To be written, or what was read; of octets not meant anything.
};

/// Between one who asks and the bus. What is asked for while a cycle runs follows it without a gap.
struct AccessChannel {
    explicit AccessChannel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Access> request;
    core::Mailbox<Access> response;
};

}  // namespace niclab::eisa
