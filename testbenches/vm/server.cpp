#include "server.h"

#include <poll.h>

#include <cerrno>
#include <cstring>

namespace niclab::vm {

namespace {

constexpr std::uint32_t kIrqs = 5, kIntxIndex = 0, kMsiIndex = 1;  // INTx, MSI, MSI-X, error, request
constexpr std::uint32_t kDataBool = 2, kDataEventFd = 4, kMask = 8, kUnmask = 0x10, kTrigger = 0x20;
/// Writes that one message may pack.
constexpr std::uint64_t kMaxWrites = 4096;
constexpr std::size_t kPackedWrite = 24, kPackedData = 8;

void require(const Message& message, std::size_t octets) {
    if (message.octets < octets)
        throw ProtocolError("vfio-user " + command_name(message.header.command) + ": a body of " +
                            std::to_string(message.octets) + " octets; expected at least " + std::to_string(octets));
}

/// A field of the body, which must have it.
template <class T>
T field(const Message& message, std::size_t at) {
    require(message, at + sizeof(T));
    T value{};
    std::memcpy(&value, message.body + at, sizeof value);
    return value;
}

template <class T>
void put(std::vector<std::uint8_t>& out, std::size_t at, T value) {
    std::memcpy(out.data() + at, &value, sizeof value);
}

}  // namespace

bool Server::in_region(unsigned region, std::uint64_t offset, std::uint64_t octets) const {
    const std::uint64_t size = region < Device::kRegions ? device_.region_size(region) : 0;
    return octets > 0 && octets <= MessageSocket::kMaxTransfer && octets <= size && offset <= size - octets;
}

int Server::version(const Message& message) {
    const auto major = field<std::uint16_t>(message, 0), minor = field<std::uint16_t>(message, 2);
    if (major != 0)
        throw ProtocolError("vfio-user VERSION: " + std::to_string(major) + "." + std::to_string(minor) +
                            "; expected 0.1 or an earlier one");
    const std::string capabilities = R"({"capabilities":{"max_msg_fds":)" + std::to_string(MessageSocket::kMaxFiles) +
                                     R"(,"max_data_xfer_size":)" + std::to_string(MessageSocket::kMaxTransfer) +
                                     R"(,"write_multiple":true}})";
    out_.resize(4 + capabilities.size() + 1);
    put(out_, 0, major);
    put(out_, 2, minor);
    std::memcpy(out_.data() + 4, capabilities.c_str(), capabilities.size() + 1);
    greeted_ = true;
    return 0;
}

int Server::map(const Message& message) {
    require(message, 32);
    const auto file_offset = field<std::uint64_t>(message, 8);
    const DmaRange range{field<std::uint64_t>(message, 16), field<std::uint64_t>(message, 24)};
    if (range.octets == 0 || range.address + range.octets - 1 < range.address) return EINVAL;
    return device_.map(range, message.files.empty() ? -1 : message.files.front().get(), file_offset);
}

int Server::unmap(const Message& message) {
    constexpr std::uint32_t kAll = 2;
    require(message, 24);
    DmaRange range{field<std::uint64_t>(message, 8), field<std::uint64_t>(message, 16)};
    if (field<std::uint32_t>(message, 4) & kAll) range = {0, ~std::uint64_t{0}};
    if (range.octets == 0 || range.address + range.octets - 1 < range.address) return EINVAL;
    out_.assign(message.body, message.body + 24);
    return device_.unmap(range);
}

int Server::device_info(const Message& message) {
    constexpr std::uint32_t kReset = 1, kPci = 2;
    require(message, 16);
    out_.resize(16);
    put<std::uint32_t>(out_, 0, 16);
    put(out_, 4, kReset | kPci);
    put<std::uint32_t>(out_, 8, Device::kRegions);
    put(out_, 12, kIrqs);
    return 0;
}

int Server::region_info(const Message& message) {
    constexpr std::uint32_t kReadable = 1, kWritable = 2;
    require(message, 32);
    const auto region = field<std::uint32_t>(message, 8);
    if (region >= Device::kRegions) return EINVAL;
    const std::uint64_t size = device_.region_size(region);
    out_.assign(32, 0);
    put<std::uint32_t>(out_, 0, 32);
    put(out_, 4, size > 0 ? kReadable | kWritable : 0u);
    put(out_, 8, region);
    put(out_, 16, size);
    return 0;
}

int Server::irq_info(const Message& message) {
    constexpr std::uint32_t kEventFd = 1, kMaskable = 2, kAutomasked = 4;
    require(message, 16);
    const auto index = field<std::uint32_t>(message, 8);
    if (index >= kIrqs) return EINVAL;
    out_.assign(16, 0);
    put<std::uint32_t>(out_, 0, 16);
    const bool msi = index == kMsiIndex && device_.has_msi();
    put(out_, 4, index == kIntxIndex ? kEventFd | kMaskable | kAutomasked : msi ? kEventFd : 0u);
    put(out_, 8, index);
    put<std::uint32_t>(out_, 12, index == kIntxIndex || msi ? 1 : 0);
    return 0;
}

/// QEMU masks INTx by itself with each notification, and unmasks it when the driver has served it.
int Server::set_irqs(Message& message) {
    require(message, 20);
    const auto flags = field<std::uint32_t>(message, 4), index = field<std::uint32_t>(message, 8);
    const auto start = field<std::uint32_t>(message, 12), count = field<std::uint32_t>(message, 16);
    if (index >= kIrqs || start > 0 || count > 1) return EINVAL;
    if (index == kMsiIndex && device_.has_msi()) return set_msi(message);
    if (index != kIntxIndex) return count == 0 ? 0 : EINVAL;
    if (flags & kTrigger) {
        if (flags & kDataEventFd) {
            intx_ = message.files.empty() ? Descriptor() : std::move(message.files.front());
            masked_ = false;
        } else if (count == 0) {
            intx_ = Descriptor();
        } else {
            return EINVAL;  // A test of the interrupt by the client.
        }
    } else if (flags & (kMask | kUnmask)) {
        if (flags & kDataEventFd) return EINVAL;
        const bool applies = !(flags & kDataBool) || field<std::uint8_t>(message, 20) != 0;
        if (applies) masked_ = (flags & kMask) != 0;
        if (applies && !masked_) ++stats_.unmasks;
        due_ = !masked_;
        return 0;
    } else {
        return EINVAL;
    }
    if (device_.interrupt()) notify_interrupt();
    return 0;
}

/// QEMU masks a message by itself.
int Server::set_msi(Message& message) {
    const auto flags = field<std::uint32_t>(message, 4), count = field<std::uint32_t>(message, 16);
    if (!(flags & kTrigger) || (!(flags & kDataEventFd) && count > 0)) return EINVAL;
    msi_ = count == 0 || message.files.empty() ? Descriptor() : std::move(message.files.front());
    return 0;
}

int Server::region_read(const Message& message) {
    require(message, 16);
    const auto offset = field<std::uint64_t>(message, 0);
    const auto region = field<std::uint32_t>(message, 8), octets = field<std::uint32_t>(message, 12);
    if (!in_region(region, offset, octets)) return EINVAL;
    out_.resize(16 + octets);
    std::memcpy(out_.data(), message.body, 16);
    device_.read(region, offset, out_.data() + 16, octets);
    return 0;
}

int Server::region_write(const Message& message) {
    require(message, 16);
    const auto offset = field<std::uint64_t>(message, 0);
    const auto region = field<std::uint32_t>(message, 8), octets = field<std::uint32_t>(message, 12);
    if (!in_region(region, offset, octets)) return EINVAL;
    require(message, std::size_t{16} + octets);
    out_.assign(message.body, message.body + 16);
    device_.write(region, offset, message.body + 16, octets);
    return 0;
}

int Server::region_write_multi(const Message& message) {
    const auto count = field<std::uint64_t>(message, 0);
    if (count > kMaxWrites) return EINVAL;
    require(message, 8 + kPackedWrite * count);
    out_.assign(message.body, message.body + 8);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t at = 8 + kPackedWrite * i;
        const auto offset = field<std::uint64_t>(message, at);
        const auto region = field<std::uint32_t>(message, at + 8), octets = field<std::uint32_t>(message, at + 12);
        if (octets > kPackedData || !in_region(region, offset, octets)) return EINVAL;
        device_.write(region, offset, message.body + at + 16, octets);
    }
    return 0;
}

int Server::dispatch(Message& message) {
    const auto command = static_cast<Command>(message.header.command);
    if (!greeted_ && command != Command::Version)
        throw ProtocolError("vfio-user " + command_name(message.header.command) +
                            ": before VERSION; expected VERSION first");
    switch (command) {
        case Command::Version:
            return version(message);
        case Command::DmaMap:
            return map(message);
        case Command::DmaUnmap:
            return unmap(message);
        case Command::DeviceInfo:
            return device_info(message);
        case Command::RegionInfo:
            return region_info(message);
        case Command::IrqInfo:
            return irq_info(message);
        case Command::SetIrqs:
            return set_irqs(message);
        case Command::RegionRead:
            return region_read(message);
        case Command::RegionWrite:
            return region_write(message);
        case Command::DeviceReset:
            return device_.reset(), 0;
        case Command::RegionWriteMulti:
            return region_write_multi(message);
    }
    return EOPNOTSUPP;
}

Server::Reply Server::handle(Message& message) {
    ++stats_.messages;
    out_.clear();
    const int error = dispatch(message);
    if (error != 0) {
        ++stats_.refused;
        out_.clear();
        refusal_ = "vfio-user " + command_name(message.header.command) + ": refused, " + std::strerror(error);
    }
    return {out_, error};
}

bool Server::serve(MessageSocket& socket) {
    std::optional<Message> message = socket.receive();
    if (!message) return false;
    const MessageHeader& asked = message->header;
    if ((asked.flags & MessageHeader::kTypeMask) == MessageHeader::kReply)
        throw ProtocolError("vfio-user " + command_name(asked.command) + ": a reply; expected a request");
    if (received) received();
    const Reply reply = handle(*message);
    if (asked.flags & MessageHeader::kNoReply) return true;
    if (replying) replying();
    MessageHeader header = asked;
    header.size = static_cast<std::uint32_t>(sizeof header + reply.body.size());
    header.flags = MessageHeader::kReply | (reply.error != 0 ? MessageHeader::kError : 0);
    header.error = static_cast<std::uint32_t>(reply.error);
    socket.send(header, reply.body.data(), reply.body.size());
    return true;
}

void Server::notify_interrupt() {
    due_ = false;
    if (!intx_ || masked_) return;
    masked_ = true;
    notify(intx_, stats_.notifications);
}

void Server::notify_message() {
    if (msi_) notify(msi_, stats_.interrupt_messages);
}

void Server::notify(const Descriptor& event, std::uint64_t& count) {
    const std::uint64_t one = 1;
    pollfd p{event.get(), POLLOUT, 0};
    if (::poll(&p, 1, 0) <= 0) return;  // The file of the client is no event, and would block.
    [[maybe_unused]] const ssize_t written = ::write(event.get(), &one, sizeof one);
    ++count;
    if (notified) notified();
}

}  // namespace niclab::vm
