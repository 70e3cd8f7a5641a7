/// @file An access of a CPU to an ISA bus: an octet, or a word at an even address, of ports or of
/// memory.
#pragma once

#include <cstdint>

#include "core/mailbox.h"

namespace niclab::isa {

enum class Space : std::uint8_t { Port, Memory };

struct Access {
    Space space = Space::Port;
    bool write = false;
    bool word = false;          ///< The address is even.
    std::uint32_t address = 0;  ///< 16 bits of a port, 24 of memory.
    std::uint16_t data = 0;     ///< To be written, or the result of a read. An octet is in bits 7:0.
};

/// The channel between a requester and the bus; one access at a time.
struct AccessChannel {
    explicit AccessChannel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Access> request;
    core::Mailbox<Access> response;
};

}  // namespace niclab::isa
