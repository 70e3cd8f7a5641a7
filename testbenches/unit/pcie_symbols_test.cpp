// Packets as symbols: their framing, damaged framing, and a link at signal level with the times and
// the data of one at transaction level.
#include <gtest/gtest.h>

#include <tuple>

#include "base/random.h"
#include "pcie/signal_line.h"
#include "support/pcie_bench.h"
#include "support/repetitions.h"

namespace niclab::pcie {
namespace {

using test::PcieBench;
using test::PcieBenchConfig;

std::vector<unsigned> values(const Symbols& symbols) {
    std::vector<unsigned> all;
    for (const Symbol& s : symbols) all.push_back(s.octet | (s.control ? 0x100u : 0));
    return all;
}

TEST(PcieSymbols, FramingOfBothKindsIsThatOfTheStandard) {
    Symbols symbols;
    const Octets ack{0, 0, 0, 5, 0x12, 0x34};
    frame(ack, false, 8, Framing::Special, symbols);
    EXPECT_EQ(values(symbols), (std::vector<unsigned>{0x15C, 0, 0, 0, 5, 0x12, 0x34, 0x1FD}));
    frame(ack, false, 8, Framing::Tokens, symbols);
    EXPECT_EQ(values(symbols), (std::vector<unsigned>{0xF0, 0xAC, 0, 0, 0, 5, 0x12, 0x34}));
    // A TLP of three dwords, sequence number 123H, padded by a dword.
    Octets tlp{0x01, 0x23, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0xA, 0xB, 0xC, 0xD};
    frame(tlp, true, 24, Framing::Special, symbols);
    EXPECT_EQ(values(symbols),
              (std::vector<unsigned>{0x1FB, 0x01, 0x23, 1,   2,   3,   4,   5,     6,     7,     8,     9,
                                     10,    11,   12,   0xA, 0xB, 0xC, 0xD, 0x1FD, 0x1F7, 0x1F7, 0x1F7, 0x1F7}));
    frame(tlp, true, 24, Framing::Tokens, symbols);
    const std::vector<unsigned> found = values(symbols);
    ASSERT_EQ(found.size(), 24u);
    EXPECT_EQ(found[0], 0x5Fu) << "5 dwords: token, three of the TLP, LCRC";
    EXPECT_EQ(found[1] & 0x7F, 0u);
    EXPECT_EQ(found[2] & 0xF, 0x1u);
    EXPECT_EQ(found[3], 0x23u);
    EXPECT_EQ((std::vector<unsigned>(found.begin() + 4, found.end())),
              (std::vector<unsigned>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0xA, 0xB, 0xC, 0xD, 0, 0, 0, 0}));
    for (const Framing framing : {Framing::Special, Framing::Tokens}) {
        frame(tlp, true, 24, framing, symbols);
        const Unframed back = unframe(symbols, framing);
        EXPECT_TRUE(back.is_tlp);
        EXPECT_EQ(back.packet, tlp);
        frame(ack, false, 8, framing, symbols);
        EXPECT_EQ(unframe(symbols, framing).packet, ack);
        EXPECT_FALSE(unframe(symbols, framing).is_tlp);
    }
}

TEST(PcieSymbols, DamagedFramingIsRefusedByNameOrIsAPacket) {
    base::RandomStream random(5, "symbols");
    unsigned refused = 0;
    const unsigned repetitions = test::repetitions(5000);
    for (unsigned n = 0; n < repetitions; ++n) {
        const Framing framing = n % 2 == 0 ? Framing::Special : Framing::Tokens;
        Octets packet(4 * std::size_t(random.uniform(3, 20)) + 6, std::uint8_t(n));
        Symbols symbols;
        packet[0] &= 0xF;
        frame(packet, true, unsigned(packet.size()) + 2, framing, symbols);
        Symbol& hit = symbols[std::size_t(random.uniform(0, std::int64_t(symbols.size()) - 1))];
        hit.octet ^= std::uint8_t(1u << random.uniform(0, 7));
        if (random.chance(0.3)) hit.control = !hit.control;
        try {
            EXPECT_NE(unframe(symbols, framing).packet, packet) << n;
        } catch (const std::invalid_argument& e) {
            ++refused;
            EXPECT_EQ(std::string(e.what()).rfind("symbols: ", 0), 0u) << e.what();
            EXPECT_NE(std::string(e.what()).find("; expected "), std::string::npos) << e.what();
        }
    }
    EXPECT_GT(refused, repetitions / 20);
}

/// Everything that a link did.
struct Record : LinkObserver {
    void packet(const LinkPacket& p) override {
        seen.emplace_back(p.begin, p.end, p.sequence, p.bad, p.dllp, p.tlp ? p.tlp->address : 0,
                          p.tlp ? p.tlp->octets : 0);
    }
    using Seen =
        std::tuple<Femtoseconds, Femtoseconds, unsigned, bool, std::array<std::uint8_t, 4>, std::uint64_t, unsigned>;
    std::vector<Seen> seen;
};

struct Outcome {
    std::vector<Record::Seen> seen;
    std::vector<std::uint8_t> read, written;
    std::size_t symbols = 0;
};

/// Registers, reads, writes and interrupts, with damaged packets.
Outcome exchange(const LanesConfig& lanes, bool at_signal_level) {
    PcieBenchConfig config;
    config.lanes = lanes;
    config.card.tlp_errors = config.root.tlp_errors = 0.05;
    config.card.dllp_errors = config.root.dllp_errors = 0.05;
    PcieBench bench(config);
    SignalLine up(lanes), down(lanes);
    Outcome outcome;
    if (at_signal_level) bench.card_end.use(up), bench.root_end.use(down);
    for (SignalLine* line : {&up, &down})
        line->listener = [&outcome](const SignalLine::Sent& sent) { outcome.symbols += sent.symbols.size(); };
    Record record;
    bench.card_end.observe(record, Way::Up), bench.root_end.observe(record, Way::Down);
    bench.card.work = [&bench] {
        const std::array<std::uint8_t, 64> data{1, 2, 3, 4, 5};
        while (bench.card.has_access()) bench.card.finish_access(data.data());
    };
    enumerate(bench, {});
    for (std::size_t k = 0; k < bench.memory.size(); ++k) bench.memory[k] = std::uint8_t(k * 13 + k / 512);
    EXPECT_EQ(bench.access(TlpType::MemoryRead, 0xE000'0041, 2, 0) & 0xFFFF, 0x0201u);
    bench.access(TlpType::IoWrite, 0xC000 + 8, 1, 0x55);
    std::vector<std::uint8_t> data(1514);
    for (std::size_t k = 0; k < data.size(); ++k) data[k] = std::uint8_t(k * 3);
    bench.card.write(0x8003, data.data(), 1514);
    bench.card.read(0, 0x2005, 1514);
    bench.card.set_interrupt(true), bench.card.set_interrupt(false);
    bench.run(5000 * base::kMicrosecond);
    EXPECT_EQ(bench.reads_done.size(), 1u);
    outcome.seen = record.seen;
    outcome.read.assign(bench.card.read_data(0), bench.card.read_data(0) + 1514);
    for (unsigned k = 0; k < 1514; ++k) outcome.written.push_back(bench.memory[0x8003 + k]);
    EXPECT_EQ(outcome.written, data);
    EXPECT_EQ(outcome.read[7], bench.memory[0x200C]);
    return outcome;
}

TEST(PcieSignalLevel, HasTheTimesAndTheDataOfTheTransactionLevel) {
    for (const LanesConfig lanes : {LanesConfig{1, 1}, LanesConfig{2, 4}, LanesConfig{3, 8}, LanesConfig{5, 16}}) {
        const Outcome whole = exchange(lanes, false), symbols = exchange(lanes, true);
        EXPECT_EQ(whole.symbols, 0u);
        EXPECT_GT(symbols.symbols, 4000u);
        EXPECT_EQ(whole.seen, symbols.seen) << lanes.generation;
        EXPECT_EQ(whole.read, symbols.read);
    }
}

}  // namespace
}  // namespace niclab::pcie
