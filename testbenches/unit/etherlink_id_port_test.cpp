// How a 3C509 is woken, read and given its ports.
#include <gtest/gtest.h>

#include "cards/etherlink/id_port.h"

namespace niclab::test {

class IdPort : public ::testing::Test {
protected:
    static etherlink::Config card() {
        etherlink::Config c;
        c.isa = true, c.port = 0x320, c.irq = 11;
        return c;
    }
    /// The first octets of 3Com's sequence.
    void sequence(unsigned octets = 255) {
        write(0), write(0);
        unsigned octet = 0xFF;
        for (unsigned i = 0; i < octets; ++i) {
            write(octet);
            octet <<= 1;
            if (octet & 0x100) octet = (octet ^ 0xCF) & 0xFF;
        }
    }
    void write(unsigned octet) { port.write(std::uint8_t(octet), now); }
    unsigned word(unsigned n) {
        write(0x80 + n);
        now += 162 * base::kMicrosecond;
        unsigned value = 0;
        for (unsigned i = 0; i < 16; ++i) value = value << 1 | port.read(now);
        return value;
    }
    base::Femtoseconds now = 0;
    etherlink::IdPort port{card()};
};

TEST_F(IdPort, AnswersBehindTheWholeSequenceOnly) {
    EXPECT_FALSE(port.answers());
    sequence(254);
    EXPECT_FALSE(port.answers());
    sequence();
    EXPECT_TRUE(port.answers());
    sequence(254);
    EXPECT_FALSE(port.answers());
    write(0x55);  // not the last octet of it
    EXPECT_FALSE(port.answers());
}

TEST_F(IdPort, ReadsItsEepromBitByBit) {
    sequence();
    EXPECT_EQ(word(7), 0x6D50u);
    EXPECT_EQ(word(0), 0x0020u);
    EXPECT_EQ(word(8), 0x12u);
    EXPECT_EQ(word(9), 0xB000u);
    write(0x87);
    now += 161 * base::kMicrosecond;
    EXPECT_EQ(port.read(now), 1u);  // too early: still the word before, B000H
}

TEST_F(IdPort, IsGivenItsPortsAndLetsTheNextCardBeFound) {
    sequence();
    write(0xD1), write(0xE5);
    EXPECT_EQ(port.port(), 0x250u);
    EXPECT_FALSE(port.answers());
    sequence();
    EXPECT_TRUE(port.answers());
    write(0xD8);  // for cards without a tag
    EXPECT_FALSE(port.answers());
    EXPECT_EQ(port.port(), 0x250u);
    sequence();
    write(0xFF);
    EXPECT_EQ(port.port(), 0x320u);  // where its EEPROM has it
}

}  // namespace niclab::test
