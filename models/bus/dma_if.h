/// @file The interface between a DMA engine and a PCI initiator: one whole burst at a time.
///
/// Behaviour: the engine posts a Burst into `request`. The initiator posts the same Burst,
///   completed, into `response` after the last data phase. The initiator handles retries,
///   disconnects and the latency timer.
#pragma once

#include <array>
#include <cstdint>

#include "bus/command.h"
#include "core/mailbox.h"

namespace niclab::bus {

/// Maximum length of a burst: 13 dwords contain the 48 octets of a cell at any byte address.
inline constexpr unsigned kMaxBurstDwords = 16;

/// The purpose of a burst; for observers only, no module depends on it.
enum class Purpose : std::uint8_t {
    Descriptor,     ///< Of data to be sent, from a queue in host memory.
    PayloadRead,    ///< Payload to send, from a buffer in host memory.
    SendStatus,     ///< Status of sent data.
    PayloadWrite,   ///< Received payload, to a buffer in host memory.
    ReceiveStatus,  ///< Status of received data.
    RawUnit,        ///< A received unit of the line, unchanged.
    TableRead,      ///< Entry of a table in host memory.
    TableWrite,     ///< Changed entry of such a table.
    TailPoll,       ///< A read of a queue's tail in host memory.
    Register,       ///< Register or configuration access of the host's CPU.
    PioWrite,       ///< The host's CPU writes payload into a card's packet memory.
    PioStatus,      ///< The host's CPU reads the status of a received packet there.
    PioRead,        ///< The host's CPU reads the packet's payload.
    Background,     ///< Other traffic on the bus.
};

enum class BurstStatus : std::uint8_t {
    Pending,
    Done,
    MasterAbort,  ///< No target claimed it; reads return ones.
    TargetAbort,  ///< The target aborted it; data from the first missing dword on are ones.
    Reset,        ///< RST# came first, or was already asserted.
};

/// The times of a burst's phases at the initiator: for each the rising clock edge at which the pin
/// is sampled, in femtoseconds.
struct BurstTimes {
    core::Femtoseconds req = 0;         ///< REQ# first sampled asserted on behalf of this burst.
    core::Femtoseconds gnt = 0;         ///< GNT# sampled asserted with the bus idle.
    core::Femtoseconds frame = 0;       ///< FRAME# first sampled asserted (of the attempt that moved the first data).
    core::Femtoseconds first_data = 0;  ///< First data phase completes: TRDY# and IRDY# sampled asserted.
    core::Femtoseconds last_data = 0;
    std::uint32_t retries = 0, disconnects = 0;
};

struct Burst {
    Command command = Command::MemoryRead;
    Purpose purpose = Purpose::Background;
    BurstStatus status = BurstStatus::Pending;
    std::uint8_t dwords = 1;           ///< 1..kMaxBurstDwords
    std::uint8_t first_enables = 0xF;  ///< Byte enables of the first dword, 1 = enabled.
    std::uint8_t last_enables = 0xF;   ///< Of the last dword (unused for a single dword).
    bool parity_error = false;         ///< Wrong PAR in a read, PERR# in a write; see Initiator.
    std::uint32_t address = 0;         ///< Byte address, multiple of 4; for I/O that of the first enabled octet.
    std::uint32_t address_high = 0;    ///< Not 0: a dual address cycle has it as AD[63:32].
    std::array<std::uint32_t, kMaxBurstDwords> data{};  ///< Data to write, or the result of a read.
    BurstTimes times;

    /// Number of enabled octets.
    unsigned enabled_octets() const {
        const auto disabled = [](unsigned enables) { return 4u - static_cast<unsigned>(__builtin_popcount(enables)); };
        return 4u * dwords - disabled(first_enables) - (dwords > 1 ? disabled(last_enables) : 0u);
    }
};

/// The two mailboxes between one engine and its way to the bus.
template <class Item>
struct Channel {
    explicit Channel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Item> request;
    core::Mailbox<Item> response;
};
using DmaChannel = Channel<Burst>;

}  // namespace niclab::bus
