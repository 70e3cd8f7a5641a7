// A whole machine with a card, and a scripted client as its guest, without QEMU.
#include <sys/mman.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "cards.h"
#include "ethernet_hardware.h"
#include "instruments.h"
#include "scripted_client.h"
#include "support/sim_test.h"
#include "support/temporary_folder.h"

namespace niclab::vm {
namespace {

constexpr std::uint32_t kMega = 1 << 20, kIo = 0xC000;

/// The client sends all messages before the simulation begins. They wait for the server.
struct VmMachine : test::SimTest {
    VmMachine() : memory(::memfd_create("guest", MFD_CLOEXEC)) {
        EXPECT_EQ(::ftruncate(memory.get(), kMega), 0);
        auto [own, other] = connected_pair();
        client = std::move(own);
        socket = std::make_unique<MessageSocket>(std::move(other));
        EthernetHardware::Config config;
        config.station.kind = find_card("am79c970a").ethernet;
        config.station.memory_octets = 8 * kMega;
        machine = std::make_unique<Machine>(std::make_unique<EthernetHardware>(config), *socket, stop, nullptr);
        instruments =
            std::make_unique<Instruments>(Instruments::Config{folder.path() + "/accesses.csv", "", {}}, *machine);
        send_message(client, message(Command::Version, greeting()));
    }
    /// The guest's memory is at `address`.
    void map(std::uint64_t address) const {
        const Body body = Body().add(32u).add(3u).add(std::uint64_t{0}).add(address).add(std::uint64_t{kMega});
        send_message(client, message(Command::DmaMap, body), memory.get());
    }
    template <class T>
    void write(unsigned region, std::uint64_t offset, T value) const {
        send_message(client, message(Command::RegionWrite, access(offset, region, sizeof value).add(value)));
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
        machine->hardware->watch().finish();
        EXPECT_EQ(machine->time->error(), "");
        EXPECT_EQ(machine->hardware->violations(), 0u);  // An abort is no violation.
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
    EXPECT_GT(machine->hardware->watch().transactions(), 8u);
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

/// A driver waits between two reads. The simulation is slower than the computer's clock.
TEST_F(VmMachine, SimulatesWhatTheGuestWaitsBetweenTwoAccesses) {
    using namespace std::chrono_literals;
    constexpr unsigned kReads = 20;
    constexpr int kPatienceMs = 60'000;
    std::vector<core::Femtoseconds> times;
    machine->guest.began = [&times](const Access& access) { times.push_back(access.begin); };
    machine->time->before_advance = [] { std::this_thread::sleep_for(500us); };
    std::thread guest([this] {
        MessageSocket end(std::move(client), kPatienceMs);
        end.receive();  // The reply to VERSION.
        for (unsigned i = 0; i < kReads; ++i) {
            send_message(end.descriptor(), message(Command::RegionRead, access(0, Device::kConfigRegion, 4)));
            end.receive();
            std::this_thread::sleep_for(170us);
        }
    });
    while (!machine->time->is_over()) core::simulate(1'000'000'000'000);
    guest.join();
    EXPECT_EQ(machine->time->error(), "");
    ASSERT_EQ(times.size(), kReads);
    for (unsigned i = 1; i < kReads; ++i) EXPECT_GE(times[i] - times[i - 1], 170'000'000'000u) << i;
}

}  // namespace
}  // namespace niclab::vm
