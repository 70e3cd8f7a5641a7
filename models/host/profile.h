/// @file A host as data: the timing of its memory on the PCI bus and the cost of its software.
///
/// Behaviour: a profile is a TOML file; to add a host, copy one. Calibrated numbers name the
///   published rows to which they were fitted.
#pragma once

#include <string>

#include "core/config.h"

namespace niclab::host {

/// Wait clocks that the bridge adds before the first data, and occasional stalls for a named
/// reason.
struct AccessTiming {
    unsigned wait_clocks = 1;      ///< 0..30, on top of medium decode.
    double stall_probability = 0;  ///< 0..1 per transaction.
    unsigned stall_clocks = 0;     ///< 0..64
};

/// Microseconds of a software path: fixed + per payload octet.
struct SoftwareCost {
    double fixed_us = 0, per_octet_ns = 0;
    double us(std::size_t payload_octets) const { return fixed_us + per_octet_ns * 1e-3 * double(payload_octets); }
};

/// The costs of one protocol's paths through the host.
struct ProtocolCost {
    SoftwareCost send;     ///< From the call to the doorbell.
    SoftwareCost receive;  ///< From the PDU in memory to the application.
    SoftwareCost echo;     ///< From the PDU in memory to the doorbell of the reply, instead of the two.
};

struct Profile {
    std::string name = "ideal";
    AccessTiming read, write;
    unsigned later_wait_clocks = 0;  ///< 0..8 before each data phase after the first.
    double interrupt_us = 0;         ///< From INTA# to the first register access of the handler.
    double serial_us = 88.2;         ///< One access to the serial port.
    ProtocolCost tcp, udp, raw;
    const ProtocolCost& cost(const std::string& protocol) const {
        return protocol == "tcp" ? tcp : protocol == "udp" ? udp : raw;
    }
};

/// Reads a profile. Throws core::ConfigError.
Profile read_profile(core::ConfigTable table);

}  // namespace niclab::host
