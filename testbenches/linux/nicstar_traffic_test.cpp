// The kernel's nicstar driver sends and receives through the simulated cards.
#include <linux/sonet.h>

#include "nicstar_fixture.h"
#include "support/repetitions.h"

namespace niclab::linux_kernel {
namespace {

class NicstarTraffic : public Nicstar {
protected:
    struct Sent {
        std::vector<std::uint8_t> octets;
        unsigned misaligned;
    };
    /// `n` packets of 1 to 9188 octets, short ones more often than long ones, at any byte address.
    static std::vector<Sent> packets(unsigned n, const char* name) {
        base::RandomStream random(7, name);
        std::vector<Sent> all;
        for (unsigned i = 0; i < n; ++i) {
            const double share = random.uniform01();
            const auto octets = 1 + static_cast<std::size_t>(9187 * share * share * share);
            all.push_back({random_octets(random, octets), static_cast<unsigned>(random.uniform(0, 63))});
        }
        return all;
    }
    static void expect_received(const std::vector<Sent>& sent, const Socket& socket) {
        ASSERT_EQ(socket.received.size(), sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_EQ(socket.received[i].octets, sent[i].octets) << i;
    }
    static std::vector<std::uint8_t> cell(std::uint32_t header, std::uint8_t fill) {
        std::vector<std::uint8_t> octets(52, fill);
        memcpy(octets.data(), &header, 4);  // in the machine's own order
        return octets;
    }
};

TEST_F(NicstarTraffic, PacketsOfAllSizesAndAlignmentsArriveBothWays) {
    TwoMachines bench(traffic_config());
    bench.load();
    Socket client(bench.client), server(bench.server);
    open(bench, client, server, kVci, {});
    const unsigned n = count(test::repetitions(1000), 5000);
    const auto there = packets(n, "there"), back = packets(n, "back");
    const auto send = [](Socket& socket, const std::vector<Sent>& all) {
        for (const Sent& p : all) ASSERT_EQ(socket.send(p.octets, p.misaligned), 0);
    };
    bench.client.post([&] { send(client, there); });
    bench.server.post([&] { send(server, back); });
    bench.finish(10e6);
    for (int i = 0; i < 100 && (server.received.size() < n || client.received.size() < n); ++i) bench.pass(500);
    expect_received(there, server);
    expect_received(back, client);
    EXPECT_EQ(atomic_read(&server.stats.rx_err) + atomic_read(&client.stats.rx_err), 0);
    std::printf("%u packets each way, to %.1f ms, %llu + %llu interrupts\n", n, double(core::now_fs()) * 1e-12,
                static_cast<unsigned long long>(bench.client.interrupts.count()),
                static_cast<unsigned long long>(bench.server.interrupts.count()));
    expect_rules_held(bench);
}

TEST_F(NicstarTraffic, CellsOfAal0KeepTheirHeaders) {
    TwoMachines bench(traffic_config());
    bench.load();
    Socket client(bench.client), server(bench.server);
    Socket::Quality quality;
    quality.aal5 = false;
    open(bench, client, server, kVci, quality);
    bench.not_aal5(kVci);
    const std::uint32_t header = std::uint32_t{kVci} << 4;
    bench.client.post([&] {
        for (std::uint8_t i = 0; i < 20; ++i)
            ASSERT_EQ(client.send(cell(header | (i % 4 == 3 ? 2u : 0u), static_cast<std::uint8_t>(i * 7))), 0);
    });
    bench.finish();
    bench.pass(500);
    ASSERT_EQ(server.received.size(), 20u);
    for (std::uint8_t i = 0; i < 20; ++i)
        EXPECT_EQ(server.received[i].octets, cell(header | (i % 4 == 3 ? 2u : 0u), static_cast<std::uint8_t>(i * 7)))
            << int(i);
    expect_rules_held(bench);
}

TEST_F(NicstarTraffic, ThePhysCountersReachTheDriversStatistics) {
    TwoMachines::Config c = traffic_config();
    c.jiffy_us = 10;  // the driver polls the PHY each "second" of 250 jiffies
    TwoMachines bench(c);
    bench.load();
    Socket client(bench.client), server(bench.server);
    open(bench, client, server, kVci, {});
    sonet_stats before{}, after{};
    const auto fetch = [&bench](sonet_stats& stats) {
        bench.server.post([&bench, &stats] {
            EXPECT_EQ(bench.server.interface()->ops->ioctl(bench.server.interface(), SONET_GETSTAT, &stats), 0);
        });
        bench.pass(3 * 2500);  // The earlier counts are latched and read by now.
        bench.finish();
    };
    bench.pass(3 * 2500);
    fetch(before);
    bench.client.post([&] {
        for (unsigned i = 0; i < 50; ++i) ASSERT_EQ(client.send(std::vector<std::uint8_t>(472, 0x5A)), 0);
    });
    bench.finish();
    bench.pass(2 * 2500);
    fetch(after);
    EXPECT_EQ(server.received.size(), 50u);
    EXPECT_EQ(after.rx_cells - before.rx_cells, 500);
    EXPECT_EQ(after.section_bip + after.line_bip + after.path_bip + after.uncorr_hcs, 0);
}

TEST_F(NicstarTraffic, AConnectionClosedInMidTrafficLosesOnlyItsOwnPackets) {
    TwoMachines bench(traffic_config());
    bench.load();
    Socket client(bench.client), server(bench.server), client2(bench.client), server2(bench.server);
    open(bench, client, server, kVci, {});
    open(bench, client2, server2, kVci + 1, {});
    const std::vector<std::uint8_t> packet(3000, 0x3C);
    bench.client.post([&] {
        for (unsigned i = 0; i < 40; ++i) ASSERT_EQ((i % 2 ? client2 : client).send(packet), 0);
    });
    bench.pass(2000);
    const std::size_t before = server.received.size();
    ASSERT_GT(before, 0u);
    ASSERT_LT(before, 20u);
    bench.server.post([&] { server.close(); });
    bench.finish();
    bench.pass(15'000);
    EXPECT_LE(server.received.size(), before + 1);
    ASSERT_EQ(server2.received.size(), 20u);
    for (const Socket::Packet& p : server2.received) EXPECT_EQ(p.octets, packet);
    // Opened again, the connection works.
    bench.server.post([&] { ASSERT_EQ(server.open(0, kVci, {}), 0); });
    bench.client.post([&] { ASSERT_EQ(client.send(packet), 0); });
    bench.finish();
    bench.pass(1000);
    ASSERT_EQ(server.received.size(), before + 1);
    EXPECT_EQ(server.received.back().octets, packet);
    const auto& receive = test::chip(bench.server_node.nic()).receive_stats();
    EXPECT_GT(receive.lookup_errors, 0u);
    EXPECT_EQ(receive.stored + receive.lookup_errors, bench.client_node.nic().atm_tx.stats().user_cells);
    expect_rules_held(bench);
}

TEST_F(NicstarTraffic, BothDriversPutTheSameCellsOnTheLine) {
    TwoMachines::Config c = traffic_config();
    c.own_server = true;
    c.debug = false;  // so that padding is zero, as in niclab's own driver
    c.assignments = {"connection.vci=100"};
    TwoMachines bench(c);
    std::vector<atm::Cell> linux_cells, own_cells;
    bench.client_node.nic().atm_tx.started.listen(
        [&](core::Femtoseconds, const atm::Cell& cell, const core::Femtoseconds&) {
            if (!cell.header().is_null()) linux_cells.push_back(cell);
        });
    bench.server_node.nic().atm_tx.started.listen(
        [&](core::Femtoseconds, const atm::Cell& cell, const core::Femtoseconds&) {
            if (!cell.header().is_null()) own_cells.push_back(cell);
        });
    std::size_t own_received = 0;
    const auto all = packets(100, "same");
    bench.server_node.host.program().delivered.listen([&](core::Femtoseconds, const host::NetDevice::Received& r) {
        EXPECT_EQ(r.sdu, all[own_received].octets);
        ++own_received;
    });
    bench.load();
    Socket client(bench.client);
    bench.client.post([&] {
        ASSERT_EQ(client.open(0, kVci, {}), 0);
        for (const Sent& p : all) ASSERT_EQ(client.send(p.octets, p.misaligned), 0);
    });
    for (std::uint32_t i = 0; i < all.size(); ++i) bench.server_node.host.program().send(all[i].octets);
    bench.finish();
    for (int i = 0; i < 100 && (own_received < all.size() || client.received.size() < all.size()); ++i) bench.pass(500);
    EXPECT_EQ(own_received, all.size());
    expect_received(all, client);
    ASSERT_EQ(linux_cells.size(), own_cells.size());
    for (std::size_t i = 0; i < own_cells.size(); ++i) ASSERT_EQ(linux_cells[i], own_cells[i]) << i;
    std::printf("%zu cells, the same from both drivers\n", own_cells.size());
}

}  // namespace
}  // namespace niclab::linux_kernel
