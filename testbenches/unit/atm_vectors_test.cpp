// Published vectors and an independent library against our CRCs, HEC and AAL5.
#include <gtest/gtest.h>

#include <boost/crc.hpp>

#include "atm/aal5.h"
#include "atm/hec.h"
#include "base/random.h"

namespace niclab::atm {
namespace {

std::vector<std::uint8_t> random_octets(std::size_t n, base::RandomStream& random) {
    std::vector<std::uint8_t> octets(n);
    for (auto& o : octets) o = static_cast<std::uint8_t>(random.uniform(0, 255));
    return octets;
}

TEST(Hec, PublishedHeaders) {
    const struct {
        std::uint32_t header;
        std::uint8_t hec;
    } vectors[] = {{0x00000000, 0x55}, {0x00000001, 0x52}, {0x00000640, 0xEC}, {0x00000050, 0xE2}};
    for (const auto& v : vectors) {
        Cell cell;
        cell.set_header(Header::from_word(v.header));
        EXPECT_EQ(hec(cell.octets.data()), v.hec) << std::hex << v.header;
    }
}

TEST(Hec, CorrectsEverySingleBitOnceAndThenOnlyDetects) {
    for (unsigned bit = 0; bit < 40; ++bit) {
        HecReceiver receiver;
        std::uint8_t sent[5] = {0x12, 0x34, 0x56, 0x78, 0};
        sent[4] = hec(sent);
        std::uint8_t header[5];
        std::copy(sent, sent + 5, header);
        header[bit / 8] ^= static_cast<std::uint8_t>(0x80 >> bit % 8);
        std::uint8_t again[5];
        std::copy(header, header + 5, again);
        EXPECT_EQ(receiver.check(header), HecReceiver::Result::Corrected);
        EXPECT_TRUE(std::equal(sent, sent + 5, header));
        EXPECT_EQ(receiver.check(again), HecReceiver::Result::Dropped);
        EXPECT_EQ(receiver.check(sent), HecReceiver::Result::Good);
        std::copy(again, again + 5, header);
        EXPECT_EQ(receiver.check(header), HecReceiver::Result::Corrected);
    }
}

TEST(Hec, TwoWrongBitsAreDropped) {
    HecReceiver receiver;
    std::uint8_t header[5] = {0, 0, 0xF4, 0, 0};
    header[4] = hec(header);
    header[1] ^= 0x41;
    EXPECT_EQ(receiver.check(header), HecReceiver::Result::Dropped);
}

TEST(Aal5, PublishedVectorOfFortyZeros) {
    const auto pdu = aal5_encode(std::vector<std::uint8_t>(40, 0));
    ASSERT_EQ(pdu.size(), 48u);
    const std::vector<std::uint8_t> trailer(pdu.end() - 8, pdu.end());
    EXPECT_EQ(trailer, (std::vector<std::uint8_t>{0, 0, 0, 0x28, 0x86, 0x4D, 0x7F, 0x99}));
}

TEST(Aal5, CellCountsAtTheEdges) {
    EXPECT_EQ(aal5_cells(1), 1u);
    EXPECT_EQ(aal5_cells(40), 1u);
    EXPECT_EQ(aal5_cells(41), 2u);
    EXPECT_EQ(aal5_cells(88), 2u);
    EXPECT_EQ(aal5_cells(89), 3u);
    EXPECT_EQ(aal5_cells(9188), 192u);
    EXPECT_EQ(aal5_cells(65535), 1366u);
}

TEST(Aal5, WhatIsEncodedChecksAndAnyFlippedBitDoesNot) {
    base::RandomStream random(1, "aal5");
    for (const std::size_t n : {1u, 39u, 40u, 41u, 47u, 48u, 88u, 1500u}) {
        auto pdu = aal5_encode(random_octets(n, random));
        const auto crc_holds = [&pdu] {
            return base::crc32_update(base::kCrc32Init, pdu.data(), pdu.size()) == base::kCrc32Residue;
        };
        ASSERT_TRUE(crc_holds());
        EXPECT_EQ(aal5_sdu_octets(pdu.data(), pdu.size()), n);
        const auto bit = static_cast<std::size_t>(random.uniform(0, static_cast<std::int64_t>(pdu.size()) * 8 - 1));
        pdu[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        EXPECT_FALSE(crc_holds());
    }
}

TEST(Aal5, ALengthThatDoesNotFitItsCellsIsNone) {
    auto pdu = aal5_encode(std::vector<std::uint8_t>(41, 7));
    ASSERT_EQ(pdu.size(), 96u);
    for (const unsigned length : {0u, 40u, 89u, 65535u}) {
        pdu[90] = static_cast<std::uint8_t>(length >> 8), pdu[91] = static_cast<std::uint8_t>(length);
        EXPECT_FALSE(aal5_sdu_octets(pdu.data(), pdu.size())) << length;
    }
    EXPECT_FALSE(aal5_sdu_octets(pdu.data(), 7)) << "shorter than a trailer";
}

TEST(Crc, AgreesWithBoost) {
    base::RandomStream random(2, "crc");
    for (int i = 0; i < 200; ++i) {
        const auto octets = random_octets(static_cast<std::size_t>(random.uniform(1, 100)), random);
        boost::crc_optimal<32, 0x04C11DB7, 0xFFFFFFFF, 0xFFFFFFFF, false, false> crc32;
        boost::crc_optimal<8, 0x07, 0, 0, false, false> crc8;
        boost::crc_optimal<10, 0x233, 0, 0, false, false> crc10;
        crc32.process_bytes(octets.data(), octets.size());
        crc8.process_bytes(octets.data(), octets.size());
        crc10.process_bytes(octets.data(), octets.size());
        EXPECT_EQ(~base::crc32_update(base::kCrc32Init, octets.data(), octets.size()), crc32.checksum());
        EXPECT_EQ(base::crc8(octets.data(), octets.size()), crc8.checksum());
        EXPECT_EQ(base::crc10(octets.data(), octets.size()), crc10.checksum());
    }
}

TEST(Crc, CatalogueCheckValues) {
    // The "123456789" check values of the CRC catalogue: CRC-32/BZIP2, CRC-8/SMBUS, CRC-10/ATM.
    const std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    EXPECT_EQ(~base::crc32_update(base::kCrc32Init, digits, 9), 0xFC891918u);
    EXPECT_EQ(base::crc8(digits, 9), 0xF4u);
    EXPECT_EQ(base::crc10(digits, 9), 0x199u);
}

TEST(CellHeader, RoundTripsAndPutsTheMarkerIntoTheThirdOctet) {
    const Header h{0, 0, 0xF40, 1, false};
    Cell cell;
    cell.set_header(h);
    EXPECT_EQ(cell.octets[2], 0xF4);
    EXPECT_EQ(cell.header(), h);
    EXPECT_EQ(Header::from_word(0xFFFFFFFF).word(), 0xFFFFFFFFu);
}

#ifndef NDEBUG
TEST(Aal5Preconditions, AnSduHasOneOctetAtLeastAndNoMoreThanItsLengthCanSay) {
    EXPECT_DEATH(aal5_encode({}), "empty");
    EXPECT_DEATH(aal5_encode(std::vector<std::uint8_t>(65536)), "kMaxSduOctets");
}
#endif

}  // namespace
}  // namespace niclab::atm
