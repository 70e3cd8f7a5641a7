// A switch between a root and two cards: enumeration through it, routing, interrupts, its queues, and
// the rules on each of its links.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/pcie/pcie_checker.h"
#include "pcie/switch.h"
#include "support/pcie_bench.h"

namespace niclab::pcie {
namespace {

constexpr LanesConfig kLanes{1, 1};

LinkEndConfig link() {
    LinkEndConfig config;
    config.lanes = kLanes;
    return config;
}

/// Judges a link, and keeps its TLPs.
struct Watch : LinkObserver {
    Watch(LinkEnd& upper, LinkEnd& lower, Payloads& of) : payloads(of), checker(config(), report) {
        lower.observe(*this, Way::Up), upper.observe(*this, Way::Down);
    }
    static check::PcieConfig config() {
        check::PcieConfig c;
        c.known_credits = true, c.updates_periodically = false;
        c.credits = {{{{{64, 1024}, {64, 0}, {0, 0}}}, {{{64, 1024}, {64, 0}, {0, 0}}}}};
        c.limits.ack_ns = 3000;  // One lane, and a TLP of 4096 octets may be under way.
        return c;
    }
    void packet(const LinkPacket& p) override {
        if (p.tlp && p.way == Way::Up) up.push_back(*p.tlp);
        judged.way = p.way == Way::Up ? check::PcieWay::Up : check::PcieWay::Down;
        judged.is_tlp = p.tlp != nullptr, judged.begin = p.begin, judged.end = p.end;
        encode(p, p.tlp && p.tlp->payload != 0 ? payloads.at(p.tlp->payload) : nullptr, judged.octets);
        checker.packet(judged);
    }
    Payloads& payloads;
    check::Report report;
    check::PcieChecker checker;
    check::PciePacket judged;
    std::vector<Tlp> up;
};

struct Bench : ConfigAccess {
    Bench()
        : root_end(queue, link(), 1, "root"),
          up_end(queue, link(), 1, "up"),
          down_ends{{LinkEnd(queue, link(), 1, "down0"), LinkEnd(queue, link(), 1, "down1")}},
          card_ends{{LinkEnd(queue, link(), 1, "card0"), LinkEnd(queue, link(), 1, "card1")}},
          memory(1u << 20),
          timing({}, 0, 1u << 20),
          iommu({}),
          complex(queue, {300 * base::kNanosecond}, root_end, timing, iommu),
          cpu(queue, {}, test::pcie_port_identity(), root_end, complex, payloads),
          fabric(queue, {}, up_end, payloads, kLanes, 256),
          cards{{Endpoint(queue, test::pcie_card_identity(), {}, card_ends[0], payloads),
                 Endpoint(queue, test::pcie_card_identity(), {}, card_ends[1], payloads)}},
          upper(root_end, up_end, payloads),
          first(down_ends[0], card_ends[0], payloads),
          second(down_ends[1], card_ends[1], payloads) {
        complex.use(memory, payloads);
        for (LinkEnd* end : {&root_end, &up_end, &down_ends[0], &down_ends[1], &card_ends[0], &card_ends[1]})
            end->use(payloads);
        root_end.connect(up_end, complex), up_end.connect(root_end, fabric.upstream());
        for (unsigned k = 0; k < 2; ++k) {
            down_ends[k].connect(card_ends[k], fabric.add(down_ends[k]));
            card_ends[k].connect(down_ends[k], cards[k]);
            cards[k].read_done = [this, k](const Endpoint::Done& d) { done[k].push_back(d.slot), good &= d.good; };
            cards[k].work = [this, k] {
                while (cards[k].has_access()) {
                    const std::array<std::uint8_t, 64> data{std::uint8_t(0x10 + k)};
                    if (cards[k].access().is_write()) written[k].push_back(*cards[k].written_data());
                    cards[k].finish_access(data.data());
                }
            };
        }
        cpu.done = [this](const CpuPort::Done& d) {
            finished = d.number, answer = 0;
            for (unsigned k = 0; k < 4; ++k) answer |= std::uint32_t{d.data[k]} << 8 * k;
        };
        cpu.interrupt = [this](const Tlp& tlp) { interrupts.push_back(tlp); };
    }
    std::uint32_t read(std::uint16_t id, unsigned offset) override {
        return access(TlpType::ConfigRead, std::uint64_t{id} << 16 | offset, 0);
    }
    void write(std::uint16_t id, unsigned offset, std::uint32_t value) override {
        access(TlpType::ConfigWrite, std::uint64_t{id} << 16 | offset, value);
    }
    std::uint32_t access(TlpType type, std::uint64_t address, std::uint32_t value) {
        CpuPort::Request r;
        r.type = type, r.address = address, r.octets = 4;
        for (unsigned k = 0; k < 4; ++k) r.data[k] = std::uint8_t(value >> 8 * k);
        const std::uint64_t number = cpu.start(r);
        while (type != TlpType::MemoryWrite && finished != number && queue.next() != base::kNever)
            queue.run(queue.next());
        return answer;
    }
    void run(Femtoseconds time = 200 * base::kMicrosecond) { queue.run(queue.now() + time); }
    void expect_clean() const {
        for (const Watch* watch : {&upper, &first, &second})
            EXPECT_EQ(watch->report.total(), 0u)
                << (watch->report.total() > 0 ? watch->report.violations().front().seen : "");
        EXPECT_EQ(payloads.in_use(), 0u);
    }

    base::EventQueue queue;
    Payloads payloads;
    LinkEnd root_end, up_end;
    std::array<LinkEnd, 2> down_ends, card_ends;
    test::PcieMemory memory;
    HostMemory timing;
    Iommu iommu;
    RootComplex complex;
    CpuPort cpu;
    Switch fabric;
    std::array<Endpoint, 2> cards;
    Watch upper, first, second;
    std::array<std::vector<unsigned>, 2> done, written;
    std::vector<Tlp> interrupts;
    std::uint64_t finished = 0;
    std::uint32_t answer = 0;
    bool good = true;
};

TEST(PcieSwitch, ItsPortsAndBothCardsAreFoundAndReached) {
    Bench b;
    const std::vector<Found> found = enumerate(b, {});
    ASSERT_EQ(found.size(), 6u) << "root port, upstream port, and two ports with a card each";
    EXPECT_EQ(found[1].id, function_id(1, 0));
    EXPECT_EQ(found[2].id, function_id(2, 0));
    EXPECT_EQ(found[3].id, function_id(3, 0));
    EXPECT_EQ(found[4].id, function_id(2, 1));
    EXPECT_EQ(found[5].id, function_id(4, 0));
    EXPECT_EQ(found[5].identity, 0x10D3'8086u);
    EXPECT_EQ(b.read(function_id(2, 2), 0), ~0u) << "no such port";
    EXPECT_EQ(b.read(function_id(3, 1), 0), ~0u) << "a link has one device";
    for (unsigned k = 0; k < 2; ++k) {
        const std::uint32_t window = b.read(function_id(3 + k, 0), kFirstBarRegister) & ~0xFu;
        EXPECT_EQ(b.access(TlpType::MemoryRead, window + 8, 0) & 0xFF, 0x10u + k);
        b.access(TlpType::MemoryWrite, window, 0xA0 + k);
        b.run();
        EXPECT_EQ(b.written[k], std::vector<unsigned>{0xA0 + k});
        const std::uint32_t ports = b.read(function_id(3 + k, 0), kFirstBarRegister + 8) & ~3u;
        EXPECT_EQ(b.access(TlpType::IoRead, ports, 0) & 0xFF, 0x10u + k);
    }
    b.expect_clean();
}

TEST(PcieSwitch, ReadsAndWritesOfBothCardsReachMemory) {
    Bench b;
    enumerate(b, {});
    for (std::size_t k = 0; k < b.memory.size(); ++k) b.memory[k] = std::uint8_t(k * 7 + k / 256);
    std::vector<std::uint8_t> data(1514, 0x3C);
    for (unsigned k = 0; k < 2; ++k) {
        b.cards[k].read(5, 0x1003 + 0x1000 * k, 1514);
        b.cards[k].write(0x8000 + 0x1000 * k, data.data(), 1514);
    }
    b.run();
    for (unsigned k = 0; k < 2; ++k) {
        EXPECT_EQ(b.done[k], std::vector<unsigned>{5});
        for (unsigned n = 0; n < 1514; ++n) ASSERT_EQ(b.cards[k].read_data(5)[n], b.memory[0x1003 + 0x1000 * k + n]);
        EXPECT_EQ(b.memory[0x8000 + 0x1000 * k + 1513], 0x3C);
    }
    EXPECT_TRUE(b.good);
    EXPECT_GT(b.fabric.stats().up, 12u);
    b.expect_clean();
}

/// The link to the root has the rate of one card: packets of two cards wait in the switch, take
/// turns, and use up no more credits than there are.
TEST(PcieSwitch, PacketsOfTwoCardsQueueForTheLinkToTheRoot) {
    Bench b;
    enumerate(b, {});
    b.upper.up.clear();
    const std::vector<std::uint8_t> data(4096, 1);
    const Femtoseconds begin = b.queue.now();
    std::size_t most = 0;
    for (unsigned k = 0; k < 2; ++k) b.cards[k].write(0x10000 + 0x10000 * k, data.data(), 4096);
    for (unsigned us = 0; us < 60; ++us) b.run(base::kMicrosecond), most = std::max(most, b.fabric.waiting_up());
    EXPECT_GT(most, 5u);
    ASSERT_EQ(b.upper.up.size(), 32u);
    unsigned changes = 0;
    for (std::size_t n = 1; n < 32; ++n) changes += b.upper.up[n].requester != b.upper.up[n - 1].requester;
    EXPECT_GT(changes, 20u) << "of both cards in turn";
    const Femtoseconds took = b.upper.up.back().at(Stamp::Begun) - begin;
    const Femtoseconds line = Lanes(kLanes).time_of(31 * (256 + 20 + 16));
    EXPECT_GT(took, line);
    EXPECT_LT(took, line + 4 * base::kMicrosecond);
    b.run();
    b.expect_clean();
}

TEST(PcieSwitch, ACardReachesTheOtherWithoutTheRoot) {
    Bench b;
    enumerate(b, {});
    const std::uint32_t window = b.read(function_id(4, 0), kFirstBarRegister) & ~0xFu;
    b.upper.up.clear();
    const std::uint8_t octet = 0x77;
    b.cards[0].write(window + 16, &octet, 1);
    b.cards[0].read(3, window + 32, 4);
    b.run();
    EXPECT_EQ(b.written[1], std::vector<unsigned>{0x77});
    ASSERT_EQ(b.done[0], std::vector<unsigned>{3});
    EXPECT_EQ(b.cards[0].read_data(3)[0], 0x11);
    EXPECT_TRUE(b.upper.up.empty());
    EXPECT_EQ(b.fabric.stats().between, 3u);
    b.expect_clean();
}

TEST(PcieSwitch, LinesOfCardsAreApartAndMessagesPassThrough) {
    Bench b;
    enumerate(b, {});
    for (Endpoint& card : b.cards) card.set_interrupt(true), card.set_interrupt(false);
    b.run();
    std::vector<unsigned> codes;
    for (const Tlp& tlp : b.interrupts) codes.push_back(tlp.code);
    std::sort(codes.begin(), codes.end());
    EXPECT_EQ(codes, (std::vector<unsigned>{0x20, 0x21, 0x24, 0x25})) << "INTA and INTB";
    b.write(function_id(4, 0), kMsiCapability + 4, 0xFEE0'0000), b.write(function_id(4, 0), kMsiCapability + 12, 0x31);
    b.write(function_id(4, 0), kMsiCapability, 1u << 16);
    b.interrupts.clear();
    b.cards[1].set_interrupt(true);
    b.run();
    ASSERT_EQ(b.interrupts.size(), 1u);
    EXPECT_EQ(b.interrupts[0].address, 0xFEE0'0000u);
    b.expect_clean();
}

TEST(PcieSwitch, AnAddressThatNoPortHasIsAnsweredThere) {
    Bench b;
    enumerate(b, {});
    const std::uint32_t window = b.read(function_id(3, 0), kFirstBarRegister) & ~0xFu;
    b.write(function_id(2, 0), kCommandRegister, kMasterEnabled);
    EXPECT_EQ(b.access(TlpType::MemoryRead, window, 0), ~0u);
    EXPECT_EQ(b.fabric.stats().unsupported, 31u) << "30 devices without a port, and this read";
    b.expect_clean();
}

}  // namespace
}  // namespace niclab::pcie
