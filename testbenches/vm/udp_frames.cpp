#include "udp_frames.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "core/config.h"

namespace niclab::vm {

namespace {

sockaddr_in local(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

}  // namespace

UdpPorts parse_udp_ports(const std::string& text) {
    const std::string kind = "udp:";
    UdpPorts ports;
    const char* end = text.data() + text.size();
    bool good = text.rfind(kind, 0) == 0;
    if (good) {
        const auto own = std::from_chars(text.data() + kind.size(), end, ports.own);
        good = own.ec == std::errc() && own.ptr != end && *own.ptr == ',';
        if (good) {
            const auto other = std::from_chars(own.ptr + 1, end, ports.other);
            good = other.ec == std::errc() && other.ptr == end;
        }
    }
    if (!good || ports.own == 0 || ports.other == 0 || ports.own == ports.other)
        throw core::ConfigError("--frames " + text +
                                ": no pair of ports; expected udp:OWN,OTHER, each from 1 to 65535");
    return ports;
}

UdpFrames::UdpFrames(const UdpPorts& ports) : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    const sockaddr_in own = local(ports.own), other = local(ports.other);
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&other), sizeof other) != 0)
        throw core::ConfigError("--frames udp:" + std::to_string(ports.own) + "," + std::to_string(ports.other) + ": " +
                                std::strerror(errno) + "; expected a free port");
}

std::optional<std::vector<std::uint8_t>> UdpFrames::receive() {
    std::vector<std::uint8_t> frame(kMaxOctets + 1);
    for (;;) {
        const ssize_t octets = ::recv(socket_.get(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_TRUNC);
        if (octets < 0 && errno == ECONNREFUSED) continue;  // An earlier frame had no receiver.
        if (octets < 0) return std::nullopt;
        const auto n = static_cast<std::size_t>(octets);
        if (n < kMinOctets || n > kMaxOctets) {
            ++stats_.no_frames;
            continue;
        }
        frame.resize(n);
        ++stats_.received;
        return frame;
    }
}

void UdpFrames::send(const std::vector<std::uint8_t>& frame) {
    const bool sent = ::send(socket_.get(), frame.data(), frame.size(), MSG_DONTWAIT) >= 0;
    ++(sent ? stats_.sent : stats_.unsent);
}

}  // namespace niclab::vm
