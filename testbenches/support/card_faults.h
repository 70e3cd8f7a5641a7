/// @file A fixture of the tests that inject faults into a card on real buses: the host's view of
/// it, and a check that it still works.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "support/card_bench.h"
#include "support/nicstar_chip.h"
#include "support/sim_test.h"

namespace niclab::test {

class CardFaults : public SimTest {
protected:
    static constexpr std::uint16_t kVci = 99;
    static constexpr std::uint32_t kNowhere = 0xF0000000u;

    static std::vector<std::uint8_t> sdu(std::size_t n, std::uint8_t seed = 1) {
        std::vector<std::uint8_t> octets(n);
        for (std::size_t i = 0; i < n; ++i) octets[i] = static_cast<std::uint8_t>(seed + i * 13);
        return octets;
    }
    /// Sends one PDU of one small buffer: if it arrives undamaged, the card still works.
    void expect_traffic(CardBench& bench, std::uint32_t tag = 777) {
        const auto octets = sdu(500, 9);
        bench.server.run([&] { bench.server.take_received(); });
        bench.client.run([&] {
            bench.client.take_sent();
            bench.client.put_pdu(octets, kVci, tag);
            bench.client.doorbell();
        });
        bench.us(300);
        std::vector<CardHost::Status> received;
        bench.server.run([&] { received = bench.server.take_received(); });
        ASSERT_EQ(received.size(), 1u);
        EXPECT_EQ(received[0].flags & ~nicstar::rsq::kLarge, nicstar::rsq::kValid | nicstar::rsq::kEndOfPdu | 11u);
        EXPECT_TRUE(std::equal(octets.begin(), octets.end(), bench.server.buffer(received[0].handle)));
        std::vector<std::uint32_t> sent;
        bench.client.run([&] { sent = bench.client.take_sent(); });
        ASSERT_FALSE(sent.empty());
        EXPECT_EQ(sent.back(), tag);
    }
    /// Sends a PDU of 40 octets and returns the new status entries of the receiver.
    std::vector<CardHost::Status> after_another_pdu(CardBench& bench, std::uint32_t tag) {
        bench.client.run([&] {
            bench.client.put_pdu(sdu(40), kVci, tag);
            bench.client.doorbell();
        });
        bench.us(200);
        std::vector<CardHost::Status> received;
        bench.server.run([&] { received = bench.server.take_received(); });
        return received;
    }
    std::uint32_t status(CardHost& host) {
        std::uint32_t value = 0;
        host.run([&] { value = host.reg(nicstar::reg::kStat); });
        return value;
    }
    std::uint32_t pci_status(CardHost& host) {
        std::uint32_t value = 0;
        host.run([&] { value = host.config(4) >> 16; });
        return value;
    }
};

}  // namespace niclab::test
