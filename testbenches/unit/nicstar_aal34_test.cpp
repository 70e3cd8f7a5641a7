// AAL3/4 cells: CRC-10 made by the sender and checked by the receiver, PDUs that end by their
// segment type.
#include "atm/aal34.h"
#include "base/random.h"
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

/// x^10 + x^9 + x^5 + x^4 + x + 1, bit by bit over the first 374 bits.
unsigned crc10_by_bits(const std::uint8_t* payload) {
    unsigned crc = 0;
    for (unsigned bit = 0; bit < 374; ++bit) {
        const unsigned in = payload[bit / 8] >> (7 - bit % 8) & 1u;
        const unsigned out = crc >> 9 & 1u;
        crc = (crc << 1 & 0x3FFu) ^ ((in ^ out) ? 0x233u : 0u);
    }
    return crc;
}

class SarAal34 : public test::SarCorner {
protected:
    static atm::Cell cell(unsigned segment_type, std::uint8_t fill, bool good = true) {
        atm::Cell c;
        c.set_header({0, 0, kVci, 0, false});
        std::fill(c.payload(), c.payload() + 48, fill);
        c.payload()[0] = static_cast<std::uint8_t>(segment_type << 6 | (fill & 0x3Fu));
        atm::aal34_put_crc(c.payload());
        if (!good) c.payload()[20] ^= 0x10;
        return c;
    }
    static std::uint32_t flags(const SarBench& bench, unsigned entry) {
        return bench.memory.dwords[SarBench::kRsq / 4 + 4 * entry + 3];
    }
};

TEST(Aal34, TheCrcIsThatOfTheFirst374Bits) {
    base::RandomStream random(3, "aal34");
    for (int i = 0; i < 200; ++i) {
        std::uint8_t payload[48];
        for (auto& o : payload) o = static_cast<std::uint8_t>(random.uniform(0, 255));
        const unsigned wanted = crc10_by_bits(payload);
        const std::uint8_t li = payload[46] >> 2;
        atm::aal34_put_crc(payload);
        EXPECT_EQ((payload[46] & 3u) << 8 | payload[47], wanted);
        EXPECT_EQ(payload[46] >> 2, li);
        EXPECT_TRUE(atm::aal34_crc_holds(payload));
        payload[random.uniform(0, 47)] ^= static_cast<std::uint8_t>(1u << random.uniform(0, 7));
        EXPECT_FALSE(atm::aal34_crc_holds(payload));
    }
}

TEST_F(SarAal34, EachCellSentHasItsCrcAndNoMarkOfTheLast) {
    SarBench bench;
    bench.set_up();
    for (std::uint32_t i = 0; i < 144; ++i) bench.memory.set_octet(kBuffer + i, static_cast<std::uint8_t>(i * 5));
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal34 | tbd::kMOverN | 144, kBuffer, 0,
                    atm::Header{0, 0, 40, 0, false}.word());
    bench.doorbell();
    SarBench::clocks(3000);
    ASSERT_EQ(bench.line.cells.size(), 3u);
    for (unsigned i = 0; i < 3; ++i) {
        const atm::Cell& c = bench.line.cells[i];
        EXPECT_EQ((c.payload()[46] & 3u) << 8 | c.payload()[47], crc10_by_bits(c.payload()));
        EXPECT_EQ(c.payload()[10], bench.memory.octet(kBuffer + 48 * i + 10));
        EXPECT_EQ(c.header().pti, 0);
    }
}

TEST_F(SarAal34, APduEndsWithEomAndAWrongCrcMarksIt) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 4);
    bench.write_sram(kVci * 4u, {rct::kOpen | rct::kAal34, 0, 0, ~0u});
    constexpr unsigned kBom = 2, kCom = 0, kEom = 1, kSsm = 3;
    for (const unsigned st : {kBom, kCom, kEom}) bench.arrive(cell(st, 0x21));
    bench.arrive(cell(kSsm, 0x11));
    bench.arrive(cell(kBom, 0x05, false));
    bench.arrive(cell(kEom, 0x05));
    SarBench::clocks(200);
    EXPECT_EQ(flags(bench, 0), rsq::kValid | rsq::kEndOfPdu | 3u);
    EXPECT_EQ(flags(bench, 1), rsq::kValid | rsq::kEndOfPdu | 1u);
    EXPECT_EQ(flags(bench, 2), rsq::kValid | rsq::kEndOfPdu | rct::kCrcError | 2u);
    EXPECT_EQ(flags(bench, 3), 0u);
    EXPECT_EQ(bench.memory.octet(kBuffer + 48), kCom << 6 | 0x21u);
}

}  // namespace
}  // namespace niclab::nicstar
