/// @file The server's end of vfio-user: a PCI device with BARs, configuration space, INTx and one
/// message of MSI for the client, which is QEMU.
///
/// Behaviour: a message that is too short for its command, or before VERSION, is a ProtocolError. A
///   request that is well formed and cannot be fulfilled gets an error as its reply, and is counted.
///   No octet outside of a message or a region is ever accessed.
/// Not modelled: MSI-X, migration, access to guest memory by messages.
#pragma once

#include <functional>

#include "message_socket.h"

namespace niclab::vm {

/// A part of the guest's memory, at its physical address.
struct DmaRange {
    std::uint64_t address = 0, octets = 0;
};

/// What a server offers. Regions 0 to 5 are BARs, 7 is configuration space.
class Device {
public:
    static constexpr unsigned kConfigRegion = 7, kRegions = 9;
    virtual ~Device() = default;
    /// 0: there is no such region.
    virtual std::uint64_t region_size(unsigned region) const = 0;
    virtual void read(unsigned region, std::uint64_t offset, std::uint8_t* data, std::size_t octets) = 0;
    virtual void write(unsigned region, std::uint64_t offset, const std::uint8_t* data, std::size_t octets) = 0;
    /// Maps memory of the guest; `file` is -1 if the client does not share it. Returns 0, or an error
    /// number.
    virtual int map(const DmaRange& range, int file, std::uint64_t file_offset) = 0;
    /// Unmaps all ranges in `range`. Returns 0, or an error number.
    virtual int unmap(const DmaRange& range) = 0;
    virtual void reset() = 0;
    /// INTA# is asserted.
    virtual bool interrupt() const = 0;
    /// Its configuration space has MSI.
    virtual bool has_msi() const = 0;
};

struct ServerStats {
    std::uint64_t messages = 0;
    std::uint64_t refused = 0;        ///< Requests with an error as their reply.
    std::uint64_t notifications = 0;  ///< Of INTA#, to the client.
    std::uint64_t interrupt_messages = 0;
    std::uint64_t unmasks = 0;  ///< Of INTx, by the client.
};

class Server {
public:
    explicit Server(Device& device) : device_(device) {}
    struct Reply {
        const std::vector<std::uint8_t>& body;
        int error = 0;
    };
    /// The reply to a message; its body is valid up to the next call. Throws ProtocolError.
    Reply handle(Message& message);
    /// Receives one message, and sends its reply. False: the client has closed the connection.
    bool serve(MessageSocket& socket);
    /// INTA# was asserted.
    void notify_interrupt();
    /// The client has unmasked INTx while INTA# is asserted, and is not notified of it yet. QEMU lowers
    /// and unmasks the interrupt with each access that follows a notification: while the driver goes on
    /// with accesses, each of them would cost two messages more.
    bool interrupt_is_due() const { return due_ && device_.interrupt(); }
    /// The device has sent its message of MSI.
    void notify_message();
    /// Called when a request was received, before its reply, and when the client was notified of an
    /// interrupt.
    std::function<void()> received, replying, notified;

    const ServerStats& stats() const { return stats_; }
    /// The last request with an error as its reply, in one sentence; empty: none.
    const std::string& refusal() const { return refusal_; }

private:
    int version(const Message& message);
    int map(const Message& message);
    int unmap(const Message& message);
    int device_info(const Message& message);
    int region_info(const Message& message);
    int irq_info(const Message& message);
    int set_irqs(Message& message);
    int set_msi(Message& message);
    void notify(const Descriptor& event, std::uint64_t& count);
    int region_read(const Message& message);
    int region_write(const Message& message);
    int region_write_multi(const Message& message);
    int dispatch(Message& message);
    bool in_region(unsigned region, std::uint64_t offset, std::uint64_t octets) const;

    Device& device_;
    ServerStats stats_;
    std::vector<std::uint8_t> out_;
    std::string refusal_;
    Descriptor intx_, msi_;  ///< Events of the client.
    bool masked_ = false;
    bool due_ = false;  ///< INTx was unmasked since the last notification.
    bool greeted_ = false;
};

}  // namespace niclab::vm
