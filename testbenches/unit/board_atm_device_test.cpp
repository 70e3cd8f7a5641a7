// What the drivers of ATM cards share: channels are virtual channels, packets are AAL5's SDUs.
#include <gtest/gtest.h>

#include <map>

#include "atm/aal5.h"
#include "cards/board/atm_device.h"
#include "support/sim_test.h"

namespace niclab::board {
namespace {

/// A machine without accesses.
struct NoMachine : host::Port {
    std::uint32_t config_read32(unsigned, std::uint8_t) override { return ~0u; }
    void config_write32(unsigned, std::uint8_t, std::uint32_t) override {}
    std::uint32_t read32(std::uint32_t) override { return ~0u; }
    void write32(std::uint32_t, std::uint32_t) override {}
    void write_block(std::uint32_t, const std::uint32_t*, unsigned, bus::Purpose) override {}
    void read_block(std::uint32_t, std::uint32_t*, unsigned, bus::Purpose) override {}
    std::uint32_t io_read(std::uint32_t, unsigned) override { return ~0u; }
    void io_write(std::uint32_t, unsigned, std::uint32_t) override {}
    std::uint32_t memory_read(std::uint32_t, unsigned) override { return ~0u; }
    void memory_write(std::uint32_t, unsigned, std::uint32_t) override {}
    host::Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return inta_; }
    host::Memory memory_{1 << 16};
    core::Wire<bool> inta_{"inta"};
};

struct Device : AtmDevice {
    Device(sc_core::sc_module_name name, host::Port& port) : AtmDevice(name, port) {}
    void probe() override {}
    void open(host::Channel) override {}
    void transmit(const std::vector<std::uint8_t>&, host::Channel, std::uint32_t) override {}
    std::size_t room(std::size_t) const override { return 1; }
    bool transmit_idle() const override { return true; }
    void wait_for_work() override {}
    void service() override {}
    using AtmDevice::deliver_cpcs;
    using AtmDevice::header_of;
};

struct Counters : core::StatsVisitor {
    void counter(std::string_view name, std::uint64_t value, std::string_view, std::string_view) override {
        values[std::string(name)] = value;
    }
    std::map<std::string, std::uint64_t> values;
};

class AtmDeviceTest : public test::SimTest {
protected:
    NoMachine machine_;
    Device device_{"device", machine_};
    const std::vector<std::uint8_t> sdu_ = std::vector<std::uint8_t>(100, 0x5A);
};

}  // namespace

TEST_F(AtmDeviceTest, AChannelIsAVirtualChannel) {
    const host::Channel c = channel(3, 0xF40);
    EXPECT_EQ(vpi_of(c), 3u);
    EXPECT_EQ(vci_of(c), 0xF40u);
    EXPECT_EQ(atm::Header::from_word(Device::header_of(c)).vci, 0xF40u);
    EXPECT_EQ(atm::Header::from_word(Device::header_of(c)).vpi, 3u);
}

TEST_F(AtmDeviceTest, AWholePduIsItsSduAndAWrongOneIsAllOfIt) {
    const auto pdu = atm::aal5_encode(sdu_);
    auto too_long = pdu;
    too_long[pdu.size() - 6] = 0x7F;
    for (const std::uint16_t vci : {100, 101, 102}) device_.inbox(channel(0, vci));
    device_.deliver_cpcs(channel(0, 100), pdu, false);
    device_.deliver_cpcs(channel(0, 101), pdu, true);
    device_.deliver_cpcs(channel(0, 102), too_long, false);
    std::vector<host::NetDevice::Received> received;
    for (const std::uint16_t vci : {100, 101, 102})
        for (const auto& packet : device_.inbox(channel(0, vci)).packets) received.push_back(packet);
    ASSERT_EQ(received.size(), 3u);
    EXPECT_EQ(received[0].channel, channel(0, 100));
    EXPECT_EQ(received[0].sdu, sdu_);
    EXPECT_EQ(received[1].status, host::PacketStatus::CrcError);
    EXPECT_EQ(received[1].sdu, pdu);
    EXPECT_EQ(received[2].status, host::PacketStatus::LengthError);
    EXPECT_EQ(received[2].sdu, too_long);
    Counters counters;
    device_.describe(counters);
    EXPECT_EQ(counters.values["pdus_received"], 3u);
    EXPECT_EQ(counters.values["crc_errors"], 1u);
    EXPECT_EQ(counters.values["length_errors"], 1u);
}

}  // namespace niclab::board
