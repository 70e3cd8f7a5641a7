// The driver of a card with packet memory, against a machine that is a table of registers.
#include <gtest/gtest.h>

#include "atm/aal5.h"
#include "cards/packet_sar/driver.h"
#include "support/fake_machine.h"
#include "support/sim_test.h"

namespace niclab::packet_sar {
namespace {

constexpr std::uint32_t kRegisters = 0xE0000000u, kWindow = kRegisters + 0x01000000u, kEvents = kRegisters + 0x0C,
                        kTxDone = kRegisters + 0x14, kStatusBase = kRegisters + 0x1C, kFreeRing = kWindow + 0x400;
constexpr std::uint32_t kValid = 1u << 31, kCrcError = 1;

class PacketDriver : public test::SimTest {
protected:
    PacketDriver() {
        port.config[0] = 0xA7A51234u;
        port.bar_octets[0x14] = 512 * 1024;
        port.registers[kRegisters] = 0x504B5431;
        port.registers[kRegisters + 0x28] = 96 * 1024;
        // As on the card: reading the events clears them, and INTA# with them.
        port.on_read[kEvents] = [this] {
            port.inta.write(false);
            return std::exchange(events, 0u);
        };
    }
    static card::DriverPlace place() {
        card::DriverPlace place;
        place.slot = test::FakePort::kSlot;
        place.windows = kRegisters;
        place.interrupt_us = 1;
        return place;
    }
    static Driver::Config settings() {
        Driver::Config config;
        config.tx_buffers = 2;
        config.rx_buffers = 4;
        return config;
    }
    /// Something has happened: the handler runs.
    void interrupt() {
        events = 1;
        port.inta.write(true);
        cpu.pass();
    }
    /// The card has put a CPCS-PDU into the next buffer of the free ring.
    void arrive(const std::vector<std::uint8_t>& pdu, std::uint32_t flags = 0) {
        const std::uint32_t buffer = port.registers[kFreeRing + 8 * arrived];
        std::copy(pdu.begin(), pdu.end(), port.memory().at(buffer));
        const std::uint32_t entry = port.registers[kStatusBase] + 16 * arrived++;
        port.memory().write32(entry, 0xF40);
        port.memory().write32(entry + 4, buffer);
        port.memory().write32(entry + 8, static_cast<std::uint32_t>(pdu.size()));
        port.memory().write32(entry + 12, kValid | flags);
        interrupt();
    }

    test::FakePort port;
    test::Cpu cpu{"cpu"};
    std::uint32_t events = 0, arrived = 0;
    Driver driver{"driver", port, place(), settings()};
    std::deque<host::NetDevice::Received>& received = driver.inbox(0xF40).packets;
    const std::vector<std::uint8_t> sdu = std::vector<std::uint8_t>(100, 0x5A);
};

TEST_F(PacketDriver, NamesTheSlotWithoutItsCard) {
    port.config.clear();
    EXPECT_TRUE(cpu.run([this] { driver.probe(); }));
    EXPECT_NE(cpu.error.find("slot 5"), std::string::npos) << cpu.error;
    EXPECT_FALSE(driver.ready());
}

TEST_F(PacketDriver, WaitsForABufferUntilTheCardHasSentOne) {
    const auto send = [this] { driver.send(sdu, 0xF40, 1); };
    ASSERT_TRUE(cpu.run([this] { driver.probe(); })) << cpu.error;
    EXPECT_TRUE(driver.transmit_idle());
    EXPECT_TRUE(cpu.run(send));
    EXPECT_TRUE(cpu.run(send));
    EXPECT_FALSE(cpu.run(send));  // both buffers are out
    EXPECT_EQ(driver.stats().packets_sent, 2u);
    interrupt();  // of something else
    EXPECT_EQ(driver.stats().packets_sent, 2u);
    port.registers[kTxDone] = 1;  // entry 0 is done
    interrupt();
    EXPECT_EQ(driver.stats().packets_sent, 3u);
    port.registers[kTxDone] = 3;
    interrupt();
    EXPECT_TRUE(driver.transmit_idle());
    EXPECT_EQ(driver.stats().interrupts, 6u);  // each twice: the register answers before the wire has fallen
}

TEST_F(PacketDriver, JudgesWhatArrives) {
    ASSERT_TRUE(cpu.run([this] { driver.probe(); })) << cpu.error;
    const auto pdu = atm::aal5_encode(sdu);
    auto longer = pdu;
    longer[longer.size() - 5] = 200;  // another length than its cells hold
    arrive(pdu);
    arrive(pdu, kCrcError);
    arrive(longer);
    ASSERT_EQ(received.size(), 3u);
    EXPECT_EQ(received[0].status, host::PacketStatus::Ok);
    EXPECT_EQ(received[0].sdu, sdu);
    EXPECT_EQ(received[1].status, host::PacketStatus::CrcError);
    EXPECT_EQ(received[1].sdu, pdu);  // whole
    EXPECT_EQ(received[2].status, host::PacketStatus::LengthError);
    EXPECT_EQ(driver.stats().packets_received, 3u);
}

TEST_F(PacketDriver, GivesEachBufferBack) {
    ASSERT_TRUE(cpu.run([this] { driver.probe(); })) << cpu.error;
    const std::uint32_t first = port.registers[kFreeRing];
    arrive(atm::aal5_encode(sdu));
    EXPECT_EQ(port.registers[kFreeRing + 8 * 4], first);  // After the four that it supplied at first.
    EXPECT_EQ(port.registers[kRegisters + 0x18], 5u);     // And the card is notified.
    EXPECT_EQ(port.registers[kRegisters + 0x20], 1u);
}

TEST_F(PacketDriver, OpensNoMoreConnectionsThanSharePacketMemory) {
    ASSERT_TRUE(cpu.run([this] { driver.probe(), driver.open(40); })) << cpu.error;
    cpu.run([this] { driver.open(41); });
    EXPECT_NE(cpu.error.find("all 1 connections are open; expected a larger driver.connections"), std::string::npos)
        << cpu.error;
}

TEST_F(PacketDriver, TakesAPduShorterThanItsTrailerForALengthError) {
    ASSERT_TRUE(cpu.run([this] { driver.probe(); })) << cpu.error;
    arrive(std::vector<std::uint8_t>(6));
    ASSERT_EQ(received.size(), 1u);
    EXPECT_EQ(received[0].status, host::PacketStatus::LengthError);
}

}  // namespace
}  // namespace niclab::packet_sar
