// Configuration space, enumeration over the link, and what lspci reads in a dump.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "support/pcie_bench.h"

namespace niclab::pcie {
namespace {

using test::PcieBench;

TEST(PcieConfig, BarsShowTheirSizeAndKind) {
    Identity id = test::pcie_card_identity();
    id.bars[4] = {1u << 20, false, true, true};
    ConfigSpace space(id);
    for (unsigned k = 0; k < 6; ++k) space.write(0x10 + 4 * k, ~0u);
    EXPECT_EQ(space.read(0x10), 0xFFFE'0000u);
    EXPECT_EQ(space.read(0x14), 0u);
    EXPECT_EQ(space.read(0x18), 0xFFFF'FFE1u);
    EXPECT_EQ(space.read(0x1C), 0xFFFF'C000u);
    EXPECT_EQ(space.read(0x20), 0xFFF0'000Cu);
    EXPECT_EQ(space.read(0x24), 0xFFFF'FFFFu);
    space.write(0x00, 0);
    EXPECT_EQ(space.read(0x00), 0x10D3'8086u) << "identity cannot be written";
    space.write(0x10, 0xE000'0000);
    EXPECT_FALSE(space.find(0xE000'0010, false)) << "memory is not enabled";
    space.write(kCommandRegister, kMemoryEnabled, 0x1);
    ASSERT_TRUE(space.find(0xE000'0010, false));
    EXPECT_EQ(space.find(0xE000'0010, false)->offset, 0x10u);
    EXPECT_FALSE(space.find(0xE002'0000, false));
    EXPECT_FALSE(space.find(0xE000'0010, true));
}

TEST(PcieConfig, OnlyEnabledOctetsChangeAndErrorsClearByOnes) {
    ConfigSpace space(test::pcie_card_identity());
    space.write(kInterruptRegister, 0x1234'560B, 0x1);
    EXPECT_EQ(space.read(kInterruptRegister), 0x0000'010Bu);
    space.write(kCommandRegister, 0x0000'0406, 0x2);
    EXPECT_EQ(space.read(kCommandRegister) & 0xFFFF, 0x0400u);
    EXPECT_EQ(space.mps(), 128u);
    EXPECT_EQ(space.mrrs(), 512u);
    space.write(kExpressControl, 0x5020, 0x3);
    EXPECT_EQ(space.mps(), 256u);
    EXPECT_EQ(space.mrrs(), 4096u);
}

TEST(PcieConfig, WhatDoesNotExistIsRefused) {
    const auto message = [](Identity id) -> std::string {
        try {
            const ConfigSpace space(id);
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "";
    };
    Identity id = test::pcie_card_identity();
    id.bars[0].octets = 100;
    EXPECT_EQ(message(id), "bar 0: 100 octets; expected a power of two from 16, for I/O from 4");
    id = test::pcie_card_identity(), id.bars[1] = {64, false, true, false};
    EXPECT_EQ(message(id), "bar 1: no place for 64 bits; expected memory, and the next BAR unused");
    id = test::pcie_card_identity(), id.msi_vectors = 3;
    EXPECT_EQ(message(id), "msi_vectors = 3; expected 0, or a power of two up to 32");
    id = test::pcie_card_identity(), id.msix_bar = 1;
    EXPECT_EQ(message(id), "msix_bar = 1; expected a BAR with space for the table and the pending bits");
    id = test::pcie_card_identity(), id.mps = 64;
    EXPECT_EQ(message(id), "mps = 64; expected 128, 256, 512, 1024, 2048 or 4096");
    EXPECT_EQ(message(test::pcie_card_identity()), "");
}

TEST(PcieEnumeration, FindsTheCardAssignsItsWindowsAndSetsTheSizes) {
    PcieBench bench;
    const std::vector<Found> found = enumerate(bench, {});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].id, function_id(0, 0));
    EXPECT_EQ(found[0].header, 1u);
    EXPECT_EQ(found[1].id, function_id(1, 0));
    EXPECT_EQ(found[1].identity, 0x10D3'8086u);
    EXPECT_EQ(found[1].express, kExpressCapability);
    const ConfigSpace &port = bench.cpu.port_space, &card = bench.card.config_space;
    EXPECT_EQ(port.secondary(), 1u);
    EXPECT_EQ(port.subordinate(), 1u);
    EXPECT_EQ(card.read(0x10), 0xE000'0000u);
    EXPECT_EQ(card.read(0x18), 0xC001u);
    EXPECT_EQ(card.read(0x1C), 0xE002'0000u);
    EXPECT_TRUE(port.forwards(0xE000'0000, false));
    EXPECT_TRUE(port.forwards(0xE00F'FFFF, false));
    EXPECT_FALSE(port.forwards(0xE010'0000, false));
    EXPECT_TRUE(port.forwards(0xC01F, true));
    EXPECT_EQ(card.mps(), 256u);
    EXPECT_EQ(card.mrrs(), 512u);
    EXPECT_EQ(bench.payloads.in_use(), 0u);
    EXPECT_EQ(bench.read(function_id(1, 1), 0), ~0u) << "the link has one device";
    EXPECT_EQ(bench.read(function_id(2, 0), 0), ~0u);
}

/// The space as lspci -xxxx prints it.
std::string dump(const char* slot, const ConfigSpace& space) {
    std::string text = std::string(slot) + " device\n";
    std::array<char, 16> number{};
    for (unsigned at = 0; at < kConfigOctets; at += 16) {
        std::snprintf(number.data(), number.size(), "%02x:", at);
        text += number.data();
        for (unsigned k = 0; k < 16; ++k) {
            std::snprintf(number.data(), number.size(), " %02x", space.read(at + k / 4 * 4) >> 8 * (k % 4) & 0xFF);
            text += number.data();
        }
        text += "\n";
    }
    return text + "\n";
}

/// What lspci prints for the dump; empty: it is not installed.
std::string lspci(const std::string& text) {
    const std::string path = testing::TempDir() + "niclab_lspci." + std::to_string(std::rand()) + ".txt";
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
    std::fputs(text.c_str(), file.get());
    file.reset();
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
        popen(("PATH=$PATH:/usr/bin:/sbin:/usr/sbin lspci -n -vvv -F " + path + " 2>/dev/null").c_str(), "r"), pclose);
    std::string printed;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), int(part.size()), pipe.get())) printed += part.data();
    std::remove(path.c_str());
    return printed;
}

TEST(PcieLspci, ReadsTheCapabilitiesOfCardAndPort) {
    PcieBench bench;
    enumerate(bench, {});
    bench.card.config_space.set_link({1, 1});
    bench.cpu.port_space.set_link({1, 1});
    const std::string printed = lspci(dump("00:00.0", bench.cpu.port_space) + dump("01:00.0", bench.card.config_space));
    if (printed.empty()) GTEST_SKIP() << "lspci is not installed";
    for (const char* expected :
         {"00:00.0 0604: 8086:3c02", "Bus: primary=00, secondary=01, subordinate=01, sec-latency=0",
          "I/O behind bridge: c000-cfff", "Memory behind bridge: e0000000-e00fffff", "Express (v2) Root Port (Slot+)",
          "01:00.0 0200: 8086:10d3", "Subsystem: 8086:a01f", "Region 0: Memory at e0000000 (32-bit, non-prefetchable)",
          "Region 2: I/O ports at c000", "Region 3: Memory at e0020000 (32-bit, non-prefetchable)",
          "MSI: Enable- Count=1/1 Maskable- 64bit+", "MSI-X: Enable- Count=5 Masked-",
          "Vector table: BAR=3 offset=00000000", "PBA: BAR=3 offset=00002000", "Express (v2) Endpoint",
          "MaxPayload 256 bytes, MaxReadReq 512 bytes", "Speed 2.5GT/s, Width x1",
          "Capabilities: [100 v1] Advanced Error Reporting",
          "Capabilities: [150 v1] Device Serial Number 00-1b-21-ff-ff-12-34-56"})
        EXPECT_NE(printed.find(expected), std::string::npos) << expected << "\n" << printed;
    EXPECT_EQ(printed.find("Unknown"), std::string::npos) << printed;
    EXPECT_EQ(printed.find("<chain"), std::string::npos) << printed;
}

}  // namespace
}  // namespace niclab::pcie
