// Who is asked when, what waits meanwhile, and what is lost by it.
#include <gtest/gtest.h>

#include "stack/neighbours.h"

namespace niclab::stack {
namespace {

constexpr tcp::Address kOwn = 0x0A000001, kPeer = 0x0A000002, kOther = 0x0A000003;

/// All that a host does takes a microsecond.
struct SlowExecutor : Executor {
    explicit SlowExecutor(base::Agenda& a) : agenda(a) {}
    Strand add_program(const std::string&) override { return 2; }
    void spend(Strand, Activity, std::uint32_t, base::Call then) override {
        agenda.at(agenda.now() + base::kMicrosecond, then);
    }
    base::Agenda& agenda;
};

struct Asking {
    explicit Asking(bool inverse)
        : neighbours(agenda, executor, inverse,
                     {[this](const tcp::Packet& p) { out.push_back(p); },
                      [this](const tcp::Packet& p) { lost.push_back(p.id); }}) {}
    bool send(std::uint16_t id, tcp::Address to = kPeer) {
        tcp::Packet p;
        p.source = kOwn, p.destination = to, p.id = id;
        return neighbours.admit(p);
    }
    void come(bool inverse, bool reply, tcp::Address from, tcp::Address to = kOwn) {
        tcp::Packet p;
        p.protocol = tcp::Protocol::Arp, p.arp = {inverse, reply}, p.source = from, p.destination = to;
        neighbours.input(p, kOwn);
        run(10 * base::kMicrosecond);
    }
    void run(base::Femtoseconds time) { agenda.run(agenda.now() + time); }
    /// Numbers of packets that went out; 0 stands for ARP's.
    std::vector<unsigned> ids() const {
        std::vector<unsigned> all;
        for (const auto& p : out) all.push_back(p.protocol == tcp::Protocol::Arp ? 0 : p.id);
        return all;
    }
    base::Agenda agenda;
    SlowExecutor executor{agenda};
    std::vector<tcp::Packet> out;
    std::vector<unsigned> lost;
    Neighbours neighbours;
};

TEST(Neighbours, APacketWaitsForTheAnswer) {
    Asking a(false);
    EXPECT_FALSE(a.send(7));
    a.run(base::kMillisecond);
    ASSERT_EQ(a.ids(), (std::vector<unsigned>{0}));
    EXPECT_TRUE(a.out[0].arp.broadcast());
    EXPECT_EQ(a.out[0].destination, kPeer);
    a.come(false, true, kPeer);
    EXPECT_EQ(a.ids(), (std::vector<unsigned>{0, 7}));
    EXPECT_TRUE(a.send(8)) << "it is known now";
    EXPECT_FALSE(a.send(9, kOther)) << "another is not";
    EXPECT_EQ(a.neighbours.stats().waited, 2u);
    EXPECT_EQ(a.neighbours.stats().longest, base::kMillisecond);
}

TEST(Neighbours, ANewerPacketTakesTheOldersPlace) {
    Asking a(false);
    for (unsigned id : {1u, 2u, 3u}) EXPECT_FALSE(a.send(std::uint16_t(id)));
    a.run(base::kMillisecond);
    EXPECT_EQ(a.lost, (std::vector<unsigned>{1, 2}));
    a.come(false, true, kPeer);
    EXPECT_EQ(a.ids(), (std::vector<unsigned>{0, 3})) << "one request for the three";
    EXPECT_EQ(a.neighbours.stats().dropped, 2u);
}

TEST(Neighbours, AsksAgainAfterASecondAtTheEarliest) {
    Asking a(false);
    a.send(1);
    a.run(base::kSecond - base::kMicrosecond);
    a.send(2);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 1u);
    a.run(base::kMicrosecond);
    a.send(3);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 2u);
    a.run(10 * base::kSecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 2u) << "only a packet asks";
}

TEST(Neighbours, AnswersWhatIsAskedOfItAndNotesWhoAsked) {
    Asking a(false);
    a.come(false, false, kPeer, kOther);
    EXPECT_TRUE(a.out.empty()) << "somebody else is asked";
    a.come(false, false, kPeer);
    ASSERT_EQ(a.out.size(), 1u);
    EXPECT_TRUE(a.out[0].arp.reply);
    EXPECT_EQ(a.out[0].destination, kPeer);
    EXPECT_TRUE(a.send(1)) << "no request of its own";
    EXPECT_EQ(a.neighbours.stats().requests_sent, 0u);
}

TEST(Neighbours, AConnectionIsAskedEveryThreeSecondsUntilItAnswers) {
    Asking a(true);
    a.neighbours.open(kPeer);
    a.run(base::kSecond);
    ASSERT_EQ(a.ids(), (std::vector<unsigned>{0}));
    EXPECT_TRUE(a.out[0].arp.inverse);
    EXPECT_FALSE(a.send(5));
    EXPECT_EQ(a.neighbours.stats().requests_sent, 1u) << "a packet does not ask";
    a.run(5 * base::kSecond + base::kMillisecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 3u);
    a.come(true, true, kPeer);
    EXPECT_EQ(a.ids(), (std::vector<unsigned>{0, 0, 0, 5}));
    a.run(10 * base::kSecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 3u);
    EXPECT_EQ(a.neighbours.stats().known, 1u);
}

TEST(Neighbours, WhatStillWaitsAtTheEndIsLost) {
    Asking a(false);
    a.send(4);
    a.neighbours.give_up();
    a.neighbours.give_up();
    EXPECT_EQ(a.lost, (std::vector<unsigned>{4}));
    a.come(false, true, kPeer);
    EXPECT_TRUE(a.out.size() == 1 && a.out[0].protocol == tcp::Protocol::Arp);
}

}  // namespace
}  // namespace niclab::stack
