#include "recording.h"

#include <fmt/format.h>

#include <array>
#include <ostream>
#include <utility>

#include "base/crc.h"

namespace niclab::linux_kernel {

namespace {

constexpr std::array<const char*, 2> kMachines{"client", "server"};

struct Counter {
    const char* name;
    unsigned long net_device_stats::*value;
};
#define NICLAB_COUNTER(name) \
    { #name, &net_device_stats::name }
constexpr Counter kCounters[] = {
    NICLAB_COUNTER(rx_packets),       NICLAB_COUNTER(tx_packets),          NICLAB_COUNTER(rx_bytes),
    NICLAB_COUNTER(tx_bytes),         NICLAB_COUNTER(rx_errors),           NICLAB_COUNTER(tx_errors),
    NICLAB_COUNTER(rx_dropped),       NICLAB_COUNTER(tx_dropped),          NICLAB_COUNTER(multicast),
    NICLAB_COUNTER(collisions),       NICLAB_COUNTER(rx_length_errors),    NICLAB_COUNTER(rx_over_errors),
    NICLAB_COUNTER(rx_crc_errors),    NICLAB_COUNTER(rx_frame_errors),     NICLAB_COUNTER(rx_fifo_errors),
    NICLAB_COUNTER(rx_missed_errors), NICLAB_COUNTER(tx_aborted_errors),   NICLAB_COUNTER(tx_carrier_errors),
    NICLAB_COUNTER(tx_fifo_errors),   NICLAB_COUNTER(tx_heartbeat_errors), NICLAB_COUNTER(tx_window_errors)};
#undef NICLAB_COUNTER

std::string of(const Access& access) {
    return fmt::format("{},{:X},{},{:X}", access.write ? "write" : "read", access.address, access.octets, access.value);
}

std::string of(const std::uint8_t* begin, const std::uint8_t* end) {
    const auto octets = static_cast<std::size_t>(end - begin);
    return fmt::format("delivered,{},{:08X}", octets, ~base::crc32_update(base::kCrc32Init, begin, octets));
}

std::string of(const ether::TransmitStatus& status) {
    return fmt::format("{},{},,", status.outcome == ether::Outcome::Sent ? "sent" : "not sent", status.octets);
}

std::string quoted(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) all += c == '"' ? "\"\"" : std::string(1, c);
    return all + "\"";
}

}  // namespace

std::vector<std::string> Recording::file_names() {
    std::vector<std::string> all{"statistics.csv", "steps.csv"};
    for (const char* machine : kMachines)
        for (const char* table : {"_cpu.csv", "_card.csv", "_frames.csv"}) all.push_back(std::string(machine) + table);
    return all;
}

Recording::Recording(std::string folder) : folder_(std::move(folder)) {}

core::StreamedFile& Recording::file(const std::string& name, const char* heading) {
    auto& file = files_[name];
    if (!file) {
        file = std::make_unique<core::StreamedFile>("--record", folder_ + "/" + name + ".csv");
        file->out() << heading << '\n';
    }
    return *file;
}

void Recording::row(core::StreamedFile& file, core::Femtoseconds at, const std::string& fields) const {
    file.out() << fmt::format("{},{:.3f},{}\n", step_, double(at) * 1e-9, fields);
}

void Recording::row(core::StreamedFile& file, Machine& machine, const std::string& fields, CodeAddress line) const {
    row(file, machine.port.now(), fields + "," + (line ? machine.findings.line(line) : ""));
}

void Recording::follow(const MachinePair& pair) {
    pair_ = &pair;
    for (std::size_t i = 0; i < kMachines.size(); ++i) {
        Machine& machine = *pair.machines()[i];
        const std::string name = kMachines[i];
        auto& cpu = file(name + "_cpu", "step,time_us,operation,address,octets,value,line");
        auto& frames = file(name + "_frames", "step,time_us,event,octets,crc,line");
        machine.accesses.observer = [this, &cpu, &machine](const Access& access) {
            row(cpu, machine, of(access), access.by);
        };
        machine.delivered = [this, &frames, &machine](const std::uint8_t* begin, const std::uint8_t* end,
                                                      CodeAddress caller) {
            row(frames, machine, of(begin, end), caller);
        };
    }
}

void Recording::follow(const TwoStations& stations) {
    follow(static_cast<const MachinePair&>(stations));
    const std::array<const Station*, 2> nodes{&stations.client_node, &stations.server_node};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string name = kMachines[i];
        auto& frames = file(name + "_frames", "");
        nodes[i]->card->mac().transmitter.event.listen(
            [this, &frames](core::Femtoseconds at, const ether::TransmitEvent& event) {
                if (event.what == ether::TransmitEvent::What::Ends) row(frames, at, of(event.status));
            });
        auto& card = file(name + "_card", "step,time_us,operation,address,dwords,line");
        Machine& machine = *pair_->machines()[i];
        nodes[i]->backplane->on_card_transaction([this, &card, &machine](const CardTransaction& t) {
            const CodeAddress mapped = machine.dma.mapped_at(t.address);
            row(card, t.at,
                fmt::format("{},{:X},{},{}", t.write ? "write" : "read", t.address, t.dwords,
                            mapped ? machine.findings.line(mapped) : ""));
        });
    }
}

void Recording::begin_step(const std::string& name) {
    note_statistics();
    step_ = name;
}

void Recording::note_statistics() {
    auto& statistics = file("statistics", "step,machine,counter,value");
    if (step_.empty()) return;
    for (std::size_t i = 0; i < kMachines.size(); ++i) {
        const net_device* device = pair_->machines()[i]->ethernet.device();
        if (!device) continue;
        for (const Counter& counter : kCounters)
            statistics.out() << fmt::format("{},{},{},{}\n", step_, kMachines[i], counter.name,
                                            device->stats.*counter.value);
    }
}

void Recording::finish(const Trial& trial) {
    note_statistics();
    auto& steps = file("steps", "step,passed,result");
    for (const Trial::Step& step : trial.steps())
        steps.out() << fmt::format("{},{},{}\n", step.name, step.passed ? "yes" : "no", quoted(step.result));
    if (!trial.known_faults().empty())
        steps.out() << fmt::format("faults of the unmodified driver,{},{}\n", kKnownFaults,
                                   quoted(trial.known_faults()));
    for (auto& [name, file] : files_) file->finish();
}

}  // namespace niclab::linux_kernel
