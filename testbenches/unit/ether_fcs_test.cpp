/// The check sequence against published values.
#include <gtest/gtest.h>

#include <string>

#include "ether/fcs.h"

namespace niclab::ether {

TEST(Fcs, IsTheCrc32OfTheCatalogue) {
    Fcs fcs;
    const std::string digits = "123456789";
    for (const char c : digits) fcs.add(static_cast<std::uint8_t>(c));
    // CRC-32/ISO-HDLC: check CBF43926h, sent from its low octet up.
    EXPECT_EQ(fcs.octets(), (std::array<std::uint8_t, 4>{0x26, 0x39, 0xF4, 0xCB}));
    EXPECT_FALSE(fcs.good());
}

TEST(Fcs, IsGoodBehindAFrameAndItsOwnFcsAlone) {
    for (unsigned n = 0; n < 64; ++n) {
        Fcs fcs;
        for (unsigned i = 0; i < n; ++i) fcs.add(static_cast<std::uint8_t>(i * 31));
        Fcs wrong = fcs;
        for (const std::uint8_t o : fcs.octets()) fcs.add(o);
        EXPECT_TRUE(fcs.good()) << n;
        for (const std::uint8_t o : wrong.octets()) wrong.add(o ^ 1u);
        EXPECT_FALSE(wrong.good()) << n;
    }
}

}  // namespace niclab::ether
