#include "wave_window.h"

#include <charconv>
#include <map>

#include "cable_rate.h"
#include "core/config.h"

namespace niclab::vm {

namespace {

probe::WaveWriter::Config writer_of(const WaveWindow::Config& config) {
    probe::WaveWriter::Config c;
    c.path = config.path;
    return c;
}

constexpr const char* kBus = "guest.pci";

}  // namespace

WaveTrigger parse_trigger(const std::string& text) {
    using Event = WaveTrigger::Event;
    static const std::map<std::string, Event> events{
        {"access", Event::Access}, {"pause", Event::Pause}, {"frame", Event::Frame}, {"interrupt", Event::Interrupt}};
    const std::size_t colon = text.find(':');
    const auto event = events.find(text.substr(0, colon));
    WaveTrigger trigger;
    bool good = event != events.end();
    if (good) trigger.event = event->second;
    if (good && colon != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + colon + 1, end, trigger.number);
        good = read.ec == std::errc() && read.ptr == end && trigger.number > 0;
    }
    if (!good)
        throw core::ConfigError("--vcd-at " + text +
                                ": unknown event; expected access, pause, frame or interrupt, or one with :N from 1");
    return trigger;
}

WaveWindow::WaveWindow(const Config& config, Machine& machine)
    : config_(config),
      writer_(writer_of(config)),
      rows_(writer_, kBus),
      violations_(writer_, kBus, machine.station.backplane.clock().period_fs()),
      bus_("bus_waves", writer_, kBus, machine.station.backplane.clock(), machine.station.backplane.bus(), {}),
      mac_("mac_waves", writer_, "guest.nic.mac", machine.station.wires, linux_kernel::width_of(config.mbps)) {
    writer_.wait_for_window();
    rows_.listen(machine.station.backplane.watch());
    machine.station.report.heard = [this](const check::Violation& violation) { violations_.report(violation); };
}

void WaveWindow::begin(core::Femtoseconds at) {
    if (begun_) return;
    begun_ = at;
    constexpr double kFsPerUs = 1e9;
    writer_.begin_window(at);
    writer_.end_window(at + static_cast<core::Femtoseconds>(config_.length_us * kFsPerUs));
}

void WaveWindow::on_access(core::Femtoseconds at) {
    using Event = WaveTrigger::Event;
    ++accesses_;
    if (accesses_ == 1 || at - last_access_ >= kPause) ++pauses_;
    last_access_ = at;
    const auto& [event, number] = config_.trigger;
    if ((event == Event::Access && accesses_ == number) || (event == Event::Pause && pauses_ == number) ||
        (event == Event::Frame && frames_ + 1 >= number))
        begin(at);
}

void WaveWindow::on_interrupt(core::Femtoseconds at) {
    if (++interrupts_ == config_.trigger.number && config_.trigger.event == WaveTrigger::Event::Interrupt) begin(at);
}

void WaveWindow::finish() {
    if (begun_) writer_.finish();
}

}  // namespace niclab::vm
