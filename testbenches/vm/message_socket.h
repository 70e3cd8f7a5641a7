/// @file The messages of vfio-user on a connected stream socket.
///
/// Behaviour: a message is a header of 16 octets and a body. Descriptors of files travel with it.
///   All waits are limited: for the rest of a message, and for a full socket. What is not a message,
///   or does not come in time, is a ProtocolError with one sentence.
/// Source: QEMU, docs/interop/vfio-user.rst (from memory); QEMU 11.1 as the other end.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "descriptor.h"

namespace niclab::vm {

/// The other end breaks the protocol, or does not respond in time. what() is one sentence.
class ProtocolError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class Command : std::uint16_t {
    Version = 1,
    DmaMap = 2,
    DmaUnmap = 3,
    DeviceInfo = 4,
    RegionInfo = 5,
    IrqInfo = 7,
    SetIrqs = 8,
    RegionRead = 9,
    RegionWrite = 10,
    DeviceReset = 13,
    RegionWriteMulti = 15,
};
/// "REGION_READ", or "command 77".
std::string command_name(std::uint16_t command);

struct MessageHeader {
    static constexpr std::uint32_t kTypeMask = 0xF, kReply = 1, kNoReply = 0x10, kError = 0x20;  ///< Of flags.

    std::uint16_t id = 0, command = 0;
    std::uint32_t size = 0;  ///< Octets of the message, header included.
    std::uint32_t flags = 0, error = 0;
};
static_assert(sizeof(MessageHeader) == 16);

struct Message {
    MessageHeader header;
    const std::uint8_t* body = nullptr;  ///< Valid up to the next receive().
    std::size_t octets = 0;              ///< Of the body.
    std::vector<Descriptor> files;
};

class MessageSocket {
public:
    /// Octets that a message may transfer, and those of the longest message.
    static constexpr std::size_t kMaxTransfer = 1 << 20, kMaxMessage = kMaxTransfer + 64;
    static constexpr std::size_t kMaxFiles = 8;  ///< Per message.

    /// `patience_ms`: the limit of each wait.
    explicit MessageSocket(Descriptor socket, int patience_ms = 5000);
    /// Whether octets that receive() has not returned are out of the socket, or the other end is known
    /// to have closed. A wait for the descriptor is needed without them only.
    bool has_octets() const { return end_ > begin_ || ended_; }
    /// Whether octets arrive, or the other end closes, within `limit`.
    bool arrives_within(std::chrono::microseconds limit);
    /// The next message; nothing if the other end has closed between two messages.
    std::optional<Message> receive();
    int descriptor() const { return socket_.get(); }
    void send(const MessageHeader& header, const std::uint8_t* body, std::size_t octets);

private:
    bool take();
    bool fill();
    void await(short events, const char* what) const;

    Descriptor socket_;
    int patience_ms_;
    std::vector<std::uint8_t> buffer_;
    std::size_t begin_ = 0, end_ = 0;  ///< Octets of the buffer that were received and not returned.
    std::vector<Descriptor> files_;    ///< Arrived, of no message yet.
    std::size_t files_end_ = 0;        ///< Position in the buffer after the octets that they came with.
    std::vector<std::uint8_t> out_;
    bool ended_ = false;  ///< The other end has closed.
};

}  // namespace niclab::vm
