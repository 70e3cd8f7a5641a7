/// @file The common part of drivers of cards for an ATM line: a channel is a virtual channel, a
/// packet is an AAL5 SDU.
#pragma once

#include "atm/cell.h"
#include "host/netdevice.h"

namespace niclab::board {

/// Virtual channels as programs name them.
constexpr host::Channel channel(std::uint8_t vpi, std::uint16_t vci) { return std::uint32_t{vpi} << 16 | vci; }
constexpr std::uint8_t vpi_of(host::Channel c) { return static_cast<std::uint8_t>(c >> 16); }
constexpr std::uint16_t vci_of(host::Channel c) { return static_cast<std::uint16_t>(c); }

class AtmDevice : public host::NetDevice {
public:
    void describe(core::StatsVisitor& visitor) const override;

protected:
    using NetDevice::NetDevice;
    /// Passes a received PDU of a connection to the program: its SDU, or all of it if its trailer
    /// shows an error.
    void deliver_cpcs(host::Channel connection, std::vector<std::uint8_t> cpcs_pdu, bool crc_error);
    /// The word of a cell's header in a descriptor.
    static std::uint32_t header_of(host::Channel c) { return atm::Header{0, vpi_of(c), vci_of(c), 0, false}.word(); }

private:
    std::uint64_t crc_errors_ = 0, length_errors_ = 0;
};

}  // namespace niclab::board
