// Damaged TLPs, DLLPs and configurations: each ends in a named error, or is what it says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/random.h"
#include "check/pcie/pcie_checker.h"
#include "pcie/encoding.h"
#include "support/pcie_bench.h"
#include "support/repetitions.h"

namespace niclab::pcie {
namespace {

/// NICLAB_MUTATIONS, or 100 000; fewer in a debug build.
unsigned mutations() {
    const char* const wanted = std::getenv("NICLAB_MUTATIONS");
    return wanted ? unsigned(std::stoul(wanted)) : test::repetitions(100'000);
}

/// Valid packets of an exchange, as octets.
struct Recorder : LinkObserver {
    explicit Recorder(Payloads& of) : payloads(of) {}
    void packet(const LinkPacket& p) override {
        check::PciePacket c;
        c.way = p.way == Way::Up ? check::PcieWay::Up : check::PcieWay::Down;
        c.is_tlp = p.tlp != nullptr;
        c.begin = p.begin, c.end = p.end;
        encode(p, p.tlp ? payloads.at(p.tlp->payload) : nullptr, c.octets);
        packets.push_back(c);
    }
    Payloads& payloads;
    std::vector<check::PciePacket> packets;
};

std::vector<check::PciePacket> exchange() {
    test::PcieBench bench;
    Recorder recorder(bench.payloads);
    bench.card_end.observe(recorder, Way::Up), bench.root_end.observe(recorder, Way::Down);
    enumerate(bench, {});
    const std::vector<std::uint8_t> data(600, 0x3C);
    bench.card.write(0x1003, data.data(), 600);
    bench.card.read(0, 0x2005, 600);
    bench.card.set_interrupt(true);
    bench.access(TlpType::MemoryRead, 0xE010'0000, 4, 0);
    bench.run();
    return recorder.packets;
}

void damage(Octets& octets, base::RandomStream& random) {
    const auto place = [&] { return std::size_t(random.uniform(0, std::int64_t(octets.size()) - 1)); };
    switch (random.uniform(0, 3)) {
        case 0:
            octets[place()] ^= std::uint8_t(1u << random.uniform(0, 7));
            break;
        case 1:
            octets[place()] = std::uint8_t(random.uniform(0, 255));
            break;
        case 2:
            octets.resize(place() + 1);
            break;
        default:
            octets.insert(octets.begin() + std::ptrdiff_t(place()), std::uint8_t(random.uniform(0, 255)));
    }
}

TEST(PcieFuzz, ADamagedTlpIsRefusedByNameOrReadAsItIs) {
    const std::vector<check::PciePacket> packets = exchange();
    base::RandomStream random(7, "fuzz");
    unsigned refused = 0, read = 0;
    for (unsigned k = 0; k < mutations();) {
        const check::PciePacket& from = packets[std::size_t(random.uniform(0, std::int64_t(packets.size()) - 1))];
        if (!from.is_tlp) continue;
        ++k;
        Octets octets(from.octets.begin() + 2, from.octets.end() - 4);
        for (int n = 0; n <= random.uniform(0, 3); ++n) damage(octets, random);
        try {
            const Decoded d = decode_tlp(octets.data(), octets.size());
            ++read;
            Octets again;
            encode_tlp(d.tlp, d.data.data(), again);
            ASSERT_EQ(again.size(), octets.size());
            const Decoded twice = decode_tlp(again.data(), again.size());
            ASSERT_EQ(twice.tlp.address, d.tlp.address);
            ASSERT_EQ(twice.tlp.octets, d.tlp.octets);
            ASSERT_EQ(twice.data, d.data);
        } catch (const std::invalid_argument& e) {
            ++refused;
            ASSERT_NE(std::string(e.what()).find("; expected "), std::string::npos) << e.what();
            ASSERT_EQ(std::string(e.what()).rfind("TLP: ", 0), 0u) << e.what();
        }
    }
    EXPECT_GT(refused, mutations() / 10);
    EXPECT_GT(read, mutations() / 10);
}

TEST(PcieFuzz, TheCheckerJudgesAnyPackets) {
    const std::vector<check::PciePacket> packets = exchange();
    base::RandomStream random(8, "fuzz");
    check::PcieConfig config;
    config.known_credits = true;
    config.credits = {{{{{64, 1024}, {64, 0}, {0, 0}}}, {{{64, 1024}, {64, 0}, {0, 0}}}}};
    config.updates_periodically = false;
    config.limits.ack_ns = 1664;  // Of one lane at 2.5 GT/s with an MPS of 256.
    {
        check::Report report;
        check::PcieChecker checker(config, report);
        for (const check::PciePacket& p : packets) checker.packet(p);
        EXPECT_EQ(report.total(), 0u) << (report.total() > 0 ? report.violations().front().seen : "");
    }
    std::uint64_t found = 0;
    for (unsigned done = 0; done < mutations(); done += unsigned(packets.size())) {
        check::Report report;
        check::PcieChecker checker(config, report);
        for (check::PciePacket p : packets) {
            if (random.uniform(0, 4) == 0) damage(p.octets, random);
            checker.packet(p);
        }
        found += report.total();
    }
    EXPECT_GT(found, mutations() / 20);
}

TEST(PcieFuzz, AnyIdentityIsRefusedByNameOrHasItsRegisters) {
    base::RandomStream random(9, "fuzz");
    unsigned refused = 0, made = 0;
    for (unsigned k = 0; k < mutations() / 20; ++k) {
        Identity id;
        const auto size = [&] { return std::uint64_t{1} << random.uniform(0, 34); };
        for (Bar& bar : id.bars)
            if (random.chance(0.3))
                bar = {size() + (random.chance(0.05) ? 1 : 0), random.chance(0.2), random.chance(0.2), false};
        id.msi_vectors = unsigned(random.uniform(0, 33));
        if (random.chance(0.7)) id.msi_vectors = 1u << random.uniform(0, 5);
        id.msix_vectors = random.chance(0.5) ? 0 : unsigned(random.uniform(0, 3000));
        id.msix_bar = unsigned(random.uniform(0, 6));
        id.mps = 1u << random.uniform(6, 13);
        id.lanes = {unsigned(random.uniform(1, 6)), random.chance(0.9) ? 1u << random.uniform(0, 4) : 3u};
        try {
            ConfigSpace space(id);
            ++made;
            for (unsigned at = 0; at < kConfigOctets; at += 4) space.write(at, ~0u), space.write(at, space.read(at));
        } catch (const std::invalid_argument& e) {
            ++refused;
            ASSERT_NE(std::string(e.what()).find("; expected "), std::string::npos) << e.what();
        }
    }
    EXPECT_GT(refused, 10u);
    EXPECT_GT(made, 10u);
}

}  // namespace
}  // namespace niclab::pcie
