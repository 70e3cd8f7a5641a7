// The packets that octets on a cycle-level path represent, and the missing packets.
#include <gtest/gtest.h>

#include "stack/manifest.h"

namespace niclab::stack {
namespace {

tcp::Packet packet(std::uint16_t id) {
    tcp::Packet p;
    p.source = 0x0A000001, p.destination = 0x0A000002, p.id = id;
    p.segment.length = 100, p.segment.offset = 100u * id;
    return p;
}

struct Bench {
    Bench() : manifest([](const tcp::Packet& p) { return tcp::octets(p); }) {
        manifest.lost = [this](const Loss& loss) { lost.push_back(loss.cause); };
        for (std::uint16_t id : {1, 2, 3, 4}) manifest.note(7, packet(id), id);
    }
    std::uint16_t claim(std::uint16_t id) {
        const auto entry = manifest.claim(7, tcp::octets(packet(id)));
        return entry ? entry->packet.id : std::uint16_t(0);
    }
    Manifest manifest;
    std::vector<Drop> lost;
};

TEST(Manifest, KnowsAPacketByItsOctets) {
    Bench b;
    const auto octets = tcp::octets(packet(2));
    EXPECT_EQ(b.manifest.find(7, octets.data(), 48)->packet.segment.offset, 200u);
    EXPECT_EQ(b.manifest.find(8, octets.data(), 48), nullptr);
    EXPECT_EQ(b.claim(1), 1);
    EXPECT_EQ(b.claim(1), 0) << "only once";
    auto changed = octets;
    changed.back() ^= 1;
    EXPECT_FALSE(b.manifest.claim(7, changed));
    EXPECT_EQ(b.manifest.under_way(), 3u);
    EXPECT_TRUE(b.lost.empty());
}

TEST(Manifest, WhatIsOvertakenIsLostForOneCause) {
    Bench b;
    b.manifest.newest(7)->elsewhere = true;  // It is reported elsewhere.
    b.manifest.note(7, packet(5), 5);
    b.manifest.note(7, packet(6), 6);
    auto octets = tcp::octets(packet(2));
    b.manifest.find(7, octets.data(), 48)->cause = Drop::LineError;
    EXPECT_EQ(b.claim(5), 5);
    // The first for the cause there is by default, the second for its own, and that took the third
    // with it.
    EXPECT_EQ(b.lost, (std::vector<Drop>{Drop::CardFifo, Drop::LineError, Drop::LineError}));
    EXPECT_EQ(b.manifest.under_way(), 1u);
    b.manifest.note(7, packet(7), 7);
    b.manifest.blame(7, Drop::CardReceiveBuffer);
    EXPECT_EQ(b.claim(7), 7);
    EXPECT_EQ(b.lost.back(), Drop::CardReceiveBuffer);
    EXPECT_EQ(b.manifest.under_way(), 0u);
}

TEST(Manifest, PaddingBelongsToNoPacket) {
    Bench b;
    auto octets = tcp::octets(packet(2));
    octets.resize(octets.size() + 6);
    EXPECT_FALSE(b.manifest.claim(7, octets));
    octets.back() = 1;
    EXPECT_FALSE(b.manifest.claim_padded(7, octets)) << "it is not zero";
    octets.back() = 0;
    EXPECT_EQ(b.manifest.claim_padded(7, octets)->packet.segment.offset, 200u);
    EXPECT_EQ(b.lost.size(), 1u);
    auto cut = tcp::octets(packet(3));
    cut.pop_back();
    EXPECT_FALSE(b.manifest.claim_padded(7, cut));
}

TEST(Manifest, APacketIsFoundByItsNumberAndTheFirstWithoutACause) {
    Bench b;
    b.manifest.first_without_cause(7)->cause = Drop::LateCollision;
    EXPECT_EQ(b.manifest.first_without_cause(7)->number, 1u);
    EXPECT_EQ(b.manifest.numbered(7, 0)->cause, Drop::LateCollision);
    EXPECT_EQ(b.manifest.numbered(7, 9), nullptr);
    EXPECT_EQ(b.manifest.first_without_cause(8), nullptr);
}

TEST(Manifest, AtTheEndTheRestIsLost) {
    Bench b;
    b.manifest.newest(7)->elsewhere = true;
    b.manifest.give_up();
    EXPECT_EQ(b.lost.size(), 3u);
    EXPECT_EQ(b.manifest.under_way(), 0u);
    EXPECT_EQ(b.claim(1), 0);
}

}  // namespace
}  // namespace niclab::stack
