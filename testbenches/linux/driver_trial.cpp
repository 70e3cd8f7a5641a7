#include "driver_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "base/random.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/tables.h"

namespace niclab::linux_kernel {

namespace {

constexpr int kVci = 100;

/// A connection between the two machines.
struct SocketPair {
    SocketPair(TwoMachines& bench, std::deque<Socket>& sockets)
        : client(sockets.emplace_back(bench.client)), server(sockets.emplace_back(bench.server)) {}
    Socket &client, &server;

    void open(TwoMachines& bench, int vci, const Socket::Quality& quality) {
        const auto open_end = [vci, quality](Socket& end) {
            const int result = end.open(0, vci, quality);
            if (result != 0) throw std::runtime_error(fmt::format("open() of VCI {} returned {}", vci, result));
        };
        bench.client.post([this, open_end] { open_end(client); });
        bench.server.post([this, open_end] { open_end(server); });
        bench.finish();
    }
    void close(TwoMachines& bench) {
        bench.client.post([this] { client.close(); });
        bench.server.post([this] { server.close(); });
        bench.finish();
    }
};

std::vector<std::vector<std::uint8_t>> random_packets(unsigned n, base::RandomStream& random) {
    std::vector<std::vector<std::uint8_t>> all(n);
    for (auto& packet : all) {
        const double share = random.uniform01();
        packet.resize(1 + static_cast<std::size_t>(9187 * share * share * share));
        for (auto& o : packet) o = static_cast<std::uint8_t>(random.uniform(0, 255));
    }
    return all;
}

/// Whether the transmit schedule that a driver has written allows a channel to send.
bool schedule_sends(const card::Sram& sram, std::uint32_t tstb) {
    constexpr unsigned kMostEntries = 1 << 13;
    const std::uint32_t base = tstb >> 2 & 0x1FFFFu;
    for (unsigned i = 0; i < kMostEntries; ++i) {
        const auto opcode = nicstar::tst::opcode(sram.peek(base + i));
        if (opcode == nicstar::tst::Opcode::End) return false;
        if (opcode != nicstar::tst::Opcode::Null) return true;
    }
    return false;
}

/// The reason why a card with registers in this state can send nothing; empty if it can.
std::string silence_of(const Accesses& accesses, const card::Sram& sram) {
    if (!(accesses.ever_written(nicstar::reg::kCfg) & nicstar::cfg::kTxEnable))
        return "TXEN of CFG was never set, so the card sends nothing";
    if (accesses.writes(nicstar::reg::kTstb) == 0)
        return "TSTB was never written, so the card has no transmit schedule";
    if (!schedule_sends(sram, accesses.last_written(nicstar::reg::kTstb)))
        return "the transmit schedule has null entries only, so the card sends nothing";
    return "";
}

/// Whether a card's table of connections has this one, of VPI 0, open.
bool is_open(const card::Sram* sram, int vci) {
    using namespace nicstar;
    return sram && (sram->peek(sram_map::kRct + std::uint32_t(vci) * rct::kWords) & rct::kOpen) != 0;
}

std::size_t wrong(const std::vector<std::vector<std::uint8_t>>& sent, const std::deque<Socket::Packet>& received) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < received.size(); ++i) n += i >= sent.size() || received[i].octets != sent[i];
    return n;
}

}  // namespace

std::vector<Trial::Part> DriverTrial::parts() {
    return {{"probe", [this] { return probe(); }, true},
            {"AAL5 packets both ways", [this] { return packets(); }},
            {"AAL0 cells", [this] { return cells(); }},
            {"constant bit rate", [this] { return constant_rate(); }},
            {"full queue", [this] { return full_queue(); }},
            {"close in mid traffic", [this] { return close_in_mid_traffic(); }},
            {"unload", [this] { return unload(); }, true}};
}

void DriverTrial::wait_for(std::size_t wanted, const std::function<std::size_t()>& received) {
    constexpr double kSliceUs = 500, kPatienceUs = 30'000;  // three polls of the driver
    std::size_t last = received();
    for (double still = 0; received() < wanted && still < kPatienceUs; still += kSliceUs) {
        bench_.pass(kSliceUs);
        if (received() != last) last = received(), still = 0;
    }
}

std::string DriverTrial::trouble() const {
    std::string text;
    const auto look = [&text](const char* who, const Machine& machine, const board::Nic& nic) {
        const std::string why = nic.engine().sram() ? silence_of(machine.accesses, *nic.engine().sram()) : "";
        if (!why.empty()) text += std::string("; ") + who + ": " + why;
    };
    look("client", bench_.client, bench_.client_node.nic());
    look("server", bench_.server, bench_.server_node.nic());
    return text;
}

DriverTrial::Step DriverTrial::probe() {
    bench_.load();
    Step step;
    step.passed = bench_.client.interface() && bench_.server.interface();
    step.result = bench_.client.accesses.fingerprint();
    if (!step.passed) step.result = without_interface("ATM interface", "atm_dev_register()") + step.result;
    return step;
}

DriverTrial::Step DriverTrial::packets() {
    SocketPair pair(bench_, sockets_);
    pair.open(bench_, kVci, {});
    base::RandomStream random(config_.seed, "driver_trial");
    const auto there = random_packets(config_.packets, random), back = random_packets(config_.packets, random);
    const auto send = [](Socket& socket, const auto& all) {
        unsigned misaligned = 0;
        for (const auto& packet : all) socket.send(packet, misaligned++ % 64);
    };
    bench_.client.post([&] { send(pair.client, there); });
    bench_.server.post([&] { send(pair.server, back); });
    bench_.finish(config_.packets * 2000.0 + 1e5);
    const std::size_t all = there.size() + back.size();
    const auto received = [&] { return pair.server.received.size() + pair.client.received.size(); };
    wait_for(all, received);
    const std::size_t bad = wrong(there, pair.server.received) + wrong(back, pair.client.received);
    Step step;
    step.passed = bad == 0 && received() == all;
    step.result = fmt::format("{} + {} sent, {} + {} received, {} wrong, {} + {} interrupts", there.size(), back.size(),
                              pair.server.received.size(), pair.client.received.size(), bad,
                              bench_.client.interrupts.count(), bench_.server.interrupts.count());
    const int sent_there = pair.client.stats.tx.counter, received_there = pair.server.stats.rx.counter;
    if (step.passed && (sent_there != int(there.size()) || received_there != int(there.size()))) {
        step.passed = false;
        step.result += fmt::format("; vcc->stats has {} sent by the client and {} received by the server; expected {}",
                                   sent_there, received_there, there.size());
    }
    pair.close(bench_);
    return step;
}

DriverTrial::Step DriverTrial::cells() {
    constexpr unsigned kCells = 20;
    SocketPair pair(bench_, sockets_);
    Socket::Quality quality;
    quality.aal5 = false;
    pair.open(bench_, kVci + 1, quality);
    bench_.not_aal5(kVci + 1);
    std::vector<std::vector<std::uint8_t>> sent(kCells, std::vector<std::uint8_t>(52));
    for (unsigned i = 0; i < kCells; ++i) {
        const std::uint32_t header = std::uint32_t{kVci + 1} << 4 | (i % 2 ? 2u : 0u);
        memcpy(sent[i].data(), &header, 4);
        std::fill(sent[i].begin() + 4, sent[i].end(), static_cast<std::uint8_t>(i));
    }
    bench_.client.post([&] {
        for (const auto& cell : sent) pair.client.send(cell);
    });
    bench_.finish();
    wait_for(kCells, [&] { return pair.server.received.size(); });
    const std::size_t bad = wrong(sent, pair.server.received);
    Step step;
    step.passed = bad == 0 && pair.server.received.size() == kCells;
    step.result = fmt::format("{} sent, {} received, {} wrong", kCells, pair.server.received.size(), bad);
    pair.close(bench_);
    return step;
}

DriverTrial::Step DriverTrial::constant_rate() {
    constexpr int kRate = 50'000, kPackets = 20;
    SocketPair pair(bench_, sockets_);
    Socket::Quality quality;
    quality.cells_per_second = kRate;
    pair.open(bench_, kVci + 2, quality);
    const std::vector<std::uint8_t> packet(40 * 48 - 8, 0x11);
    bench_.client.post([&] {
        for (int i = 0; i < kPackets; ++i) pair.client.send(packet);
    });
    bench_.finish();
    wait_for(kPackets, [&] { return pair.server.received.size(); });
    Step step;
    const auto n = pair.server.received.size();
    if (n == kPackets) {
        const double us = pair.server.received.back().time_us - pair.server.received.front().time_us;
        const double rate = (kPackets - 1) * 40 / us * 1e6;
        step.passed = rate > 0.9 * kRate && rate < 1.02 * kRate;
        step.result = fmt::format("{} cells/s reserved, {:.0f} measured", kRate, rate);
    } else {
        step.result = fmt::format("{} packets sent, {} received", kPackets, n);
    }
    pair.close(bench_);
    return step;
}

/// A softirq sends more than the queue of a connection holds: the driver must refuse the rest.
DriverTrial::Step DriverTrial::full_queue() {
    constexpr int kRate = 150'000, kPackets = 80;
    if (!bench_.client.interface()->ops->send_bh) return {"", "the driver has no send_bh()", true};
    SocketPair pair(bench_, sockets_);
    Socket::Quality quality;
    quality.cells_per_second = kRate;
    pair.open(bench_, kVci + 3, quality);
    const std::vector<std::uint8_t> packet(20 * 48 - 8, 0x33);
    std::size_t accepted = 0, refused = 0;
    bench_.client.post([&] {
        for (int i = 0; i < kPackets; ++i) ++(pair.client.send_in_softirq(packet) == 0 ? accepted : refused);
    });
    bench_.finish();
    wait_for(accepted, [&] { return pair.server.received.size(); });
    Step step;
    const std::size_t received = pair.server.received.size();
    step.passed = refused > 0 && received == accepted;
    step.result = fmt::format("{} packets sent from a softirq, {} refused, {} received", kPackets, refused, received);
    pair.close(bench_);
    return step;
}

DriverTrial::Step DriverTrial::close_in_mid_traffic() {
    constexpr unsigned kPackets = 20;
    SocketPair pair(bench_, sockets_);
    pair.open(bench_, kVci + 4, {});
    const std::vector<std::uint8_t> packet(3000, 0x22);
    bench_.client.post([&] {
        for (unsigned i = 0; i < kPackets; ++i) pair.client.send(packet);
    });
    bench_.pass(1000);
    bench_.server.post([&] { pair.server.close(); });
    bench_.finish();
    bench_.pass(20'000);
    const std::size_t before = pair.server.received.size();
    const bool open = is_open(bench_.server_node.nic().engine().sram(), kVci + 4);
    Socket& again = sockets_.emplace_back(bench_.server);
    bench_.server.post([&] { again.open(0, kVci + 4, {}); });
    bench_.finish();
    bench_.client.post([&] { pair.client.send(packet); });
    bench_.finish();
    wait_for(1, [&] { return again.received.size(); });
    Step step;
    step.passed = !open && before < kPackets && again.received.size() == 1 && again.received.front().octets == packet;
    step.result = fmt::format("{} of {} packets before the close, {} after it was opened again", before, kPackets,
                              again.received.size());
    if (open) step.result += "; the card still received the closed connection, which its receive table had open";
    bench_.client.post([&] { pair.client.close(); });
    bench_.server.post([&] { again.close(); });
    bench_.finish();
    return step;
}

DriverTrial::Step DriverTrial::unload() {
    bench_.pass(20'000);  // All sent packets are confirmed by now.
    const std::size_t held = bench_.client.packets_held() + bench_.server.packets_held();
    for (Machine* machine : {&bench_.client, &bench_.server}) machine->post([machine] { machine->unload(); });
    try {
        bench_.finish();
    } catch (const std::exception& e) {
        if (held == 0) throw;
        constexpr char kKnown[] = "which nicstar.c of Linux 6.1 frees through a pointer that is NULL";
        throw std::runtime_error(
            fmt::format("{}; it still held {} packets of closed connections, {}", e.what(), held, kKnown));
    }
    bench_.pass(200);
    Step step;
    step.passed = !bench_.client.interface() && !bench_.server.interface();
    step.result = fmt::format("{} + {} packet buffers not given back", bench_.client.packet_buffers(),
                              bench_.server.packet_buffers());
    return step;
}

}  // namespace niclab::linux_kernel
