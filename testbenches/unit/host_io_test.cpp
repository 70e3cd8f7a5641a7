// The CPU's I/O accesses: registers at BAR0 by octets, words and dwords.
#include <gtest/gtest.h>

#include "host/bridge.h"
#include "support/pci_rules.h"

namespace niclab::host {
namespace {

/// Registers of one octet each, which record the accesses.
class OctetPort : public bus::TargetPort {
public:
    unsigned busy_clocks = 0;  ///< Duration of each read in clocks.
    unsigned asked = 0;        ///< Times ready() was called for the last access.
    std::array<std::uint8_t, 64> octets{};
    std::vector<std::string> log;

    Answer begin(const Access&) override { return asked = 0, Answer{}; }
    bool ready(const Access& a) override {
        if (bus::is_write(a.command)) return true;
        if (asked++ < 20 && ++clocks_ <= busy_clocks) return false;
        clocks_ = 0;
        log.push_back("r" + std::to_string(a.offset) + ":" + std::to_string(a.byte_enables));
        return true;
    }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override {
        std::uint32_t value = 0;
        for (unsigned i = 4; i-- > 0;) value = value << 8 | octets.at(a.offset + i);
        return value;
    }
    void write(const Access& a, std::uint32_t data) override {
        log.push_back("w" + std::to_string(a.offset) + ":" + std::to_string(a.byte_enables));
        for (unsigned i = 0; i < 4; ++i)
            if (a.byte_enables >> i & 1u) octets.at(a.offset + i) = static_cast<std::uint8_t>(data >> 8 * i);
    }

private:
    unsigned clocks_ = 0;
};

struct IoBench : sc_core::sc_module {
    SC_HAS_PROCESS(IoBench);
    explicit IoBench(sc_core::sc_module_name name) : sc_module(name) {
        bus.attach(card.pins, "card");
        card.connect(0, port);
        SC_THREAD(work);
    }
    void work() {
        bridge.config_write32(5, 0x10, 0xD000);
        bridge.io_write(0xD010, 4, 1);  // I/O space is not enabled yet
        bridge.config_write32(5, 0x04, 1);
        EXPECT_EQ(bridge.config_read32(5, 0x10), 0xD001u);
        program(*this);
        done = true;
    }
    core::Clock clock{"clock", {}};
    pci::Bus bus{"bus", clock, {}};
    Profile profile;
    Memory memory{0x8000};
    Bridge bridge{"bridge", clock, bus, memory, profile, 1};
    pci::ConfigSpace space{test::card_identity()};
    pci::Target card{"card", clock, space, 5};
    test::BusRecorder recorder{"recorder", clock, bus};
    OctetPort port;
    std::function<void(IoBench&)> program;
    bool done = false;
};

class HostIo : public test::PciTest {
protected:
    void run_program(std::function<void(IoBench&)> program, unsigned busy_clocks = 0) {
        IoBench bench("bench");
        bench.port.busy_clocks = busy_clocks;
        bench.program = std::move(program);
        run(sc_core::sc_time(40, sc_core::SC_US));
        EXPECT_TRUE(bench.done);
        expect_legal(bench.recorder, false, 32);
        retries = bench.card.stats().retries;
    }
    std::uint64_t retries = 0;
};

TEST_F(HostIo, ReachesTheRegistersThroughBarZero) {
    run_program([](IoBench& b) {
        EXPECT_TRUE(b.port.log.empty());
        EXPECT_EQ(b.bridge.io_read(0xD010, 4), 0u);
        b.bridge.io_write(0xD010, 4, 0xCAFE);
        EXPECT_EQ(b.port.octets[17], 0xCA);  // not posted: it is there
        EXPECT_EQ(b.bridge.io_read(0xD010, 4), 0xCAFEu);
        EXPECT_EQ(b.bridge.io_read(0xD100, 4), ~0u);  // After the window.
        EXPECT_EQ(b.bridge.io_read(0xD101, 1), 0xFFu);
        EXPECT_EQ(b.bridge.read32(0xD010), ~0u);  // no memory address
    });
}

TEST_F(HostIo, OnlyTheOctetsAskedForAreTouched) {
    run_program([](IoBench& b) {
        for (unsigned i = 0; i < 8; ++i) b.bridge.io_write(0xD000 + i, 1, 0x10 + i);
        EXPECT_EQ(b.port.log,
                  (std::vector<std::string>{"w0:1", "w0:2", "w0:4", "w0:8", "w4:1", "w4:2", "w4:4", "w4:8"}));
        b.port.log.clear();
        for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(b.bridge.io_read(0xD000 + i, 1), 0x10 + i);
        EXPECT_EQ(b.port.log,
                  (std::vector<std::string>{"r0:1", "r0:2", "r0:4", "r0:8", "r4:1", "r4:2", "r4:4", "r4:8"}));
        b.port.log.clear();
        EXPECT_EQ(b.bridge.io_read(0xD002, 2), 0x1312u);
        b.bridge.io_write(0xD001, 2, 0xBBAA);
        EXPECT_EQ(b.bridge.io_read(0xD000, 4), 0x13BBAA10u);
        EXPECT_EQ(b.port.log, (std::vector<std::string>{"r0:12", "w0:6", "r0:15"}));
    });
}

TEST_F(HostIo, OctetsOfTwoDwordsAreTwoAccesses) {
    run_program([](IoBench& b) {
        b.bridge.io_write(0xD006, 4, 0x44332211);
        EXPECT_EQ(b.bridge.io_read(0xD007, 2), 0x3322u);
        EXPECT_EQ(b.bridge.io_read(0xD005, 4), 0x33221100u);
        EXPECT_EQ(b.port.log, (std::vector<std::string>{"w4:12", "w8:3", "r4:8", "r8:1", "r4:14", "r8:1"}));
    });
}

/// The target's 16 clocks are over with the 16th edge after the address: 2 of decode, the rest are
/// the port's.
TEST_F(HostIo, APortThatIsNotReadyWaitsAndIsThenAskedAgain) {
    const auto program = [](IoBench& b) {
        b.port.octets[3] = 0x5A;
        EXPECT_EQ(b.bridge.io_read(0xD003, 1), 0x5Au);
        EXPECT_EQ(b.port.log, (std::vector<std::string>{"r0:8"}));
    };
    run_program(program, 14);
    EXPECT_EQ(retries, 0u);
}

TEST_F(HostIo, APortThatNeedsMoreHasTheAccessRetriedAndDoneOnce) {
    run_program(
        [](IoBench& b) {
            b.port.octets[3] = 0x5A;
            EXPECT_EQ(b.bridge.io_read(0xD003, 1), 0x5Au);
            EXPECT_EQ(b.port.log, (std::vector<std::string>{"r0:8"}));
        },
        15);
    EXPECT_EQ(retries, 1u);
}

}  // namespace
}  // namespace niclab::host
