// A whole machine with a card, and a scripted client as its guest, without QEMU.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <cstring>
#include <memory>

#include "cards.h"
#include "instruments.h"
#include "support/sim_test.h"
#include "support/temporary_folder.h"

namespace niclab::vm {
namespace {

constexpr std::uint32_t kMega = 1 << 20, kIo = 0xC000;

/// The client sends all messages before the simulation begins. They wait for the server.
struct VmMachine : test::SimTest {
    VmMachine() : memory(::memfd_create("guest", MFD_CLOEXEC)) {
        EXPECT_EQ(::ftruncate(memory.get(), kMega), 0);
        int ends[2];
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        client = Descriptor(ends[0]);
        socket = std::make_unique<MessageSocket>(Descriptor(ends[1]));
        Machine::Config config;
        config.station.kind = &find_card("am79c970a");
        config.station.memory_octets = 8 * kMega;
        machine = std::make_unique<Machine>(config, *socket, stop, nullptr);
        instruments =
            std::make_unique<Instruments>(Instruments::Config{folder.path() + "/accesses.csv", "", {}}, *machine);
        send(Command::Version, {0, 0, 1, 0, '{', '}', 0});
    }
    template <class T>
    static void add(std::vector<std::uint8_t>& octets, T value) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(&value);
        octets.insert(octets.end(), first, first + sizeof value);
    }
    void send(Command command, const std::vector<std::uint8_t>& body, int file = -1) const {
        MessageHeader header;
        header.command = static_cast<std::uint16_t>(command);
        header.size = static_cast<std::uint32_t>(sizeof header + body.size());
        std::vector<std::uint8_t> octets;
        add(octets, header);
        octets.insert(octets.end(), body.begin(), body.end());
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
        ASSERT_EQ(::sendmsg(client.get(), &m, MSG_NOSIGNAL), ssize_t(octets.size()));
    }
    /// The guest's memory is at `address`.
    void map(std::uint64_t address) const {
        std::vector<std::uint8_t> body;
        add(body, 32u), add(body, 3u), add(body, std::uint64_t{0}), add(body, address), add(body, std::uint64_t{kMega});
        send(Command::DmaMap, body, memory.get());
    }
    template <class T>
    void write(unsigned region, std::uint64_t offset, T value) const {
        std::vector<std::uint8_t> body;
        add(body, offset), add(body, region), add(body, std::uint32_t{sizeof value}), add(body, value);
        send(Command::RegionWrite, body);
    }
    void set_csr(std::uint16_t number, std::uint16_t value) const {
        write<std::uint16_t>(0, 0x12, number);
        write<std::uint16_t>(0, 0x10, value);
    }
    /// Lets the card read its initialization block, at `address`.
    void initialize(std::uint32_t address) {
        write<std::uint32_t>(Device::kConfigRegion, 0x10, kIo);
        write<std::uint16_t>(Device::kConfigRegion, 0x04, 5);  // I/O accesses, and bus master.
        set_csr(1, static_cast<std::uint16_t>(address));
        set_csr(2, static_cast<std::uint16_t>(address >> 16));
        set_csr(0, 1);
        for (unsigned i = 0; i < 5; ++i) core::simulate(1'000'000'000'000);  // 1 ms
        client.reset();
        while (!machine->time->is_over()) core::simulate(1'000'000'000'000);
        machine->station.backplane.watch().finish();
        EXPECT_EQ(machine->time->error(), "");
        EXPECT_EQ(machine->station.report.total(), 0u);  // An abort is no violation.
    }

    Descriptor memory, client;
    test::TemporaryFolder folder;
    volatile std::sig_atomic_t stop = 0;
    std::unique_ptr<MessageSocket> socket;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<Instruments> instruments;
};

TEST_F(VmMachine, LetsTheCardAccessTheMemoryOfTheGuest) {
    map(2 * kMega);
    initialize(2 * kMega + 0x1000);
    EXPECT_EQ(machine->memory.refused().transactions, 0u);
    EXPECT_GT(machine->station.backplane.transactions(), 8u);
}

TEST_F(VmMachine, AbortsTransactionsToOtherAddresses) {
    map(2 * kMega);
    initialize(4 * kMega);
    EXPECT_GT(machine->memory.refused().transactions, 0u);
    EXPECT_EQ(machine->memory.refused().first, 4 * kMega);
}

TEST_F(VmMachine, AbortsABurstWhereTheMemoryOfTheGuestEnds) {
    map(2 * kMega);
    initialize(3 * kMega - 8);
    EXPECT_GT(machine->memory.refused().transactions, 0u);
    EXPECT_EQ(machine->memory.refused().first, 3 * kMega);
}

TEST_F(VmMachine, AbortsTransactionsAboveTheMemoryOfTheHost) {
    map(2 * kMega);
    initialize(12 * kMega);
    EXPECT_GT(machine->memory.refused().transactions, 0u);
    EXPECT_EQ(machine->memory.refused().first, 12 * kMega);
}

}  // namespace
}  // namespace niclab::vm
