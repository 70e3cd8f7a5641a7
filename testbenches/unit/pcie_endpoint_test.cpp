// A card and a CPU on a link: registers, transfers, interrupts, and the packets as octets.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/pcie_bench.h"

namespace niclab::pcie {
namespace {

using test::PcieBench;
using test::PcieBenchConfig;

constexpr std::uint32_t kWindow = 0xE000'0000;

/// Answers accesses with the offset, and keeps what was written.
struct Registers {
    explicit Registers(PcieBench& of) : bench(of) {
        enumerate(bench, {});
        bench.card.work = [this] { work(); };
    }
    void work() {
        while (bench.card.has_access()) {
            const Endpoint::Access& a = bench.card.access();
            std::array<std::uint8_t, 64> data{};
            for (unsigned k = 0; k < a.tlp.octets; ++k) data[k] = std::uint8_t(a.offset + k);
            if (a.is_write())
                for (unsigned k = 0; k < a.tlp.octets; ++k)
                    written.emplace_back(a.offset + k, bench.card.written_data()[k]);
            bench.card.finish_access(data.data());
        }
    }
    PcieBench& bench;
    std::vector<std::pair<std::uint64_t, unsigned>> written;
};

TEST(PcieEndpoint, RegistersAreReadAndWrittenByOctets) {
    PcieBench bench;
    Registers registers(bench);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, kWindow + 0x20, 4, 0), 0x2322'2120u);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, kWindow + 0x41, 2, 0) & 0xFFFF, 0x4241u);
    EXPECT_EQ(bench.access(TlpType::IoRead, 0xC000 + 4, 4, 0), 0x0706'0504u);
    bench.access(TlpType::MemoryWrite, kWindow + 0x102, 2, 0xBBAA);
    bench.run();
    bench.access(TlpType::IoWrite, 0xC000 + 8, 1, 0x55);
    ASSERT_EQ(registers.written.size(), 3u);
    EXPECT_EQ(registers.written[0], (std::pair<std::uint64_t, unsigned>(0x102, 0xAA)));
    EXPECT_EQ(registers.written[2], (std::pair<std::uint64_t, unsigned>(8, 0x55)));
    EXPECT_TRUE(bench.good);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, kWindow + (1u << 19), 4, 0), ~0u) << "no window there";
    EXPECT_FALSE(bench.good);
    EXPECT_EQ(bench.card.stats().unsupported, 1u);
    EXPECT_EQ(bench.payloads.in_use(), 0u);
}

/// The page of the write has to be translated first, that of the read is known.
TEST(PcieEndpoint, AReadWaitsForTheWritesBeforeIt) {
    PcieBenchConfig config;
    config.iommu = {true, 4096, 96, 10 * base::kMicrosecond, 0};
    PcieBench bench(config);
    Registers registers(bench);
    bench.card.read(0, 0x5000, 64);
    bench.run();
    ASSERT_EQ(bench.reads_done.size(), 1u);
    const std::array<std::uint8_t, 64> data{};
    bench.card.write(0x8000, data.data(), 64);
    bench.card.read(1, 0x5000, 64);
    bench.run(8 * base::kMicrosecond);
    EXPECT_EQ(bench.reads_done.size(), 1u);
    bench.run(8 * base::kMicrosecond);
    EXPECT_EQ(bench.reads_done.size(), 2u);
    bench.card.read(0, 0x5000, 64);
    bench.run(8 * base::kMicrosecond);
    EXPECT_EQ(bench.reads_done.size(), 3u) << "without a write before it";
}

TEST(PcieEndpoint, ReadsAndWritesMoveTheirOctetsAtAnyAddress) {
    for (const unsigned address : {0x1000u, 0x1001u, 0x1FFFu, 0x20FDu})
        for (const unsigned octets : {1u, 3u, 64u, 257u, 1514u, 4096u}) {
            PcieBench bench;
            Registers registers(bench);
            for (std::size_t k = 0; k < bench.memory.size(); ++k) bench.memory[k] = std::uint8_t(k * 7 + k / 256);
            bench.card.read(3, address, octets);
            bench.run(200 * base::kMicrosecond);
            ASSERT_EQ(bench.reads_done, std::vector<unsigned>{3});
            for (unsigned k = 0; k < octets; ++k) ASSERT_EQ(bench.card.read_data(3)[k], bench.memory[address + k]);
            std::vector<std::uint8_t> data(octets);
            for (unsigned k = 0; k < octets; ++k) data[k] = std::uint8_t(k + 1);
            const std::uint8_t before = bench.memory[0x8000 + address - 1],
                               after = bench.memory[0x8000 + address + octets];
            bench.card.write(0x8000 + address, data.data(), octets);
            bench.run(200 * base::kMicrosecond);
            for (unsigned k = 0; k < octets; ++k) ASSERT_EQ(bench.memory[0x8000 + address + k], data[k]);
            EXPECT_EQ(bench.memory[0x8000 + address - 1], before);
            EXPECT_EQ(bench.memory[0x8000 + address + octets], after);
            EXPECT_EQ(bench.payloads.in_use(), 0u);
        }
}

TEST(PcieEndpoint, SurvivesDamagedPackets) {
    PcieBenchConfig config;
    config.card.tlp_errors = config.root.tlp_errors = 0.2;
    config.card.dllp_errors = config.root.dllp_errors = 0.1;
    PcieBench bench(config);
    Registers registers(bench);
    for (std::size_t k = 0; k < bench.memory.size(); ++k) bench.memory[k] = std::uint8_t(k * 13);
    for (unsigned slot = 0; slot < 40; ++slot) bench.card.read(slot, 0x1000 + 1500 * slot, 1500);
    bench.run(5000 * base::kMicrosecond);
    EXPECT_EQ(bench.reads_done.size(), 40u);
    for (unsigned slot = 0; slot < 40; ++slot)
        for (unsigned k = 0; k < 1500; ++k)
            ASSERT_EQ(bench.card.read_data(slot)[k], bench.memory[0x1000 + 1500 * slot + k]);
    EXPECT_GT(bench.root_end.stats().replayed, 0u);
    bench.run(200 * base::kMicrosecond);
    EXPECT_EQ(bench.payloads.in_use(), 0u);
}

TEST(PcieEndpoint, AReadOutsideOfMemoryReturnsOnes) {
    PcieBench bench;
    bench.card.read(0, PcieBench::kMemoryOctets, 8);
    bool good = true;
    bench.card.read_done = [&good](const Endpoint::Done& d) { good = d.good; };
    bench.run();
    EXPECT_FALSE(good);
    EXPECT_EQ(bench.card.read_data(0)[7], 0xFF);
    EXPECT_EQ(bench.complex.stats().unsupported, 1u);
}

TEST(PcieInterrupts, MessagesOfIntaAlternateAndFollowWrites) {
    PcieBench bench;
    Registers registers(bench);
    const std::uint8_t one = 1;
    bench.cpu.interrupt = [&bench](const Tlp& tlp) {
        bench.interrupts.push_back(tlp);
        EXPECT_EQ(bench.memory[0x2000], 1) << "the write before it is in memory";
    };
    bench.card.write(0x2000, &one, 1);
    bench.card.set_interrupt(true);
    bench.card.set_interrupt(true);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 1u);
    EXPECT_EQ(bench.interrupts[0].code, kAssertInta);
    EXPECT_NE(bench.card.config_space.read(kCommandRegister) & 1u << 19, 0u);
    bench.card.set_interrupt(false);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 2u);
    EXPECT_EQ(bench.interrupts[1].code, kDeassertInta);
    bench.write(function_id(1, 0), kCommandRegister, kMemoryEnabled | kMasterEnabled | kIntxDisabled);
    bench.card.set_interrupt(true);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 2u);
}

void enable_msi(PcieBench& bench, std::uint16_t card) {
    bench.write(card, kMsiCapability + 4, 0xFEE0'0000), bench.write(card, kMsiCapability + 12, 0x4031);
    bench.write(card, kMsiCapability, 1u << 16);
}

TEST(PcieInterrupts, MsiAndMsixAreWritesAndAMaskedVectorWaits) {
    PcieBench bench;
    Registers registers(bench);
    const std::uint16_t card = function_id(1, 0);
    enable_msi(bench, card);
    bench.card.set_interrupt(true);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 1u);
    EXPECT_EQ(bench.interrupts[0].address, 0xFEE0'0000u);
    bench.card.set_interrupt(false);
    bench.write(card, kMsiCapability, 0);
    const std::uint32_t table = 0xE002'0000;
    bench.write(card, kMsixCapability, 1u << 31);
    bench.access(TlpType::MemoryWrite, table, 4, 0xFEE0'1000), bench.access(TlpType::MemoryWrite, table + 8, 4, 0x42);
    bench.card.set_interrupt(true);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 1u) << "the vector is masked";
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table + 0x2000, 4, 0), 1u) << "its pending bit";
    bench.access(TlpType::MemoryWrite, table + 12, 4, 0);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 2u);
    EXPECT_EQ(bench.interrupts[1].address, 0xFEE0'1000u);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table, 4, 0), 0xFEE0'1000u);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table + 0x2000, 4, 0), 0u);
}

/// PCI Express base specification, 7.5.1.1: a card that is no bus master sends no message.
TEST(PcieInterrupts, MessagesWaitForTheBusMasterBit) {
    PcieBench bench;
    Registers registers(bench);
    const std::uint16_t card = function_id(1, 0);
    enable_msi(bench, card);
    bench.write(card, kCommandRegister, kMemoryEnabled);
    bench.card.set_interrupt(true);
    bench.run();
    EXPECT_TRUE(bench.interrupts.empty());
    bench.write(card, kCommandRegister, kMemoryEnabled | kMasterEnabled);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 1u);
    bench.card.set_interrupt(false);
    bench.write(card, kMsiCapability, 0);
    const std::uint32_t table = 0xE002'0000;
    bench.write(card, kMsixCapability, 1u << 31);
    bench.access(TlpType::MemoryWrite, table, 4, 0xFEE0'1000), bench.access(TlpType::MemoryWrite, table + 12, 4, 0);
    bench.write(card, kCommandRegister, kMemoryEnabled);
    bench.card.send_vector(0);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 1u);
    bench.write(card, kCommandRegister, kMemoryEnabled | kMasterEnabled);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 2u);
}

TEST(PcieInterrupts, EachVectorHasItsMessageItsMaskAndItsPendingBit) {
    PcieBench bench;
    Registers registers(bench);
    const std::uint16_t card = function_id(1, 0);
    const std::uint32_t table = 0xE002'0000;
    bench.card.send_vector(1);
    bench.run();
    EXPECT_TRUE(bench.interrupts.empty()) << "MSI-X is off";
    bench.write(card, kMsixCapability, 1u << 31);
    for (std::uint32_t n = 0; n < 5; ++n) {
        bench.access(TlpType::MemoryWrite, table + 16 * n, 4, 0xFEE0'0000 + 0x1000 * n);
        bench.access(TlpType::MemoryWrite, table + 16 * n + 8, 4, 0x40 + n);
        bench.access(TlpType::MemoryWrite, table + 16 * n + 12, 4, n == 3 ? 1 : 0);
    }
    bench.run();
    for (const unsigned n : {4u, 3u, 1u, 5u}) bench.card.send_vector(n);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 2u);
    EXPECT_EQ(bench.interrupts[0].address, 0xFEE0'4000u);
    EXPECT_EQ(bench.interrupts[1].address, 0xFEE0'1000u);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table + 0x2000, 4, 0), 1u << 3);
    bench.write(card, kMsixCapability, 3u << 30);
    bench.access(TlpType::MemoryWrite, table + 16 * 3 + 12, 4, 0);
    bench.card.send_vector(0);
    bench.run();
    EXPECT_EQ(bench.interrupts.size(), 2u) << "all are masked";
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table + 0x2000, 4, 0), 1u | 1u << 3);
    bench.write(card, kMsixCapability, 1u << 31);
    bench.run();
    ASSERT_EQ(bench.interrupts.size(), 4u);
    EXPECT_EQ(bench.interrupts[3].address, 0xFEE0'3000u);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, table + 0x2000, 4, 0), 0u);
}

/// Decodes every TLP on the link, and compares it.
struct Reader : LinkObserver {
    explicit Reader(Payloads& of) : payloads(of) {}
    void packet(const LinkPacket& p) override {
        const std::uint8_t* const data_sent = p.tlp ? payloads.at(p.tlp->payload) : nullptr;
        encode(p, data_sent, octets);
        const std::size_t size = write_without_crc(p, data_sent, without_crc.data());
        ASSERT_EQ(size, octets.size() - (p.tlp ? kLcrcOctets : kDllpCrcOctets));
        EXPECT_TRUE(std::equal(octets.begin(), octets.begin() + std::ptrdiff_t(size), without_crc.begin()));
        if (!p.tlp) {
            EXPECT_EQ(octets.size(), 6u);
            return;
        }
        ++tlps;
        EXPECT_EQ(octets.size(), 6 + tlp_octets(*p.tlp));
        const Decoded d = decode_tlp(octets.data() + 2, octets.size() - 6);
        EXPECT_EQ(d.tlp.type, p.tlp->type);
        EXPECT_EQ(d.tlp.tag, p.tlp->tag);
        EXPECT_EQ(d.tlp.octets, p.tlp->type == TlpType::Message ? 0 : p.tlp->octets);
        if (p.tlp->type == TlpType::Completion) {
            EXPECT_EQ(d.tlp.remaining, p.tlp->remaining);
            EXPECT_EQ(d.tlp.address, p.tlp->address & 0x7F);
        } else if (p.tlp->type != TlpType::Message) {
            EXPECT_EQ(d.tlp.address, p.tlp->address);
        }
        EXPECT_TRUE(std::equal(d.data.begin(), d.data.end(), payloads.at(p.tlp->payload)));
    }
    Payloads& payloads;
    Octets octets;
    std::array<std::uint8_t, kMostWithoutCrc> without_crc{};
    unsigned tlps = 0;
};

TEST(PcieEncoding, EveryPacketOfAnExchangeIsReadBack) {
    PcieBench bench;
    Reader up(bench.payloads), down(bench.payloads);
    bench.card_end.observe(up, Way::Up), bench.root_end.observe(down, Way::Down);
    Registers registers(bench);
    bench.access(TlpType::MemoryRead, kWindow + 0x41, 2, 0);
    bench.access(TlpType::IoWrite, 0xC000 + 8, 1, 0x55);
    std::vector<std::uint8_t> data(700, 0x5A);
    bench.card.write(0x1003, data.data(), 700);
    bench.card.read(0, 0x2005, 700);
    bench.card.set_interrupt(true);
    bench.run();
    EXPECT_GT(up.tlps, 30u);
    EXPECT_GT(down.tlps, 30u);
}

}  // namespace
}  // namespace niclab::pcie
