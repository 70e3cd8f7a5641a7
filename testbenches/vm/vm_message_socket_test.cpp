// Messages of a scripted client to the server of vfio-user, on a pair of sockets.
#include <sys/eventfd.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <memory>
#include <random>

#include "scripted_client.h"
#include "support/repetitions.h"

namespace niclab::vm {
namespace {

using namespace std::chrono_literals;

/// A client and a server on a pair of sockets.
struct VmSocket : ::testing::Test {
    VmSocket() {
        auto [own, other] = connected_pair();
        client = std::move(own);
        socket = std::make_unique<MessageSocket>(std::move(other), 20);
    }
    void send(const std::vector<std::uint8_t>& octets, int file = -1) const { send_message(client, octets, file); }
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

TEST_F(VmSocket, TakesAllMessagesThatHaveArrived) {
    EXPECT_FALSE(socket->has_octets());
    EXPECT_FALSE(socket->arrives_within(0us));
    send(message(Command::Version, greeting()));
    send(message(Command::DeviceReset, {}));
    EXPECT_TRUE(socket->arrives_within(1s));
    EXPECT_FALSE(socket->has_octets());  // They are in the socket.
    ASSERT_TRUE(server.serve(*socket));
    int octets = -1;
    ASSERT_EQ(::ioctl(socket->descriptor(), FIONREAD, &octets), 0);
    EXPECT_EQ(octets, 0);
    EXPECT_TRUE(socket->has_octets());
    EXPECT_TRUE(socket->arrives_within(0us));
    ASSERT_TRUE(server.serve(*socket));
    EXPECT_FALSE(socket->has_octets());
    EXPECT_FALSE(socket->arrives_within(1ms));
    client.reset();
    EXPECT_TRUE(socket->arrives_within(1s));
    EXPECT_FALSE(server.serve(*socket));
    EXPECT_TRUE(socket->has_octets());
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
    send(octets, file.get());
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
        auto [own, other] = connected_pair();
        client = std::move(own);
        MessageSocket end(std::move(other), 20);
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
