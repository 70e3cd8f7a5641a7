// A card of a parallel bus in a slot of PCI Express: an engine with bursts, registers in a window,
// the interrupt, and the path of a CPU to them.
#include <cstring>
#include <functional>

#include "bus/burst_script.h"
#include "host/pcie_bridge.h"
#include "pcie/slot/function.h"
#include "support/sim_test.h"

namespace niclab::host {
namespace {

constexpr unsigned kSlot = 5;
constexpr std::uint32_t kWindow = 0xE000'0000, kIdentity = 0x1234'8086, kMemoryOctets = 1u << 20;

/// Registers that wait some clocks, as memory.
class Registers : public bus::TargetPort {
public:
    explicit Registers(unsigned waits) : waits_(waits) {}
    Answer begin(const Access&) override { return {false, false, waits_}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override { return dwords.at(a.offset / 4); }
    void write(const Access& a, std::uint32_t data) override {
        for (unsigned k = 0; k < 4; ++k)
            if (a.byte_enables >> k & 1) {
                std::uint32_t& dword = dwords.at(a.offset / 4);
                dword = (dword & ~(0xFFu << 8 * k)) | (data & 0xFFu << 8 * k);
            }
    }
    std::array<std::uint32_t, 64> dwords{};

private:
    const unsigned waits_;
};

pcie::Identity identity() {
    pcie::Identity id;
    id.vendor = 0x8086, id.device = 0x1234;
    id.class_code = 0x020000;
    id.bars[0].octets = 256;
    id.bars[2] = {32, true, false, false};
    id.bars[3].octets = 0x4000;
    id.msix_vectors = 3, id.msix_bar = 3;
    return id;
}

class Cpu : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Cpu);
    Cpu(sc_core::sc_module_name name, std::function<void()> work) : sc_module(name), work_(std::move(work)) {
        SC_THREAD(run);
    }
    bool over = false;

private:
    void run() { work_(), over = true; }
    std::function<void()> work_;
};

class PcieSlot : public test::SimTest {
protected:
    explicit PcieSlot(const pcie::BoardConfig& config = {})
        : memory(kMemoryOctets),
          board("board", config, kMemoryOctets, 0, 1),
          bridge("bridge", board, memory, kSlot),
          engine("engine", board.clock),
          registers(2),
          function("function", board, identity(), engine.channel) {
        function.connect(0, registers), function.connect(2, registers);
        board.clock.acquire();  // The script of bursts is called at each edge.
    }
    void as_cpu(std::function<void()> work) {
        Cpu cpu("cpu", std::move(work));
        run(sc_core::sc_time(3, sc_core::SC_MS));
        EXPECT_TRUE(cpu.over);
    }
    void enable() { bridge.config_write32(kSlot, 0x04, 0x7); }

    Memory memory;
    pcie::Board board;
    PcieBridge bridge;
    bus::BurstScript engine;
    Registers registers;
    pcie::Function function;
};

TEST_F(PcieSlot, TheCpuFindsTheCardAndItsRegisters) {
    as_cpu([this] {
        EXPECT_EQ(bridge.config_read32(kSlot, 0), kIdentity);
        EXPECT_EQ(bridge.config_read32(kSlot + 1, 0), ~0u);
        enable();
        EXPECT_EQ(bridge.config_read32(kSlot, 0x10), kWindow);
        bridge.write32(kWindow + 8, 0x8765'4321);
        EXPECT_EQ(bridge.read32(kWindow + 8), 0x8765'4321u);
        bridge.memory_write(kWindow + 11, 1, 0xAA);
        EXPECT_EQ(bridge.memory_read(kWindow + 10, 2), 0xAA65u);
        bridge.memory_write(kWindow + 14, 4, 0x1122'3344);
        EXPECT_EQ(bridge.read32(kWindow + 12), 0x3344'0000u);
        EXPECT_EQ(bridge.read32(kWindow + 16), 0x1122u);
        const std::uint32_t port = bridge.config_read32(kSlot, 0x18) & ~3u;
        bridge.io_write(port + 1, 1, 0x5A);
        EXPECT_EQ(bridge.io_read(port, 4), 0x5A00u);
        const std::array<std::uint32_t, 3> block{1, 2, 3};
        bridge.write_block(kWindow + 32, block.data(), 3, bus::Purpose::Register);
        std::array<std::uint32_t, 3> back{};
        bridge.read_block(kWindow + 32, back.data(), 3, bus::Purpose::Register);
        EXPECT_EQ(back, block);
        EXPECT_EQ(bridge.read32(0xD000'0000), ~0u) << "no device";
    });
}

TEST_F(PcieSlot, BurstsOfTheEngineMoveTheirEnabledOctets) {
    for (std::uint32_t k = 0; k < 4096; ++k) *memory.at(k) = std::uint8_t(k * 3);
    as_cpu([this] {
        bridge.config_read32(kSlot, 0), enable();
        engine.read(0x1000 - 32, 16);
        engine.write(0x2000, {0x0403'0201, 0x0807'0605});
    });
    EXPECT_EQ(engine.done.size(), 2u);
    ASSERT_TRUE(engine.finished());
    for (unsigned k = 0; k < 16; ++k) EXPECT_EQ(engine.done[0].data[k], memory.read32(0x1000 - 32 + 4 * k));
    EXPECT_EQ(memory.read32(0x2004), 0x0807'0605u);
}

/// PCI Express base specification, 7.5.1.1.
TEST_F(PcieSlot, ACardWaitsUntilItIsABusMaster) {
    constexpr std::uint32_t kMemory = 0x2, kMaster = 0x4;
    as_cpu([this] {
        bridge.config_read32(kSlot, 0);
        bridge.config_write32(kSlot, 0x04, kMemory);
        engine.read(0x1000, 2);
        sc_core::wait(10, sc_core::SC_US);
        EXPECT_EQ(engine.done.size(), 0u);
        bridge.config_write32(kSlot, 0x04, kMemory | kMaster);
        sc_core::wait(10, sc_core::SC_US);
    });
    ASSERT_EQ(engine.done.size(), 1u);
    EXPECT_EQ(engine.done[0].status, bus::BurstStatus::Done);
}

TEST_F(PcieSlot, IntaIsALevelThatFollowsTheCard) {
    as_cpu([this] {
        bridge.config_read32(kSlot, 0), enable();
        EXPECT_FALSE(bridge.interrupt().read());
        function.inta.write(true);
        sc_core::wait(2, sc_core::SC_US);
        EXPECT_TRUE(bridge.interrupt().read());
        bridge.acknowledge_interrupt();
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_TRUE(bridge.interrupt().read()) << "the card still asks";
        function.inta.write(false);
        sc_core::wait(2, sc_core::SC_US);
        EXPECT_FALSE(bridge.interrupt().read());
    });
}

template <pcie::Interrupt kKind>
class PcieMessageSlot : public PcieSlot {
protected:
    PcieMessageSlot() : PcieSlot(with_messages()) {}
    static pcie::BoardConfig with_messages() {
        pcie::BoardConfig config;
        config.interrupt = kKind;
        return config;
    }
};
using PcieMsiSlot = PcieMessageSlot<pcie::Interrupt::Msi>;
using PcieMsixSlot = PcieMessageSlot<pcie::Interrupt::Msix>;

TEST_F(PcieMsiSlot, AMessageEndsWhenTheCpuAcceptsIt) {
    as_cpu([this] {
        bridge.config_read32(kSlot, 0), enable();
        function.inta.write(true);
        sc_core::wait(2, sc_core::SC_US);
        EXPECT_TRUE(bridge.interrupt().read());
        bridge.acknowledge_interrupt();
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_FALSE(bridge.interrupt().read());
        EXPECT_EQ(board.cpu.port_space.read(0) & 0xFFFF, 0x8086u);
    });
}

TEST_F(PcieMsixSlot, EachVectorIsAcceptedOnceInItsOrder) {
    core::Mailbox<unsigned> vectors("vectors");
    function.connect(vectors);
    as_cpu([&] {
        bridge.config_read32(kSlot, 0), enable();
        for (const unsigned n : {2u, 1u, 1u}) {
            vectors.post(n);
            sc_core::wait(1, sc_core::SC_US);
        }
        for (const std::uint32_t data : {0x43u, 0x42u}) {
            EXPECT_TRUE(bridge.interrupt().read());
            bridge.acknowledge_interrupt();
            EXPECT_EQ(bridge.accepted_message(), data) << "a message that waits is not added again";
            EXPECT_EQ(bridge.interrupt().read(), data == 0x43u) << "at once: a handler may take no time";
            sc_core::wait(1, sc_core::SC_US);
        }
        EXPECT_FALSE(bridge.interrupt().read());
        function.inta.write(true);
        sc_core::wait(2, sc_core::SC_US);
        bridge.acknowledge_interrupt();
        EXPECT_EQ(bridge.accepted_message(), 0x41u) << "the line is vector 0";
    });
}

/// A switch before the slot: its link to the root port is as wide as the port.
template <bool kAtSignalLevel>
class PcieSwitchedSlot : public PcieSlot, protected pcie::LinkObserver {
protected:
    PcieSwitchedSlot() : PcieSlot(with_switch()) {
        board.observe(*this, pcie::BoardLink::Root);
        if (kAtSignalLevel) board.enter_signal_level();
    }
    static pcie::BoardConfig with_switch() {
        pcie::BoardConfig config;
        config.has_switch = true;
        config.link.lanes = {1, 1}, config.port_lanes = {3, 8};
        return config;
    }
    void expect_all_passes() {
        for (std::uint32_t k = 0; k < 4096; ++k) *memory.at(k) = std::uint8_t(k * 3);
        as_cpu([this] {
            EXPECT_EQ(bridge.config_read32(kSlot, 0), kIdentity);
            enable();
            bridge.write32(kWindow + 8, 0x8765'4321);
            EXPECT_EQ(bridge.read32(kWindow + 8), 0x8765'4321u);
            engine.read(0x1000 - 32, 16);
            engine.write(0x2000, {0x0403'0201, 0x0807'0605});
            function.inta.write(true);
            sc_core::wait(4, sc_core::SC_US);
            EXPECT_TRUE(bridge.interrupt().read());
        });
        ASSERT_EQ(engine.done.size(), 2u);
        for (unsigned k = 0; k < 16; ++k) EXPECT_EQ(engine.done[0].data[k], memory.read32(0x1000 - 32 + 4 * k));
        EXPECT_EQ(memory.read32(0x2004), 0x0807'0605u);
        EXPECT_GT(seen_, 20u);
    }

private:
    void packet(const pcie::LinkPacket& p) override {
        if (!p.tlp) return;
        ++seen_;
        const auto octets = double(p.line_octets);
        EXPECT_NEAR(double(p.end - p.begin) * 1e-6, octets / 8 * 130 / 128, 0.01) << "generation 3, 8 lanes";
    }
    unsigned seen_ = 0;
};
using PcieSwitched = PcieSwitchedSlot<false>;
using PcieSwitchedSymbols = PcieSwitchedSlot<true>;

TEST_F(PcieSwitched, AllTrafficPassesTheSwitch) { expect_all_passes(); }
TEST_F(PcieSwitchedSymbols, AllTrafficPassesTheSwitch) { expect_all_passes(); }

}  // namespace
}  // namespace niclab::host
