/// @file A scripted client of vfio-user for tests: the messages of a session of QEMU, and a device for
/// the server.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cstring>
#include <utility>

#include "server.h"

namespace niclab::vm {

/// A device with one BAR of 32 octets, which checks that each access is inside of it.
class FakeDevice : public Device {
public:
    std::uint64_t region_size(unsigned region) const override {
        return region == 0 ? 32 : region == kConfigRegion ? 256 : 0;
    }
    void read(unsigned region, std::uint64_t offset, std::uint8_t* data, std::size_t octets) override {
        ASSERT_LE(offset + octets, region_size(region));
        std::memset(data, 0xA5, octets);
        ++reads;
    }
    void write(unsigned region, std::uint64_t offset, const std::uint8_t* data, std::size_t octets) override {
        ASSERT_LE(offset + octets, region_size(region));
        written.assign(data, data + octets);
        ++writes;
    }
    int map(const DmaRange& range, int file, std::uint64_t) override {
        EXPECT_GT(range.octets, 0u);
        mapped_file = file;
        return 0;
    }
    int unmap(const DmaRange&) override { return 0; }
    void reset() override { ++resets; }
    bool interrupt() const override { return asserted; }
    bool has_msi() const override { return msi; }

    unsigned reads = 0, writes = 0, resets = 0;
    int mapped_file = -2;
    bool asserted = false, msi = false;
    std::vector<std::uint8_t> written;
};

class Body {
public:
    template <class T>
    Body& add(T value) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
        octets.insert(octets.end(), first, first + sizeof value);
        return *this;
    }
    std::vector<std::uint8_t> octets;
};

inline Body access(std::uint64_t offset, std::uint32_t region, std::uint32_t octets) {
    return Body().add(offset).add(region).add(octets);
}
inline Body irqs(std::uint32_t flags, std::uint32_t count, std::uint32_t index = 0) {
    return Body().add(20u).add(flags).add(index).add(0u).add(count);
}
inline Body greeting() { return Body().add(std::uint16_t{0}).add(std::uint16_t{1}).add('{').add('}').add('\0'); }

constexpr std::uint32_t kTriggerEvent = 0x24, kUnmask = 0x11;

/// A message with its header.
inline std::vector<std::uint8_t> message(Command command, const Body& body, std::uint32_t flags = 0) {
    MessageHeader header;
    header.id = 7;
    header.command = static_cast<std::uint16_t>(command);
    header.size = static_cast<std::uint32_t>(sizeof header + body.octets.size());
    header.flags = flags;
    Body all;
    all.add(header);
    all.octets.insert(all.octets.end(), body.octets.begin(), body.octets.end());
    return all.octets;
}

/// The ends of a stream.
inline std::pair<Descriptor, Descriptor> connected_pair() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Sends octets, with a file unless `file` is -1.
inline void send_message(int client, std::vector<std::uint8_t> octets, int file = -1) {
    iovec v{octets.data(), octets.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr m{};
    m.msg_iov = &v, m.msg_iovlen = 1;
    if (file >= 0) {
        m.msg_control = control, m.msg_controllen = sizeof control;
        cmsghdr* c = CMSG_FIRSTHDR(&m);
        c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(c), &file, sizeof file);
    }
    ASSERT_EQ(::sendmsg(client, &m, MSG_NOSIGNAL), ssize_t(octets.size()));
}
inline void send_message(const Descriptor& client, std::vector<std::uint8_t> octets, int file = -1) {
    send_message(client.get(), std::move(octets), file);
}

/// Each message of a session of QEMU, with its command.
inline std::vector<std::pair<Command, Body>> session() {
    Body packed;
    packed.add(std::uint64_t{2});
    for (std::uint64_t i = 0; i < 2; ++i) packed.add(i * 4).add(0u).add(4u).add(i);
    return {{Command::DeviceInfo, Body().add(16u).add(0u).add(0u).add(0u)},
            {Command::RegionInfo, Body().add(32u).add(0u).add(0u).add(0u).add(std::uint64_t{0}).add(std::uint64_t{0})},
            {Command::IrqInfo, Body().add(16u).add(0u).add(0u).add(0u)},
            {Command::DmaMap,
             Body().add(32u).add(3u).add(std::uint64_t{0}).add(std::uint64_t{0}).add(std::uint64_t{1 << 20})},
            {Command::DmaUnmap, Body().add(24u).add(0u).add(std::uint64_t{0}).add(std::uint64_t{1 << 20})},
            {Command::SetIrqs, irqs(kTriggerEvent, 1)},
            {Command::SetIrqs, irqs(kUnmask, 1)},
            {Command::RegionRead, access(0x10, 7, 4)},
            {Command::RegionRead, access(7, 0, 1)},
            {Command::RegionWrite, access(0x10, 7, 4).add(0xC000u)},
            {Command::RegionWrite, access(0, 0, 1).add(std::uint8_t{0x21})},
            {Command::RegionWriteMulti, packed},
            {Command::DeviceReset, Body()}};
}

}  // namespace niclab::vm
