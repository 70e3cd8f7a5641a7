// A whole machine with a card, and a scripted client as its guest, without QEMU.
#include <sys/eventfd.h>
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
    explicit VmMachine(const char* card = "am79c970a") : memory(::memfd_create("guest", MFD_CLOEXEC)) {
        EXPECT_EQ(::ftruncate(memory.get(), kMega), 0);
        auto [own, other] = connected_pair();
        client = std::move(own);
        socket = std::make_unique<MessageSocket>(std::move(other));
        EthernetHardware::Config config;
        config.station.kind = find_card(card).ethernet;
        config.station.mbps = rate_of(find_card(card), 0);
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
        simulate();
    }
    void simulate() {
        for (unsigned i = 0; i < 5; ++i) core::simulate(1'000'000'000'000);  // 1 ms
        client.reset();
        while (!machine->time->is_over()) core::simulate(1'000'000'000'000);
        machine->hardware->bus().finish();
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
    EXPECT_GT(machine->hardware->bus().transactions(), 8u);
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

/// The 82574L on PCI Express, with its registers at the first BAR.
struct VmExpressMachine : VmMachine {
    static constexpr std::uint32_t kRegisters = 0xFEB8'0000, kMsiControl = 0x52;
    static constexpr std::uint64_t kIcs = 0xC8, kIms = 0xD0, kTctl = 0x400, kTdbal = 0x3800, kTdbah = 0x3804,
                                   kTdlen = 0x3808, kTdt = 0x3818;
    VmExpressMachine() : VmMachine("82574l") {}
    void enable() const {
        write<std::uint32_t>(Device::kConfigRegion, 0x10, kRegisters);
        write<std::uint16_t>(Device::kConfigRegion, 0x04, 6);  // Memory accesses, and bus master.
    }
    /// The card fetches a descriptor of a frame to send.
    void send_from(std::uint32_t ring) const {
        enable();
        write<std::uint32_t>(0, kTdbal, ring);
        write<std::uint32_t>(0, kTdbah, 0);
        write<std::uint32_t>(0, kTdlen, 128);
        write<std::uint32_t>(0, kTctl, 2);
        write<std::uint32_t>(0, kTdt, 1);
    }
};

TEST_F(VmExpressMachine, LetsTheCardAccessTheMemoryOfTheGuest) {
    map(2 * kMega);
    send_from(2 * kMega + 0x1000);
    simulate();
    EXPECT_EQ(machine->memory.refused().transactions, 0u);
    EXPECT_GT(machine->hardware->bus().transactions(), 8u);
}

TEST_F(VmExpressMachine, RefusesRequestsToOtherAddresses) {
    map(2 * kMega);
    send_from(4 * kMega);
    simulate();
    EXPECT_GT(machine->memory.refused().transactions, 0u);
    EXPECT_EQ(machine->memory.refused().first, 4 * kMega);
}

TEST_F(VmExpressMachine, PassesTheMessageOfTheCardToTheGuest) {
    const Descriptor event(::eventfd(0, EFD_NONBLOCK));
    enable();
    write<std::uint32_t>(Device::kConfigRegion, kMsiControl + 2, 0xFEE0'0000);
    write<std::uint32_t>(Device::kConfigRegion, kMsiControl + 6, 0);
    write<std::uint16_t>(Device::kConfigRegion, kMsiControl + 10, 0x41);
    write<std::uint16_t>(Device::kConfigRegion, kMsiControl, 1);
    send_message(client, message(Command::SetIrqs, irqs(kTriggerEvent, 1, 1)), ::dup(event.get()));
    write<std::uint32_t>(0, kIms, 4);  // A change of the link.
    write<std::uint32_t>(0, kIcs, 4);
    simulate();
    std::uint64_t messages = 0;
    EXPECT_EQ(::read(event.get(), &messages, sizeof messages), ssize_t(sizeof messages));
    EXPECT_EQ(messages, 1u);
    EXPECT_EQ(machine->time->server().stats().interrupt_messages, 1u);
    EXPECT_EQ(machine->time->server().stats().notifications, 0u);
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
