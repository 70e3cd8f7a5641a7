// An 82574L on PCI Express with niclab's own driver: packets both ways, with each kind of interrupt.
#include <gtest/gtest.h>

#include "cards/i8254x/card_on_pcie.h"
#include "cards/i8254x/driver.h"
#include "host/pcie_bridge.h"
#include "support/ether_card_bench.h"
#include "support/sim_test.h"

namespace niclab::test {
namespace {

/// Counts reads of registers by the CPU.
struct Reads : pcie::LinkObserver {
    void packet(const pcie::LinkPacket& p) override {
        n += p.way == pcie::Way::Down && p.tlp && p.tlp->type == pcie::TlpType::MemoryRead;
    }
    unsigned n = 0;
};

struct I8254xPcieBench : EtherCableBench<I8254xPcieBench> {
    static constexpr std::uint32_t kMemoryOctets = 0x200000;
    static constexpr unsigned kSlot = 5;

    I8254xPcieBench(sc_core::sc_module_name name, pcie::Interrupt interrupt, bool at_signal_level)
        : EtherCableBench(name, kMemoryOctets, 10, 1000),
          board("pcie", board_config(interrupt), kMemoryOctets, 0, 1),
          bridge("bridge", board, memory, kSlot),
          card("card", {board, "nic", txc, rxc}, card_config(own)),
          driver("driver", bridge, {}, driver_config()) {
        card.mac.pins.bind(wires);
        board.observe(reads);
        if (at_signal_level) board.enter_signal_level();
    }
    static pcie::BoardConfig board_config(pcie::Interrupt interrupt) {
        pcie::BoardConfig c;
        c.link.lanes = {1, 1};
        c.interrupt = interrupt;
        return c;
    }
    static i8254x::Config card_config(const ether_board::Address& own) {
        i8254x::Config c;
        c.model = i8254x::k82574l;
        c.address = own, c.autonegotiation_us = 20, c.transfer_octets = ether_board::kMostBlockOctets;
        return c;
    }
    static i8254x::Driver::Config driver_config() {
        i8254x::Driver::Config c;
        c.device = i8254x::k82574l.device, c.chip = "82574L", c.may_have_vectors = true;
        return c;
    }
    /// Returns when it is true, or after 2 ms.
    template <class Condition>
    void wait_until(const Condition& condition) {
        for (unsigned us = 0; us < 2000 && !condition(); ++us) pass(1);
    }

    pcie::Board board;
    host::PcieBridge bridge;
    i8254x::CardOnPcie card;
    i8254x::Driver driver;
    Reads reads;
};

class I8254xPcie : public SimTest {
protected:
    using Octets = std::vector<std::uint8_t>;
    static constexpr unsigned kTimes = 3;
    /// Sends a packet; its frame comes back kTimes.
    static void echo(I8254xPcieBench& b, const Octets& packet) {
        b.driver.send(packet, 7, 1);
        b.wait_until([&b] { return !b.heard().empty() && b.driver.transmit_idle(); });
        const Octets frame = b.heard();
        EXPECT_TRUE(b.driver.transmit_idle());
        auto& packets = b.driver.inbox(7).packets;
        for (unsigned k = 1; k <= kTimes; ++k) {
            b.peer_sends(frame);
            b.wait_until([&] { return packets.size() == k; });
        }
        EXPECT_EQ(packets.size(), kTimes);
        for (const auto& received : packets) EXPECT_EQ(received.sdu, packet);
    }
    struct Outcome {
        std::uint64_t interrupts = 0;
        unsigned reads = 0;
        double us = 0;
    };
    static void run_to_end(const I8254xPcieBench& bench) {
        for (unsigned ms = 0; ms < 50 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_TRUE(bench.done);
    }
    static Outcome exchange(pcie::Interrupt interrupt, bool at_signal_level = false) {
        I8254xPcieBench bench("bench", interrupt, at_signal_level);
        Outcome outcome;
        bench.program = [&outcome](I8254xPcieBench& b) {
            b.driver.bring_up();
            b.driver.open(7);
            Octets packet(1000);
            for (std::size_t k = 0; k < packet.size(); ++k) packet[k] = std::uint8_t(k * 5);
            const unsigned before = b.reads.n;
            echo(b, packet);
            b.pass(20);  // The handler reads ICR once more.
            outcome = {b.driver.stats().interrupts, b.reads.n - before, core::now_fs() * 1e-9};
        };
        run_to_end(bench);
        EXPECT_EQ(bench.card.chip.received().missed, 0u);
        return outcome;
    }
};

TEST_F(I8254xPcie, PacketsWithIntaNeedTwoReadsOfIcr) {
    const Outcome inta = exchange(pcie::Interrupt::Inta);
    EXPECT_GE(inta.interrupts, 4u);
    EXPECT_GE(inta.reads, 2 * 4u);
}

TEST_F(I8254xPcie, PacketsWithMsiNeedThemToo) {
    const Outcome msi = exchange(pcie::Interrupt::Msi);
    EXPECT_GE(msi.interrupts, 4u);
    EXPECT_GE(msi.reads, 2 * 4u);
}

TEST_F(I8254xPcie, PacketsWithMsixNeedNoRead) {
    const Outcome msix = exchange(pcie::Interrupt::Msix);
    EXPECT_GE(msix.interrupts, 4u);
    EXPECT_EQ(msix.reads, 0u);
}

TEST_F(I8254xPcie, PacketsPassTheLanesAtSignalLevel) {
    EXPECT_GE(exchange(pcie::Interrupt::Msix, true).interrupts, 4u);
}

/// A stored frame is reported before the bus takes its status, so that no driver finds it earlier.
TEST_F(I8254xPcie, AFrameIsReportedBeforeItsStatusIsOnTheLink) {
    I8254xPcieBench bench("bench", pcie::Interrupt::Msix, false);
    std::vector<core::Femtoseconds> reported, asked, written;
    bench.card.chip.receiving().listen([&](core::Femtoseconds at, const ether_board::Address&, const card::UnitOutcome&,
                                           const core::Femtoseconds&) { reported.push_back(at); });
    bench.board.written.listen([&](core::Femtoseconds at, const pcie::Tlp& tlp) {
        if (tlp.purpose != std::uint8_t(bus::Purpose::ReceiveStatus)) return;
        asked.push_back(tlp.at(pcie::Stamp::Asked)), written.push_back(at);
    });
    bench.program = [](I8254xPcieBench& b) {
        b.driver.bring_up();
        b.driver.open(7);
        echo(b, Octets(1000, 0x5A));
    };
    run_to_end(bench);
    ASSERT_EQ(reported.size(), kTimes);
    ASSERT_EQ(written.size(), kTimes);
    for (std::size_t k = 0; k < kTimes; ++k) {
        EXPECT_EQ(reported[k] + bench.board.clock.period_fs(), asked[k]) << "one edge";
        EXPECT_LT(asked[k], written[k]);
        EXPECT_LT(k > 0 ? written[k - 1] : 0, reported[k]);
    }
}

}  // namespace
}  // namespace niclab::test
