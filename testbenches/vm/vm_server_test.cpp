// The server of vfio-user against a scripted client, without QEMU.
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <random>

#include "server.h"
#include "support/repetitions.h"

namespace niclab::vm {
namespace {

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

    unsigned reads = 0, writes = 0, resets = 0;
    int mapped_file = -2;
    bool asserted = false;
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

Body access(std::uint64_t offset, std::uint32_t region, std::uint32_t octets) {
    return Body().add(offset).add(region).add(octets);
}
Body irqs(std::uint32_t flags, std::uint32_t count) { return Body().add(20u).add(flags).add(0u).add(0u).add(count); }
Body greeting() { return Body().add(std::uint16_t{0}).add(std::uint16_t{1}).add('{').add('}').add('\0'); }

constexpr std::uint32_t kTriggerEvent = 0x24, kUnmask = 0x11;

struct VmServer : ::testing::Test {
    /// The error number of the reply, or -1 for a ProtocolError. The body is in exactly its memory, so
    /// that a sanitizer sees an access outside of it.
    int call(Command command, const Body& body, int file = -1) {
        const std::size_t n = body.octets.size();
        const std::unique_ptr<std::uint8_t[]> memory(new std::uint8_t[n]);
        std::copy(body.octets.begin(), body.octets.end(), memory.get());
        Message message;
        message.header.command = static_cast<std::uint16_t>(command);
        message.body = memory.get();
        message.octets = n;
        if (file >= 0) message.files.emplace_back(file);
        try {
            const Server::Reply reply = server.handle(message);
            last = reply.body;
            return reply.error;
        } catch (const ProtocolError& e) {
            error = e.what();
            return -1;
        }
    }
    void greet() { ASSERT_EQ(call(Command::Version, greeting()), 0); }

    FakeDevice device;
    Server server{device};
    std::vector<std::uint8_t> last;
    std::string error;
};

TEST_F(VmServer, RequiresVersionFirst) {
    EXPECT_EQ(call(Command::DeviceInfo, Body().add(16u).add(0u).add(0u).add(0u)), -1);
    EXPECT_EQ(error, "vfio-user DEVICE_GET_INFO: before VERSION; expected VERSION first");
    greet();
    EXPECT_EQ(call(Command::DeviceInfo, Body().add(16u).add(0u).add(0u).add(0u)), 0);
}

TEST_F(VmServer, RefusesAnotherMajorVersion) {
    EXPECT_EQ(call(Command::Version, Body().add(std::uint16_t{1}).add(std::uint16_t{0})), -1);
    EXPECT_EQ(error, "vfio-user VERSION: 1.0; expected 0.1 or an earlier one");
}

TEST_F(VmServer, ReportsSizesOfRegions) {
    greet();
    for (const auto& [region, size] : {std::pair{0u, 32u}, {1u, 0u}, {7u, 256u}}) {
        ASSERT_EQ(call(Command::RegionInfo,
                       Body().add(32u).add(0u).add(region).add(0u).add(std::uint64_t{0}).add(std::uint64_t{0})),
                  0);
        std::uint64_t reported = 0;
        std::memcpy(&reported, last.data() + 16, sizeof reported);
        EXPECT_EQ(reported, size);
    }
}

TEST_F(VmServer, PassesOnAccessesInsideARegionOnly) {
    greet();
    EXPECT_EQ(call(Command::RegionRead, access(28, 0, 4)), 0);
    EXPECT_EQ(last.size(), 20u);
    EXPECT_EQ(last.back(), 0xA5);
    EXPECT_EQ(call(Command::RegionRead, access(29, 0, 4)), EINVAL);
    EXPECT_EQ(call(Command::RegionRead, access(~std::uint64_t{0}, 0, 4)), EINVAL);
    EXPECT_EQ(call(Command::RegionRead, access(0, 0, 0)), EINVAL);
    EXPECT_EQ(call(Command::RegionRead, access(0, 1, 4)), EINVAL);
    EXPECT_EQ(call(Command::RegionRead, access(0, ~0u, 4)), EINVAL);
    EXPECT_EQ(device.reads, 1u);
    EXPECT_EQ(server.stats().refused, 5u);
    EXPECT_EQ(server.refusal(), "vfio-user REGION_READ: refused, Invalid argument");
}

TEST_F(VmServer, WritesTheDataOfTheMessage) {
    greet();
    EXPECT_EQ(call(Command::RegionWrite, access(8, 0, 2).add(std::uint16_t{0x1234})), 0);
    EXPECT_EQ(device.written, (std::vector<std::uint8_t>{0x34, 0x12}));
    EXPECT_EQ(call(Command::RegionWrite, access(8, 0, 4).add(std::uint16_t{0x1234})), -1);
    EXPECT_EQ(error, "vfio-user REGION_WRITE: a body of 18 octets; expected at least 20");
    EXPECT_EQ(device.writes, 1u);
}

TEST_F(VmServer, WritesPackedDataInOrder) {
    greet();
    Body body;
    body.add(std::uint64_t{2});
    for (std::uint64_t i = 0; i < 2; ++i) body.add(i * 4).add(0u).add(4u).add(0x1111'1111'1111'1111 * (i + 1));
    EXPECT_EQ(call(Command::RegionWriteMulti, body), 0);
    EXPECT_EQ(device.writes, 2u);
    EXPECT_EQ(device.written, (std::vector<std::uint8_t>{0x22, 0x22, 0x22, 0x22}));
    body.octets[0] = 3;
    EXPECT_EQ(call(Command::RegionWriteMulti, body), -1);
    EXPECT_EQ(error, "vfio-user REGION_WRITE_MULTI: a body of 56 octets; expected at least 80");
    EXPECT_EQ(device.writes, 2u);
}

TEST_F(VmServer, MapsMemoryWithAndWithoutAFile) {
    greet();
    const Body body = Body().add(32u).add(3u).add(std::uint64_t{0}).add(std::uint64_t{0}).add(std::uint64_t{4096});
    EXPECT_EQ(call(Command::DmaMap, body), 0);
    EXPECT_EQ(device.mapped_file, -1);
    EXPECT_EQ(call(Command::DmaMap, body, ::eventfd(0, 0)), 0);
    EXPECT_GE(device.mapped_file, 0);
    const Body empty = Body().add(32u).add(3u).add(std::uint64_t{0}).add(std::uint64_t{0}).add(std::uint64_t{0});
    EXPECT_EQ(call(Command::DmaMap, empty), EINVAL);
    const Body wraps = Body().add(32u).add(3u).add(std::uint64_t{0}).add(~std::uint64_t{4095}).add(std::uint64_t{8192});
    EXPECT_EQ(call(Command::DmaMap, wraps), EINVAL);
}

TEST_F(VmServer, ReportsAnInterruptOnceUntilItIsUnmasked) {
    greet();
    const int event = ::eventfd(0, EFD_NONBLOCK);
    ASSERT_EQ(call(Command::SetIrqs, irqs(kTriggerEvent, 1), ::dup(event)), 0);
    const auto count = [event] {
        std::uint64_t n = 0;
        return ::read(event, &n, sizeof n) == sizeof n ? n : 0;
    };
    EXPECT_EQ(count(), 0u);
    device.asserted = true;
    server.notify_interrupt();
    server.notify_interrupt();
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(call(Command::SetIrqs, irqs(kUnmask, 1)), 0);
    EXPECT_EQ(count(), 1u);  // It is still asserted.
    device.asserted = false;
    EXPECT_EQ(call(Command::SetIrqs, irqs(kUnmask, 1)), 0);
    EXPECT_EQ(count(), 0u);
    EXPECT_EQ(server.stats().notifications, 2u);
    ::close(event);
}

TEST_F(VmServer, RefusesUnknownCommands) {
    greet();
    EXPECT_EQ(call(static_cast<Command>(77), Body()), EOPNOTSUPP);
    EXPECT_EQ(server.refusal(), "vfio-user command 77: refused, Operation not supported");
}

/// Each message of a session of QEMU, with its command.
std::vector<std::pair<Command, Body>> session() {
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

TEST_F(VmServer, SurvivesMutatedMessages) {
    greet();
    const auto messages = session();
    std::mt19937 random(46);
    const unsigned repetitions = test::repetitions(100'000);
    for (unsigned i = 0; i < repetitions; ++i) {
        auto [command, body] = messages[random() % messages.size()];
        if (random() % 8 == 0) command = static_cast<Command>(random() % 20);
        if (random() % 4 == 0) body.octets.resize(random() % 100);
        for (unsigned k = random() % 4; k > 0 && !body.octets.empty(); --k) {
            std::uint8_t& octet = body.octets[random() % body.octets.size()];
            octet = random() % 2 == 0 ? static_cast<std::uint8_t>(random()) : random() % 2 == 0 ? 0xFF : 0;
        }
        error.clear();
        const int result = call(command, body);
        if (result < 0) {
            ASSERT_EQ(error.rfind("vfio-user ", 0), 0u) << error;
            ASSERT_NE(error.find("; expected "), std::string::npos) << error;
            ASSERT_EQ(error.find('\n'), std::string::npos) << error;
        }
    }
    EXPECT_EQ(server.stats().messages, repetitions + 1);
    EXPECT_GT(device.reads, 0u);
    EXPECT_GT(device.writes, 0u);
    EXPECT_GT(server.stats().refused, 0u);
}

/// A client and a server on a pair of sockets.
struct VmSocket : ::testing::Test {
    VmSocket() {
        int fds[2];
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
        client = Descriptor(fds[0]);
        socket = std::make_unique<MessageSocket>(Descriptor(fds[1]), 20);
    }
    static std::vector<std::uint8_t> message(Command command, const Body& body, std::uint32_t flags = 0) {
        MessageHeader header;
        header.id = 7;
        header.command = static_cast<std::uint16_t>(command);
        header.size = static_cast<std::uint32_t>(sizeof header + body.octets.size());
        header.flags = flags;
        std::vector<std::uint8_t> octets(header.size);
        std::memcpy(octets.data(), &header, sizeof header);
        std::copy(body.octets.begin(), body.octets.end(), octets.begin() + sizeof header);
        return octets;
    }
    void send(const std::vector<std::uint8_t>& octets) const {
        ASSERT_EQ(::send(client.get(), octets.data(), octets.size(), MSG_NOSIGNAL), ssize_t(octets.size()));
    }
    MessageHeader reply() const {
        MessageHeader header;
        std::uint8_t body[256];
        EXPECT_EQ(::recv(client.get(), &header, sizeof header, 0), ssize_t(sizeof header));
        if (header.size > sizeof header) {
            EXPECT_EQ(::recv(client.get(), body, header.size - sizeof header, 0), ssize_t(header.size - sizeof header));
        }
        return header;
    }
    std::string failure() {
        try {
            while (server.serve(*socket)) continue;
        } catch (const ProtocolError& e) {
            return e.what();
        }
        return "";
    }

    Descriptor client;
    std::unique_ptr<MessageSocket> socket;
    FakeDevice device;
    Server server{device};
};

TEST_F(VmSocket, RepliesWithTheNumberOfTheRequest) {
    send(message(Command::Version, greeting()));
    ASSERT_TRUE(server.serve(*socket));
    const MessageHeader header = reply();
    EXPECT_EQ(header.id, 7);
    EXPECT_EQ(header.flags, MessageHeader::kReply);
    EXPECT_EQ(header.error, 0u);
}

TEST_F(VmSocket, SendsNoReplyToAPostedWrite) {
    send(message(Command::Version, greeting()));
    ASSERT_TRUE(server.serve(*socket));
    reply();
    send(message(Command::RegionWrite, access(0, 0, 4).add(1u), MessageHeader::kNoReply));
    send(message(Command::RegionRead, access(0, 1, 4)));
    ASSERT_TRUE(server.serve(*socket));
    ASSERT_TRUE(server.serve(*socket));
    const MessageHeader header = reply();
    EXPECT_EQ(header.command, std::uint16_t(Command::RegionRead));
    EXPECT_EQ(header.flags, MessageHeader::kReply | MessageHeader::kError);
    EXPECT_EQ(header.error, std::uint32_t(EINVAL));
    EXPECT_EQ(device.writes, 1u);
}

TEST_F(VmSocket, EndsWithTheConnection) {
    send(message(Command::Version, greeting()));
    client.reset();
    EXPECT_EQ(failure(), "");
    EXPECT_EQ(server.stats().messages, 1u);
}

TEST_F(VmSocket, TakesWhatHasArrivedWithoutAWait) {
    EXPECT_FALSE(socket->arrived());
    send(message(Command::Version, greeting()));
    EXPECT_TRUE(socket->arrived());
    int octets = -1;
    ASSERT_EQ(::ioctl(socket->descriptor(), FIONREAD, &octets), 0);
    EXPECT_EQ(octets, 0);  // It is in the buffer.
    EXPECT_TRUE(socket->arrives_within(0));
    ASSERT_TRUE(server.serve(*socket));
    EXPECT_FALSE(socket->arrived());
    EXPECT_FALSE(socket->arrives_within(1000));
    client.reset();
    EXPECT_TRUE(socket->arrived());
    EXPECT_FALSE(server.serve(*socket));
}

TEST_F(VmSocket, ReportsAConnectionThatEndsWithinAMessage) {
    std::vector<std::uint8_t> octets = message(Command::Version, greeting());
    octets.pop_back();
    send(octets);
    client.reset();
    EXPECT_EQ(failure(), "vfio-user: the connection ended within a message; expected its rest");
}

TEST_F(VmSocket, DoesNotWaitForeverForTheRestOfAMessage) {
    std::vector<std::uint8_t> octets = message(Command::Version, greeting());
    octets.pop_back();
    send(octets);
    EXPECT_EQ(failure(),
              "vfio-user: the other end did not send the rest of a message within 20 ms; expected a whole message");
}

TEST_F(VmSocket, RefusesSizesOutOfRange) {
    std::vector<std::uint8_t> octets = message(Command::RegionRead, access(0, 0, 4));
    octets[4] = 15, octets[5] = octets[6] = octets[7] = 0;
    send(octets);
    EXPECT_EQ(failure(), "vfio-user REGION_READ: a message of 15 octets; expected 16 to 1048640");
}

TEST_F(VmSocket, PassesFilesToTheirMessage) {
    send(message(Command::Version, greeting()));
    const std::vector<std::uint8_t> octets = message(
        Command::DmaMap, Body().add(32u).add(3u).add(std::uint64_t{0}).add(std::uint64_t{0}).add(std::uint64_t{4096}));
    const Descriptor file(::eventfd(0, EFD_CLOEXEC));
    iovec v{const_cast<std::uint8_t*>(octets.data()), octets.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr m{};
    m.msg_iov = &v, m.msg_iovlen = 1, m.msg_control = control, m.msg_controllen = sizeof control;
    cmsghdr* c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof(int));
    const int fd = file.get();
    std::memcpy(CMSG_DATA(c), &fd, sizeof fd);
    ASSERT_EQ(::sendmsg(client.get(), &m, 0), ssize_t(octets.size()));
    ASSERT_TRUE(server.serve(*socket));
    EXPECT_EQ(device.mapped_file, -2);
    ASSERT_TRUE(server.serve(*socket));
    EXPECT_GE(device.mapped_file, 0);
}

/// Any sequence of octets on the socket ends in one sentence or at the end of the connection.
TEST_F(VmSocket, SurvivesMutatedConnections) {
    const auto messages = session();
    std::mt19937 random(47);
    const unsigned repetitions = test::repetitions(1000);
    for (unsigned i = 0; i < repetitions; ++i) {
        int fds[2];
        ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
        client = Descriptor(fds[0]);
        MessageSocket end(Descriptor(fds[1]), 20);
        Server each(device);
        std::vector<std::uint8_t> octets = message(Command::Version, greeting());
        for (unsigned k = 0; k < 5; ++k) {
            const auto& [command, body] = messages[random() % messages.size()];
            const auto more = message(command, body);
            octets.insert(octets.end(), more.begin(), more.end());
        }
        octets[random() % octets.size()] = static_cast<std::uint8_t>(random());
        octets.resize(octets.size() - random() % 20);
        send(octets);
        ASSERT_EQ(::shutdown(client.get(), SHUT_WR), 0);
        try {
            while (each.serve(end)) continue;
        } catch (const ProtocolError& e) {
            ASSERT_EQ(std::string(e.what()).rfind("vfio-user", 0), 0u) << e.what();
        }
    }
}

}  // namespace
}  // namespace niclab::vm
