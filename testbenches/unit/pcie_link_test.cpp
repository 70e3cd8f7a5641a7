// Both ends of a link: order of classes, credits, replay after errors.
#include <gtest/gtest.h>

#include <vector>

#include "pcie/link_end.h"

namespace niclab::pcie {
namespace {

using base::kMicrosecond;

/// A transaction layer that keeps what arrives, and releases it at once or never.
struct Keeper : LinkUser {
    LinkEnd* end = nullptr;
    bool releases = true;
    std::vector<Tlp> received;
    std::vector<Femtoseconds> ends;
    void receive(const Tlp& tlp) override {
        received.push_back(tlp);
        if (releases) end->release(tlp);
    }
    void fill() override {}
    void sent(const Tlp&, Femtoseconds at) override { ends.push_back(at); }
};

struct Pair {
    explicit Pair(const LinkEndConfig& config = {}, const LinkEndConfig& other = {})
        : left(queue, config, 1, "left"), right(queue, other, 1, "right") {
        left.connect(right, left_user);
        right.connect(left, right_user);
        left_user.end = &left;
        right_user.end = &right;
    }
    void send(TlpType type, unsigned number, unsigned octets = 64) {
        Tlp tlp;
        tlp.type = type;
        tlp.octets = octets;
        tlp.slot = number;
        left.submit(tlp);
    }
    std::vector<unsigned> numbers() const {
        std::vector<unsigned> found;
        for (const Tlp& tlp : right_user.received) found.push_back(tlp.slot);
        return found;
    }
    base::EventQueue queue;
    Keeper left_user, right_user;
    LinkEnd left, right;
};

TEST(PcieLink, APacketTakesItsOctetsAndTheGap) {
    Pair pair;
    pair.send(TlpType::MemoryWrite, 1, 256);
    pair.send(TlpType::MemoryWrite, 2, 256);
    pair.queue.run(kMicrosecond);
    const Lanes lanes(LanesConfig{});
    const Femtoseconds packet = lanes.time_of(8 + 12 + 256), gap = lanes.time_of(16);
    ASSERT_EQ(pair.left_user.ends.size(), 2u);
    EXPECT_EQ(pair.left_user.ends[0], packet);
    EXPECT_EQ(pair.left_user.ends[1], 2 * packet + gap);
    EXPECT_EQ(pair.right_user.received[1].at(Stamp::Arrived), 2 * packet + gap);
    EXPECT_EQ(pair.left.stats().tlps, 2u);
    EXPECT_EQ(pair.left.stats().octets, 2u * 276);
    EXPECT_EQ(pair.right.stats().dllps, 4u) << "an ACK and an UpdateFC each";
}

TEST(PcieLink, WritesOvertakeReadsAndNothingOvertakesWrites) {
    LinkEndConfig two;
    two.credits[unsigned(FlowClass::NonPosted)] = {2, 0};
    two.credits[unsigned(FlowClass::Posted)] = {2, 64};
    Pair pair({}, two);
    pair.right_user.releases = false;
    for (unsigned k = 1; k <= 3; ++k) pair.send(TlpType::MemoryRead, k);
    pair.send(TlpType::MemoryWrite, 4);
    pair.send(TlpType::Completion, 5);
    pair.send(TlpType::MemoryWrite, 6);
    pair.send(TlpType::MemoryWrite, 7);
    pair.send(TlpType::Completion, 8);
    pair.queue.run(kMicrosecond);
    EXPECT_EQ(pair.numbers(), (std::vector<unsigned>{1, 2, 4, 5, 6})) << "3 and 7 lack credits; 8 waits for 7";
    EXPECT_EQ(pair.left.waiting(FlowClass::Completion), 1u);
    pair.right.release(pair.right_user.received[2]);
    pair.queue.run(2 * kMicrosecond);
    EXPECT_EQ(pair.numbers(), (std::vector<unsigned>{1, 2, 4, 5, 6, 7, 8}));
    EXPECT_GT(pair.left.credit_wait(FlowClass::Posted), Femtoseconds{0});
    EXPECT_EQ(pair.left.waiting(FlowClass::NonPosted), 1u) << "its credits are not released";
}

TEST(PcieLink, WithoutAGapAcknowledgementsStillReturn) {
    LinkEndConfig none;
    none.gap_octets = 0;
    none.replay_tlps = 4;
    Pair pair(none, none);
    for (unsigned k = 0; k < 50; ++k) {
        pair.send(TlpType::MemoryWrite, k);
        Tlp other;
        other.type = TlpType::Completion;
        other.octets = 64;
        pair.right.submit(other);
    }
    pair.queue.run(10 * kMicrosecond);
    EXPECT_EQ(pair.right_user.received.size(), 50u);
    EXPECT_EQ(pair.left_user.received.size(), 50u);
    EXPECT_EQ(pair.left.stats().replayed, 0u);
}

/// Errors of TLPs and DLLPs in both directions: each TLP arrives once, and in order.
TEST(PcieLink, ErrorsAreRepaired) {
    LinkEndConfig bad;
    bad.tlp_errors = 0.1;
    bad.dllp_errors = 0.1;
    bad.credits[unsigned(FlowClass::Posted)] = {4, 64};
    Pair pair(bad, bad);
    constexpr unsigned kTlps = 10'000;  // Sequence numbers wrap twice.
    for (unsigned k = 0; k < kTlps; ++k) pair.send(TlpType::MemoryWrite, k);
    pair.queue.run(1000 * base::kMillisecond);
    ASSERT_EQ(pair.right_user.received.size(), kTlps);
    for (unsigned k = 0; k < kTlps; ++k) ASSERT_EQ(pair.right_user.received[k].slot, k);
    EXPECT_EQ(pair.left_user.ends.size(), kTlps) << "a replay is reported as sent";
    const LinkEnd::Stats &sent = pair.left.stats(), &received = pair.right.stats();
    EXPECT_EQ(sent.tlps, kTlps + sent.replayed);
    EXPECT_GT(sent.replayed, kTlps / 20u);
    EXPECT_GT(sent.timeouts, 0u);
    EXPECT_GT(received.bad_tlps, kTlps / 20u);
    EXPECT_GT(received.repeated_tlps, 0u);
    EXPECT_GT(sent.bad_dllps, 0u);
}

/// The replay timer is needed only where a repeated TLP is damaged again.
TEST(PcieLink, ANakRepeatsWithoutTheReplayTimer) {
    LinkEndConfig bad;
    bad.tlp_errors = 0.02;
    Pair pair(bad);
    for (unsigned k = 0; k < 5000; ++k) pair.send(TlpType::MemoryWrite, k);
    pair.queue.run(100 * base::kMillisecond);
    EXPECT_EQ(pair.right_user.received.size(), 5000u);
    EXPECT_GT(pair.right.stats().bad_tlps, 50u);
    EXPECT_LT(pair.left.stats().timeouts, pair.right.stats().bad_tlps / 5);
}

TEST(PcieLink, WithoutErrorsNothingIsRepeated) {
    Pair pair;
    for (unsigned k = 0; k < 5000; ++k) pair.send(TlpType::MemoryWrite, k);
    pair.queue.run(base::kMillisecond);
    EXPECT_EQ(pair.right_user.received.size(), 5000u);
    EXPECT_EQ(pair.left.stats().replayed + pair.left.stats().timeouts + pair.right.stats().repeated_tlps, 0u);
}

}  // namespace
}  // namespace niclab::pcie
