// The destinations and times of requests, the packets that wait meanwhile, and the losses.
#include <gtest/gtest.h>

#include "stack/neighbours.h"

namespace niclab::stack {
namespace {

using Operation = tcp::Arp::Operation;
constexpr tcp::Arp::Kind kSwitched = tcp::Arp::Kind::Switched;
constexpr tcp::Arp kRequest{tcp::Arp::Kind::Ethernet, Operation::Request},
    kReply{tcp::Arp::Kind::Ethernet, Operation::Reply},
    kInverseReply{tcp::Arp::Kind::Permanent, Operation::InverseReply};
constexpr tcp::Address kOwn = 0x0A000001, kPeer = 0x0A000002, kOther = 0x0A000003;

/// All that a host does takes a microsecond.
struct SlowExecutor : Executor {
    explicit SlowExecutor(base::EventQueue& a) : event_queue(a) {}
    Strand add_program(const std::string&) override { return 2; }
    void spend(Strand, Activity, std::uint32_t, base::Call then) override {
        event_queue.at(event_queue.now() + base::kMicrosecond, then);
    }
    base::EventQueue& event_queue;
};

struct Asking {
    explicit Asking(bool connections, std::optional<tcp::Address> server = std::nullopt)
        : neighbours(event_queue, executor, {connections, kOwn, server},
                     {[this](const tcp::Packet& p) { out.push_back(p); },
                      [this](const tcp::Packet& p) { lost.push_back(p.id); }, [this] { ++none_waits; }}) {}
    bool send(std::uint16_t id, tcp::Address to = kPeer) {
        tcp::Packet p;
        p.source = kOwn, p.destination = to, p.id = id;
        return neighbours.admit(p);
    }
    void come(const tcp::Arp& arp, tcp::Address from, tcp::Address to = kOwn) {
        tcp::Packet p;
        p.protocol = tcp::Protocol::Arp, p.arp = arp, p.source = from, p.destination = to;
        neighbours.input(p);
        run(10 * base::kMicrosecond);
    }
    void run(base::Femtoseconds time) { event_queue.run(event_queue.now() + time); }
    /// Numbers of packets that were sent; 0 for ARP's.
    std::vector<unsigned> ids() const {
        std::vector<unsigned> all;
        for (const auto& p : out) all.push_back(p.protocol == tcp::Protocol::Arp ? 0 : p.id);
        return all;
    }
    base::EventQueue event_queue;
    SlowExecutor executor{event_queue};
    std::vector<tcp::Packet> out;
    std::vector<unsigned> lost;
    unsigned none_waits = 0;
    Neighbours neighbours;
};

TEST(Neighbours, APacketWaitsForTheAnswer) {
    Asking a(false);
    EXPECT_FALSE(a.send(7));
    a.run(base::kMillisecond);
    ASSERT_EQ(a.ids(), (std::vector<unsigned>{0}));
    EXPECT_TRUE(a.out[0].arp.broadcast());
    EXPECT_EQ(a.out[0].destination, kPeer);
    a.come(kReply, kPeer);
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
    a.come(kReply, kPeer);
    EXPECT_EQ(a.ids(), (std::vector<unsigned>{0, 3})) << "one request for the three";
    EXPECT_EQ(a.neighbours.stats().dropped, 2u);
}

TEST(Neighbours, AsksAgainEverySecondWhileAPacketWaits) {
    Asking a(false);
    a.send(1);
    a.run(base::kSecond - base::kMicrosecond);
    a.send(2);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 1u);
    a.run(base::kMicrosecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 2u);
    EXPECT_FALSE(a.neighbours.empty());
    a.neighbours.give_up();
    EXPECT_TRUE(a.neighbours.empty());
    a.run(10 * base::kSecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 2u) << "for nobody";
}

TEST(Neighbours, AnswersWhatIsAskedOfItAndNotesWhoAsked) {
    Asking a(false);
    a.come(kRequest, kPeer, kOther);
    EXPECT_TRUE(a.out.empty()) << "somebody else is asked";
    a.come(kRequest, kPeer);
    ASSERT_EQ(a.out.size(), 1u);
    EXPECT_EQ(a.out[0].arp.operation, Operation::Reply);
    EXPECT_EQ(a.out[0].destination, kPeer);
    EXPECT_TRUE(a.send(1)) << "no request of its own";
    EXPECT_EQ(a.neighbours.stats().requests_sent, 0u);
}

TEST(Neighbours, AConnectionIsAskedEveryThreeSecondsUntilItAnswers) {
    Asking a(true);
    a.neighbours.open(kPeer);
    a.run(base::kSecond);
    ASSERT_EQ(a.ids(), (std::vector<unsigned>{0}));
    EXPECT_EQ(a.out[0].arp.operation, Operation::InverseRequest);
    EXPECT_FALSE(a.send(5));
    EXPECT_EQ(a.neighbours.stats().requests_sent, 1u) << "a packet does not ask";
    a.run(5 * base::kSecond + base::kMillisecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 3u);
    a.come(kInverseReply, kPeer);
    EXPECT_EQ(a.ids(), (std::vector<unsigned>{0, 0, 0, 5}));
    a.run(10 * base::kSecond);
    EXPECT_EQ(a.neighbours.stats().requests_sent, 3u);
    EXPECT_EQ(a.neighbours.stats().known, 1u);
}

/// A client of kServer, which has a connection with it and one that the server knows with kPeer.
struct Client : Asking {
    static constexpr tcp::Address kServer = 0x0A000009;
    Client() : Asking(true, kServer) {
        neighbours.open(kServer, true);
        neighbours.open(kPeer, true);
    }
    void asked_by_server() { come({kSwitched, Operation::InverseRequest}, kServer); }
    /// What it said last.
    Operation said() const { return out.back().arp.operation; }
};

TEST(Neighbours, AClientWaitsUntilItsServerAsksAndThenAsksIt) {
    Client c;
    EXPECT_FALSE(c.send(1));
    c.run(base::kSecond);
    EXPECT_TRUE(c.out.empty());
    c.asked_by_server();
    ASSERT_EQ(c.out.size(), 2u);
    EXPECT_EQ(c.out[0].arp.operation, Operation::InverseReply);
    EXPECT_EQ(c.out[1].arp.operation, Operation::Request);
    EXPECT_EQ(c.out[1].destination, Client::kServer);
    EXPECT_EQ(c.out[1].arp.about, kPeer);
    c.come({kSwitched, Operation::Reply, kPeer}, Client::kServer);
    EXPECT_EQ(c.ids(), (std::vector<unsigned>{0, 0, 0, 1})) << "the called learns who calls before the packet";
    EXPECT_EQ(c.out[2].arp.operation, Operation::InverseRequest);
    EXPECT_EQ(c.out[2].destination, kPeer);
    EXPECT_TRUE(c.send(2));
    EXPECT_EQ(c.none_waits, 1u);
}

TEST(Neighbours, WhatAServerRefusesIsLostAndAskedForAnew) {
    Client c;
    c.asked_by_server();
    EXPECT_FALSE(c.send(1));
    c.come({kSwitched, Operation::Nak, kPeer}, Client::kServer);
    EXPECT_EQ(c.lost, (std::vector<unsigned>{1}));
    EXPECT_EQ(c.none_waits, 1u);
    c.run(10 * base::kSecond);
    EXPECT_EQ(c.neighbours.stats().requests_sent, 1u);
    EXPECT_FALSE(c.send(2));
    c.run(base::kSecond);
    EXPECT_EQ(c.neighbours.stats().requests_sent, 2u);
    c.run(3 * base::kSecond);
    EXPECT_EQ(c.neighbours.stats().requests_sent, 3u) << "three seconds without an answer";
    EXPECT_EQ(c.neighbours.stats().naks, 1u);
}

TEST(Neighbours, TheCalledNeedsNoServer) {
    Client c;
    c.come({kSwitched, Operation::InverseRequest}, kPeer);
    EXPECT_EQ(c.said(), Operation::InverseReply);
    EXPECT_EQ(c.out.back().arp.kind, kSwitched);
    EXPECT_TRUE(c.send(1));
}

TEST(Neighbours, AServerAsksItsClientsAndTellsOfThem) {
    Asking s(true, kOwn);
    s.neighbours.open(kPeer, true);
    s.neighbours.open(kOther, true);
    s.run(base::kMillisecond);
    ASSERT_EQ(s.out.size(), 2u);
    EXPECT_EQ(s.out[0].arp.operation, Operation::InverseRequest);
    s.come({kSwitched, Operation::Request, kOther}, kPeer);
    EXPECT_EQ(s.out.back().arp.operation, Operation::Nak) << "it has not answered yet";
    s.come({kSwitched, Operation::InverseReply}, kOther);
    s.come({kSwitched, Operation::Request, kOther}, kPeer);
    EXPECT_EQ(s.out.back().arp.operation, Operation::Reply);
    EXPECT_EQ(s.out.back().arp.about, kOther);
    s.come({kSwitched, Operation::Request, kOwn}, kPeer);
    EXPECT_EQ(s.out.back().arp.operation, Operation::Reply) << "of itself it knows";
    s.run(10 * base::kSecond);
    EXPECT_EQ(s.neighbours.stats().requests_sent, 2u) << "who asks is known";
}

TEST(Neighbours, WhatStillWaitsAtTheEndIsLost) {
    Asking a(false);
    a.send(4);
    a.neighbours.give_up();
    a.neighbours.give_up();
    EXPECT_EQ(a.lost, (std::vector<unsigned>{4}));
    a.come(kReply, kPeer);
    EXPECT_TRUE(a.out.size() == 1 && a.out[0].protocol == tcp::Protocol::Arp);
}

}  // namespace
}  // namespace niclab::stack
