// The answers of the peer to packets of IP.
#include <gtest/gtest.h>

#include "answers.h"
#include "base/internet_checksum.h"

namespace niclab::vm {
namespace {

constexpr tcp::Address kOwn = 0x0A000002;

void set_sum(Octets& o, std::size_t at, std::size_t from, std::size_t end) {
    o[at] = o[at + 1] = 0;
    const std::uint16_t sum = static_cast<std::uint16_t>(~base::ones_sum(o.data() + from, end - from));
    o[at] = static_cast<std::uint8_t>(sum >> 8), o[at + 1] = static_cast<std::uint8_t>(sum);
}

/// A ping of 10.0.0.1 to 10.0.0.2 with four octets of data.
Octets ping() {
    Octets o{0x45, 0, 0, 32, 0x12, 0x34, 0, 0, 64, 1, 0, 0, 10,   0,    0,    1,
             10,   0, 0, 2,  8,    0,    0, 0, 1,  2, 3, 4, 0xDE, 0xAD, 0xBE, 0xEF};
    set_sum(o, 10, 0, 20);
    set_sum(o, 22, 20, 32);
    return o;
}

TEST(VmAnswers, RepliesToAPingWithItsData) {
    Answers answers(kOwn, 1500);
    Octets padded = ping();
    padded.resize(46);  // As the shortest frame has it.
    ASSERT_TRUE(answers.receive(0, padded));
    ASSERT_EQ(answers.outgoing().size(), 1u);
    const Octets& reply = answers.outgoing().front();
    ASSERT_EQ(reply.size(), 32u);
    EXPECT_EQ(Octets(reply.begin() + 12, reply.begin() + 20), (Octets{10, 0, 0, 2, 10, 0, 0, 1}));
    EXPECT_EQ(reply[20], 0);
    EXPECT_EQ(Octets(reply.begin() + 24, reply.end()), (Octets{1, 2, 3, 4, 0xDE, 0xAD, 0xBE, 0xEF}));
    EXPECT_EQ(base::ones_sum(reply.data(), 20), 0xFFFF);
    EXPECT_EQ(base::ones_sum(reply.data() + 20, 12), 0xFFFF);
    EXPECT_EQ(answers.stats().echo_replies, 1u);
}

TEST(VmAnswers, IgnoresWhatIsNoPingForIt) {
    const std::size_t places[] = {3, 6, 9, 19, 20, 31};  // Length, fragment, protocol, destination, type, data.
    for (const std::size_t place : places) {
        Answers answers(kOwn, 1500);
        Octets wrong = ping();
        wrong[place] ^= 0x21;
        set_sum(wrong, 10, 0, 20);
        EXPECT_FALSE(answers.receive(0, wrong)) << place;
        EXPECT_TRUE(answers.outgoing().empty());
    }
    Answers answers(kOwn, 1500);
    Octets damaged = ping();
    damaged[8] ^= 1;  // The check sum of the header is wrong.
    EXPECT_FALSE(answers.receive(0, damaged));
    EXPECT_FALSE(answers.receive(0, {}));
    EXPECT_FALSE(answers.receive(0, Octets(27, 0x45)));
}

}  // namespace
}  // namespace niclab::vm
