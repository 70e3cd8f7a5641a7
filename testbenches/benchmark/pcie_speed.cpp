// Packets per CPU second of the models of PCI Express alone. A packet of 1500 octets is sent and
// received as by a gigabit card. The checker judges its TLPs, and pcie.csv lists them.
//
//   pcie_speed [PACKETS] [FILE]     FILE: pcie.csv; no file without it, and --no-check no checker
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

#include "probe/pcie/pcie_csv.h"
#include "probe/pcie/pcie_judge.h"
#include "support/pcie_bench.h"

namespace niclab {
namespace {

constexpr unsigned kOctets = 1514, kDescriptor = 16;

class Watch : public pcie::LinkObserver {
public:
    Watch(pcie::Payloads& payloads, check::Report* report, probe::PcieCsv* csv) : csv_(csv) {
        check::PcieConfig config;
        config.known_credits = true, config.updates_periodically = false;
        config.credits = {{{{{64, 1024}, {64, 0}, {0, 0}}}, {{{64, 1024}, {64, 0}, {0, 0}}}}};
        if (report) judge_ = std::make_unique<probe::PcieJudge>(config, *report, payloads);
    }
    void packet(const pcie::LinkPacket& p) override {
        tlps += p.tlp != nullptr;
        if (p.tlp && csv_) csv_->row("host", p);
        if (judge_) judge_->packet(p, false);
    }
    std::uint64_t tlps = 0;

private:
    probe::PcieCsv* csv_;
    std::unique_ptr<probe::PcieJudge> judge_;
};

/// One packet out and one in: doorbell, descriptor, data, result, data, result, interrupt.
void move_packet(test::PcieBench& bench, unsigned number) {
    static const std::array<std::uint8_t, kOctets> data{};
    const std::uint64_t buffer = 0x10000 + 2048 * (number % 64);
    pcie::CpuPort::Request doorbell;
    doorbell.type = pcie::TlpType::MemoryWrite, doorbell.address = 0xE000'0018;
    bench.cpu.start(doorbell);
    bench.card.read(0, 0x1000 + kDescriptor * (number % 64), kDescriptor);
    bench.run(base::kMicrosecond);
    bench.card.read(1, buffer, kOctets);
    bench.card.write(0x1000 + kDescriptor * (number % 64), data.data(), kDescriptor);
    bench.card.write(buffer + 0x20000, data.data(), kOctets);
    bench.card.write(0x2000 + kDescriptor * (number % 64), data.data(), kDescriptor);
    bench.card.set_interrupt(true), bench.card.set_interrupt(false);
    bench.run(4 * base::kMicrosecond);
}

int run(unsigned packets, const std::string& file, bool checks) {
    check::Report report;
    std::unique_ptr<probe::PcieCsv> csv;
    if (!file.empty()) csv = std::make_unique<probe::PcieCsv>(file);
    test::PcieBenchConfig config;
    config.lanes = {3, 8};
    test::PcieBench bench(config);
    Watch watch(bench.payloads, checks ? &report : nullptr, csv.get());
    bench.card_end.observe(watch, pcie::Way::Up), bench.root_end.observe(watch, pcie::Way::Down);
    bench.card.work = [&bench] {
        const std::array<std::uint8_t, 64> data{};
        while (bench.card.has_access()) bench.card.finish_access(data.data());
    };
    enumerate(bench, {});
    const std::clock_t begin = std::clock();
    for (unsigned k = 0; k < packets; ++k) {
        move_packet(bench, k);
        bench.reads_done.clear(), bench.interrupts.clear();
        if (csv) csv->settle();
    }
    if (csv) csv->finish();
    const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%u packets each way, %.1f TLPs per packet, %.0f packets per CPU second, %ju violations\n", packets,
                double(watch.tlps) / packets, packets / seconds, std::uintmax_t(report.total()));
    return report.total() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace niclab

/// SystemC has the main program.
int sc_main(int argc, char** argv) {
    std::string file;
    unsigned packets = 20000;
    bool checks = true;
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        if (word == "--no-check")
            checks = false;
        else if (word.find_first_not_of("0123456789") == std::string::npos)
            packets = unsigned(std::stoul(word));
        else
            file = word;
    }
    return niclab::run(packets, file, checks);
}
