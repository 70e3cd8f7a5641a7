// Octets on the line, splits, byte enables, credits, tags, times of lanes: closed forms.
#include <gtest/gtest.h>

#include <set>

#include "pcie/credits.h"
#include "pcie/lanes.h"
#include "pcie/split.h"
#include "pcie/tags.h"
#include "pcie/tlp.h"

namespace niclab::pcie {
namespace {

Tlp tlp(TlpType type, std::uint64_t address, unsigned octets) {
    Tlp found;
    found.type = type;
    found.address = address;
    found.octets = octets;
    return found;
}

TEST(PcieLanes, TimeOfAnOctet) {
    const auto fs = [](unsigned generation, unsigned width, unsigned octets) {
        return Lanes({generation, width}).time_of(octets);
    };
    EXPECT_EQ(fs(1, 1, 1), 4'000'000u);  // 10 bits of 400 ps
    EXPECT_EQ(fs(2, 4, 4), 2'000'000u);
    EXPECT_EQ(fs(3, 8, 64), 8'125'000u);  // 520 bits of 125 ps over 8 lanes
    EXPECT_EQ(fs(4, 16, 128), 4'062'500u);
    EXPECT_EQ(fs(5, 1, 16), 4'062'500u);
    for (unsigned generation = 1; generation <= 4; ++generation)
        EXPECT_GT(fs(generation, 2, 100), fs(generation + 1, 2, 100)) << generation;
    EXPECT_THROW(Lanes({0, 1}), std::invalid_argument);
    EXPECT_THROW(Lanes({6, 1}), std::invalid_argument);
    EXPECT_THROW(Lanes({3, 3}), std::invalid_argument);
}

TEST(PcieLanes, AnSkpOrderedSetWaitsForThePacketAndDelaysTheNext) {
    Lanes lanes({3, 8});
    const Femtoseconds interval = lanes.skp_interval(), length = lanes.skp_time();
    EXPECT_EQ(interval, Femtoseconds{370} * 130 * 125'000);
    EXPECT_EQ(lanes.begin(interval - 1, 0), interval - 1);
    EXPECT_EQ(lanes.begin(interval, interval + 5), interval + 5 + length) << "due during a packet";
    EXPECT_EQ(lanes.begin(5 * interval + 2 * length, 2 * interval), 5 * interval + 2 * length)
        << "sent on an idle line";
    EXPECT_EQ(lanes.begin(6 * interval + 1, 5 * interval + 2 * length), 6 * interval + length) << "just under way";
}

TEST(PcieLanes, ShareOfSkpOrderedSets) {
    for (const unsigned generation : {1u, 3u}) {
        Lanes lanes({generation, 1});
        Femtoseconds free = 0;
        constexpr unsigned kPackets = 20'000;
        for (unsigned k = 0; k < kPackets; ++k) free = lanes.begin(free, free) + lanes.time_of(100);
        const double share = 1 - double(kPackets * lanes.time_of(100)) / double(free);
        EXPECT_NEAR(share, generation == 1 ? 4.0 / 1180 : 1.0 / 370, 2e-4);
    }
}

TEST(PcieTlp, OctetsOfHeaderDataAndDigest) {
    EXPECT_EQ(tlp_octets(tlp(TlpType::MemoryRead, 0, 512)), 12u);
    EXPECT_EQ(tlp_octets(tlp(TlpType::MemoryRead, kFourGib - 4, 4)), 12u);
    EXPECT_EQ(tlp_octets(tlp(TlpType::MemoryRead, kFourGib, 4)), 16u);
    EXPECT_EQ(tlp_octets(tlp(TlpType::MemoryWrite, kFourGib, 256)), 272u);
    EXPECT_EQ(tlp_octets(tlp(TlpType::MemoryWrite, 3, 2)), 20u) << "two octets touch two dwords";
    EXPECT_EQ(tlp_octets(tlp(TlpType::Completion, kFourGib, 64)), 76u);
    Tlp digest = tlp(TlpType::MemoryWrite, 0, 4);
    digest.has_digest = true;
    EXPECT_EQ(tlp_octets(digest), 20u);
}

TEST(PcieTlp, ByteEnablesCoverTheOctetsAndNoOther) {
    for (unsigned begin = 0; begin < 4; ++begin)
        for (unsigned octets = 1; octets <= 12; ++octets) {
            const ByteEnables found = byte_enables(0x1000 + begin, octets);
            const unsigned dwords = touched_dwords(tlp(TlpType::MemoryWrite, 0x1000 + begin, octets));
            for (unsigned octet = 0; octet < 4 * dwords; ++octet) {
                const bool wanted = octet >= begin && octet < begin + octets;
                const unsigned dword = octet / 4, bit = 1u << octet % 4;
                const unsigned enables = dword == 0 ? found.first : dword == dwords - 1 ? found.last : 0xF;
                EXPECT_EQ((enables & bit) != 0, wanted) << begin << " " << octets << " " << octet;
            }
            EXPECT_EQ(found.last == 0, dwords == 1);
        }
}

TEST(PcieSplit, RequestsEndAtMultiplesAndCrossNoPage) {
    for (const unsigned limit : {128u, 512u, 4096u})
        for (std::uint64_t address = 4000; address < 4200; address += 7) {
            unsigned left = 3000;
            std::uint64_t at = address;
            while (left > 0) {
                const unsigned octets = next_request(at, left, limit);
                ASSERT_GT(octets, 0u);
                EXPECT_EQ(at / kPageOctets, (at + octets - 1) / kPageOctets);
                EXPECT_EQ(at / limit, (at + octets - 1) / limit);
                EXPECT_TRUE(octets == left || (at + octets) % limit == 0);
                at += octets, left -= octets;
            }
            EXPECT_EQ(at, address + 3000);
        }
}

TEST(PcieSplit, CompletionsHaveReadyLinesAndEndAtTheBoundary) {
    EXPECT_EQ(next_completion(0, 512, 8, 256), 256u);
    EXPECT_EQ(next_completion(0, 512, 1, 256), 64u);
    EXPECT_EQ(next_completion(40, 512, 1, 256), 24u) << "up to the end of the line";
    EXPECT_EQ(next_completion(192, 512, 4, 256), 64u) << "up to a multiple of MPS";
    EXPECT_EQ(next_completion(64, 10, 4, 256), 10u);
    EXPECT_EQ(touched_lines(63, 2), 2u);
}

TEST(PcieCredits, TheLastCreditAndTheOneAfterIt) {
    CreditGate gate({2, 32});
    const Credits write = needed_credits(tlp(TlpType::MemoryWrite, 0, 256));
    EXPECT_EQ(write.data, 16u);
    EXPECT_TRUE(gate.allows(write));
    gate.use(write);
    EXPECT_TRUE(gate.allows(write));
    gate.use(write);
    EXPECT_FALSE(gate.allows(write));
    gate.set_limit({3, 47});
    EXPECT_FALSE(gate.allows(write)) << "one data credit is missing";
    gate.set_limit({3, 48});
    EXPECT_TRUE(gate.allows(write));
    EXPECT_EQ(needed_credits(tlp(TlpType::MemoryRead, 0, 4096)).data, 0u);
    EXPECT_TRUE(CreditGate({}).allows({1, 256})) << "no limit";
}

TEST(PcieCredits, CountersWrap) {
    CreditGate gate({1, 16});
    CreditGrant grant({1, 16});
    const Credits write{1, 16};
    for (unsigned k = 0; k < 3 * kDataModulus; ++k) {
        ASSERT_TRUE(gate.allows(write)) << k;
        gate.use(write);
        ASSERT_FALSE(gate.allows(write)) << k;
        grant.free(write);
        gate.set_limit(grant.granted());
    }
}

TEST(PcieTags, EachIsUsedOnceAtATime) {
    Tags tags(3);
    const auto first = tags.take(), second = tags.take(), third = tags.take();
    EXPECT_FALSE(tags.is_free());
    EXPECT_EQ(std::set<unsigned>({first, second, third}).size(), 3u);
    tags.release(second);
    EXPECT_EQ(tags.take(), second);
    tags.release(first);
    EXPECT_THROW(tags.release(first), std::logic_error);
    EXPECT_THROW(tags.release(99), std::logic_error);
    EXPECT_EQ(tags.in_use(), 2u);
    EXPECT_THROW(Tags(0), std::invalid_argument);
    EXPECT_THROW(Tags(Tags::kMost + 1), std::invalid_argument);
}

}  // namespace
}  // namespace niclab::pcie
