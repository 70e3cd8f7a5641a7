// The server of vfio-user against messages of a scripted client, without QEMU and without a socket.
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <random>

#include "scripted_client.h"
#include "support/repetitions.h"

namespace niclab::vm {
namespace {

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
    EXPECT_EQ(count(), 0u);
    EXPECT_TRUE(server.interrupt_is_due());  // It is still asserted.
    server.notify_interrupt();
    EXPECT_EQ(count(), 1u);
    EXPECT_FALSE(server.interrupt_is_due());
    EXPECT_EQ(call(Command::SetIrqs, irqs(kUnmask, 1)), 0);
    EXPECT_TRUE(server.interrupt_is_due());
    device.asserted = false;
    EXPECT_FALSE(server.interrupt_is_due());
    EXPECT_EQ(count(), 0u);
    EXPECT_EQ(server.stats().notifications, 2u);
    ::close(event);
}

TEST_F(VmServer, ReportsEachMessageOfADeviceWithMsi) {
    constexpr std::uint32_t kMsi = 1, kNone = 0x21;
    greet();
    const int event = ::eventfd(0, EFD_NONBLOCK);
    EXPECT_EQ(call(Command::SetIrqs, irqs(kTriggerEvent, 1, kMsi), ::dup(event)), EINVAL);
    device.msi = true;
    ASSERT_EQ(call(Command::IrqInfo, Body().add(16u).add(0u).add(kMsi).add(0u)), 0);
    EXPECT_EQ(last[12], 1u);
    ASSERT_EQ(call(Command::SetIrqs, irqs(kTriggerEvent, 1, kMsi), ::dup(event)), 0);
    server.notify_message();
    server.notify_message();
    std::uint64_t n = 0;
    EXPECT_EQ(::read(event, &n, sizeof n), ssize_t(sizeof n));
    EXPECT_EQ(n, 2u);
    EXPECT_EQ(call(Command::SetIrqs, irqs(kUnmask, 1, kMsi)), EINVAL);
    ASSERT_EQ(call(Command::SetIrqs, irqs(kNone, 0, kMsi)), 0);
    server.notify_message();
    EXPECT_EQ(::read(event, &n, sizeof n), -1);
    EXPECT_EQ(server.stats().interrupt_messages, 2u);
    ::close(event);
}

TEST_F(VmServer, RefusesUnknownCommands) {
    greet();
    EXPECT_EQ(call(static_cast<Command>(77), Body()), EOPNOTSUPP);
    EXPECT_EQ(server.refusal(), "vfio-user command 77: refused, Operation not supported");
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

}  // namespace
}  // namespace niclab::vm
