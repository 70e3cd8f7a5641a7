// Packets of a PCI Express link as text, for another implementation: what our models send, or what
// our decoder and checker say about packets from standard input.
//
//   pcie_interop exchange      prints WAY KIND OCTETS, one packet per line
//   pcie_interop judge         reads such lines; exit code 1 and a line per problem
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "check/pcie/pcie_checker.h"
#include "support/pcie_bench.h"

namespace niclab {
namespace {

using pcie::Octets;

struct Printer : pcie::LinkObserver {
    explicit Printer(pcie::Payloads& of) : payloads(of) {}
    void packet(const pcie::LinkPacket& p) override {
        encode(p, p.tlp ? payloads.at(p.tlp->payload) : nullptr, octets);
        std::printf("%s %s ", p.way == pcie::Way::Up ? "up" : "down", p.tlp ? "tlp" : "dllp");
        for (const std::uint8_t o : octets) std::printf("%02x", o);
        std::printf("\n");
    }
    pcie::Payloads& payloads;
    Octets octets;
};

int exchange() {
    test::PcieBenchConfig config;
    config.card.replay_timeout = config.root.replay_timeout = 10 * base::kMicrosecond;  // Of one slow lane.
    test::PcieBench bench(config);
    Printer printer(bench.payloads);
    bench.card_end.observe(printer, pcie::Way::Up), bench.root_end.observe(printer, pcie::Way::Down);
    enumerate(bench, {});
    bench.card.work = [&bench] {
        const std::array<std::uint8_t, 64> data{1, 2, 3, 4};
        while (bench.card.has_access()) bench.card.finish_access(data.data());
    };
    for (std::size_t k = 0; k < bench.memory.size(); ++k) bench.memory[k] = std::uint8_t(k * 7 + k / 256);
    for (unsigned k = 0; k < 60; ++k) {
        const std::vector<std::uint8_t> data(1 + 31 * k, std::uint8_t(k));
        bench.card.write(0x1003 + 300 * k, data.data(), unsigned(data.size()));
        bench.card.read(k, 0x2005 + 301 * k, 1 + 29 * k);
        bench.access(pcie::TlpType::MemoryRead, 0xE000'0000 + 4 * k, 1 + k % 4, 0);
        bench.access(pcie::TlpType::IoWrite, 0xC000 + k % 8, 1, k);
        bench.card.set_interrupt(k % 2 == 0);
        bench.run(20 * base::kMicrosecond);
    }
    bench.access(pcie::TlpType::MemoryRead, 0xE00F'0000, 4, 0);
    return 0;
}

Octets octets_of(const std::string& text) {
    Octets octets;
    for (std::size_t at = 0; at + 1 < text.size(); at += 2)
        octets.push_back(std::uint8_t(std::stoul(text.substr(at, 2), nullptr, 16)));
    return octets;
}

int judge() {
    constexpr core::Femtoseconds kPacket = 100'000'000;
    check::PcieConfig config;
    config.known_credits = true, config.updates_periodically = false;
    config.limits.ack_ns = 1'000'000'000, config.limits.read_dwords = 1024;
    check::Report report;
    check::PcieChecker checker(config, report);
    std::uint64_t problems = 0, packets = 0;
    for (std::string line; std::getline(std::cin, line); ++packets) {
        std::istringstream in(line);
        std::string way, kind, text;
        in >> way >> kind >> text;
        check::PciePacket p;
        p.way = way == "up" ? check::PcieWay::Up : check::PcieWay::Down;
        p.is_tlp = kind == "tlp";
        p.octets = octets_of(text);
        p.begin = packets * kPacket, p.end = p.begin + kPacket;
        checker.packet(p);
        if (!p.is_tlp) continue;
        try {
            const Octets tlp(p.octets.begin() + 2, p.octets.end() - 4);
            const pcie::Decoded d = pcie::decode_tlp(tlp.data(), tlp.size());
            Octets again;
            pcie::encode_tlp(d.tlp, d.data.data(), again);
            if (again != tlp)
                ++problems, std::printf("packet %ju: other octets when encoded again\n", std::uintmax_t(packets));
        } catch (const std::exception& e) {
            ++problems, std::printf("packet %ju: %s\n", std::uintmax_t(packets), e.what());
        }
    }
    for (const check::Violation& v : report.violations())
        std::printf("%s: %s; seen: %s\n", v.rule->id, v.rule->sentence, v.seen.c_str());
    std::printf("%ju packets, %ju problems, %ju violations\n", std::uintmax_t(packets), std::uintmax_t(problems),
                std::uintmax_t(report.total()));
    return problems + report.total() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace niclab

/// SystemC has the main program.
int sc_main(int argc, char** argv) {
    const std::string task = argc == 2 ? argv[1] : "";
    if (task == "exchange") return niclab::exchange();
    if (task == "judge") return niclab::judge();
    std::fprintf(stderr, "pcie_interop: '%s': unknown task; expected exchange or judge\n", task.c_str());
    return 2;
}
