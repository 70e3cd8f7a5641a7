#include "message_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace niclab::vm {

namespace {

/// Room for more than one message, so that few calls of the system are needed.
constexpr std::size_t kBuffer = 2 * MessageSocket::kMaxMessage;

std::string size_sentence(const MessageHeader& header) {
    return "vfio-user " + command_name(header.command) + ": a message of " + std::to_string(header.size) +
           " octets; expected " + std::to_string(sizeof header) + " to " + std::to_string(MessageSocket::kMaxMessage);
}

}  // namespace

std::string command_name(std::uint16_t command) {
    switch (static_cast<Command>(command)) {
        case Command::Version:
            return "VERSION";
        case Command::DmaMap:
            return "DMA_MAP";
        case Command::DmaUnmap:
            return "DMA_UNMAP";
        case Command::DeviceInfo:
            return "DEVICE_GET_INFO";
        case Command::RegionInfo:
            return "DEVICE_GET_REGION_INFO";
        case Command::IrqInfo:
            return "DEVICE_GET_IRQ_INFO";
        case Command::SetIrqs:
            return "DEVICE_SET_IRQS";
        case Command::RegionRead:
            return "REGION_READ";
        case Command::RegionWrite:
            return "REGION_WRITE";
        case Command::DeviceReset:
            return "DEVICE_RESET";
        case Command::RegionWriteMulti:
            return "REGION_WRITE_MULTI";
    }
    return "command " + std::to_string(command);
}

MessageSocket::MessageSocket(Descriptor socket, int patience_ms)
    : socket_(std::move(socket)), patience_ms_(patience_ms), buffer_(kBuffer) {}

bool MessageSocket::arrives_within(std::chrono::microseconds limit) {
    if (has_octets()) return true;
    pollfd p{socket_.get(), POLLIN, 0};
    constexpr long kUsPerS = 1'000'000, kNsPerUs = 1000;
    const timespec timeout{limit.count() / kUsPerS, limit.count() % kUsPerS * kNsPerUs};
    return ::ppoll(&p, 1, &timeout, nullptr) > 0;
}

/// Waits for `events` up to the limit.
void MessageSocket::await(short events, const char* what) const {
    pollfd p{socket_.get(), events, 0};
    int ready = 0;
    do ready = ::poll(&p, 1, patience_ms_);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0)
        throw ProtocolError("vfio-user: the other end did not " + std::string(what) + " within " +
                            std::to_string(patience_ms_) + " ms; expected a whole message");
}

/// Takes what has arrived, without a wait. False: nothing.
bool MessageSocket::take() {
    if (begin_ == end_) begin_ = end_ = 0;
    if (buffer_.size() - end_ < MessageSocket::kMaxMessage) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        files_end_ -= files_end_ > begin_ ? begin_ : files_end_;
        end_ -= begin_, begin_ = 0;
    }
    iovec to{buffer_.data() + end_, buffer_.size() - end_};
    alignas(cmsghdr) char control[CMSG_SPACE(kMaxFiles * sizeof(int))];
    msghdr m{};
    m.msg_iov = &to, m.msg_iovlen = 1, m.msg_control = control, m.msg_controllen = sizeof control;
    const ssize_t got = ::recvmsg(socket_.get(), &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (got <= 0) return ended_ = true, false;  // A connection that was reset has ended, too.
    end_ += static_cast<std::size_t>(got);
    for (cmsghdr* c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
        const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
            files_.emplace_back(fd);
        }
        files_end_ = end_;
    }
    return true;
}

/// Takes what has arrived, after a wait if there is nothing. False: the other end has closed.
bool MessageSocket::fill() {
    while (!ended_) {
        if (take()) return true;
        if (!ended_) await(POLLIN, "send the rest of a message");
    }
    return false;
}

std::optional<Message> MessageSocket::receive() {
    MessageHeader header;
    while (end_ - begin_ < sizeof header) {
        if (fill()) continue;
        if (begin_ == end_) return std::nullopt;
        throw ProtocolError("vfio-user: the connection ended within a message; expected its rest");
    }
    std::memcpy(&header, buffer_.data() + begin_, sizeof header);
    if (header.size < sizeof header || header.size > kMaxMessage) throw ProtocolError(size_sentence(header));
    while (end_ - begin_ < header.size)
        if (!fill()) throw ProtocolError("vfio-user: the connection ended within a message; expected its rest");
    Message message;
    message.header = header;
    message.body = buffer_.data() + begin_ + sizeof header;
    message.octets = header.size - sizeof header;
    begin_ += header.size;
    // The kernel ends a read after octets with files, so that these belong to its last message.
    if (!files_.empty() && files_end_ <= begin_) message.files.swap(files_);
    if (message.files.size() > kMaxFiles)
        throw ProtocolError("vfio-user " + command_name(header.command) + ": " + std::to_string(message.files.size()) +
                            " files; expected at most " + std::to_string(kMaxFiles));
    return message;
}

void MessageSocket::send(const MessageHeader& header, const std::uint8_t* body, std::size_t octets) {
    out_.resize(sizeof header + octets);
    std::memcpy(out_.data(), &header, sizeof header);
    if (octets > 0) std::memcpy(out_.data() + sizeof header, body, octets);
    for (std::size_t at = 0; at < out_.size();) {
        const ssize_t sent = ::send(socket_.get(), out_.data() + at, out_.size() - at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            at += static_cast<std::size_t>(sent);
        } else if (errno == EAGAIN) {
            await(POLLOUT, "take a reply");
        } else if (errno != EINTR) {
            return;  // The other end has closed: the next receive() reports it.
        }
    }
}

}  // namespace niclab::vm
