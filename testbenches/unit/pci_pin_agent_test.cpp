// Cores of the user: PinConverter between records and levels, and a PinAgent on a bus.
#include <gtest/gtest.h>

#include "bus/burst_script.h"
#include "pci/memory_device.h"
#include "pci/pin_agent.h"
#include "support/pci_bench.h"
#include "support/sim_test.h"

namespace niclab {
namespace {

pci::Levels record(bool frame, bool irdy, std::uint8_t cbe) {
    pci::Levels l;
    l.frame = frame, l.irdy = irdy, l.cbe = cbe;
    return l;
}

// C/BE# is a command in the address phase and on an idle bus, else byte enables, low when enabled.
TEST(PciPins, GetCommandsAsTheyAreAndByteEnablesInverted) {
    pci::PinConverter pins(5);
    EXPECT_EQ(pins.inputs(record(false, false, 0x7)).cbe_n, 0x7);
    EXPECT_EQ(pins.inputs(record(true, false, 0x7)).cbe_n, 0x7);
    EXPECT_EQ(pins.inputs(record(true, true, 0xF)).cbe_n, 0x0);
    EXPECT_EQ(pins.inputs(record(false, true, 0x3)).cbe_n, 0xC);
}

TEST(PciPins, HaveASecondCommandInADualAddressCycle) {
    pci::PinConverter pins(5);
    EXPECT_EQ(pins.inputs(record(true, false, 0xD)).cbe_n, 0xD);
    EXPECT_EQ(pins.inputs(record(true, false, 0x7)).cbe_n, 0x7);
    EXPECT_EQ(pins.inputs(record(true, true, 0xF)).cbe_n, 0x0);
}

TEST(PciPins, DriveCommandsAndByteEnablesLikewise) {
    pci::PinConverter pins(5);
    pci::PinOutputs out;
    out.cbe_enable = out.frame_enable = out.irdy_enable = true;
    out.cbe_n = 0x6, out.frame_n = false;
    pins.inputs(record(false, false, 0));
    EXPECT_EQ(pins.drive(out).cbe, 0x6);
    out.cbe_n = 0x1, out.irdy_n = false;
    pins.inputs(record(true, false, 0x6));
    EXPECT_EQ(pins.drive(out).cbe, 0xE);
    out.frame_n = true;
    pins.inputs(record(true, true, 0xE));
    EXPECT_EQ(pins.drive(out).cbe, 0xE);
}

TEST(PciPins, KeepUnknownOnlyOfWhatIsDriven) {
    const pci::PinConverter pins(5);
    pci::PinOutputs out;
    out.ad_enable = true;
    out.unknown = pci::kEnAd | pci::kEnPar;
    EXPECT_EQ(pins.drive(out).unknown, pci::kEnAd);
}

TEST(PciPins, HaveTheLineOfIdsel) {
    pci::PinConverter pins(5);
    pci::Levels l;
    l.ad = 1u << 16;
    EXPECT_TRUE(pins.inputs(l).idsel);
    l.ad = ~l.ad;
    EXPECT_FALSE(pins.inputs(l).idsel);
}

/// Writes one dword once it has the bus, in the clocks of a registered core.
struct OneWrite {
    pci::PinOutputs out;
    unsigned state = 0;
    pci::PinOutputs clock(const pci::PinInputs& in) {
        out.par_enable = out.ad_enable;
        out.par = pci::even_parity(out.ad, in.cbe_n);
        switch (in.rst_n ? state : 7) {
            case 0:
                out.req_n = false;
                if (in.gnt_n || !in.frame_n || !in.irdy_n) break;
                out.req_n = true, out.frame_n = false, out.frame_enable = out.ad_enable = out.cbe_enable = true;
                out.ad = 0x1000, out.cbe_n = 0x7, state = 1;
                break;
            case 1:
                out.ad = 0x12345678, out.cbe_n = 0, out.irdy_n = false, out.irdy_enable = true, out.frame_n = true,
                state = 2;
                break;
            case 2:
                if (in.trdy_n) break;
                out.irdy_n = true, out.frame_enable = out.ad_enable = out.cbe_enable = false, out.inta_n = false,
                state = 3;
                break;
            case 3:
                out.irdy_enable = false;
                break;
            default:
                break;
        }
        return out;
    }
};

class PciPinAgent : public test::SimTest {};

TEST_F(PciPinAgent, WritesAndRaisesItsInterrupt) {
    core::Clock clock("clock", {});
    pci::Bus bus("bus", clock);
    bus::BurstScript host("host", clock);
    pci::Initiator initiator("initiator", clock, host.channel, nullptr);
    bus.attach(initiator.pins, "host");
    pci::MemoryDevice memory("memory", clock, bus, 3, 0x1000, 4096);
    OneWrite core;
    pci::PinAgent agent("core", clock, bus, 5, [&](const pci::PinInputs& in) { return core.clock(in); });
    sc_core::sc_start(1, sc_core::SC_US);
    EXPECT_TRUE(bus.inta("core").read());
    host.read(0x1000, 1);
    sc_core::sc_start(1, sc_core::SC_US);
    ASSERT_TRUE(host.finished());
    EXPECT_EQ(host.done.at(0).data[0], 0x12345678u);
}

}  // namespace
}  // namespace niclab
