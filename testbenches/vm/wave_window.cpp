#include "wave_window.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/config.h"

namespace niclab::vm {

namespace {

probe::WaveWriter::Config writer_of(const WaveWindow::Config& config) {
    probe::WaveWriter::Config c;
    c.path = config.path;
    return c;
}

}  // namespace

WaveTrigger parse_trigger(const std::string& text) {
    using Event = WaveTrigger::Event;
    static const std::map<std::string, Event> events{{"access", Event::Access},
                                                     {"pause", Event::Pause},
                                                     {"write", Event::Write},
                                                     {"frame", Event::Frame},
                                                     {"interrupt", Event::Interrupt}};
    const char *at = text.data() + std::min(text.find(':'), text.size()), *const end = text.data() + text.size();
    const std::string name(text.data(), at);
    const auto event = events.find(name);
    WaveTrigger trigger;
    bool good = event != events.end();
    const auto read = [&](auto& value, int base) {  // ":VALUE"
        const auto result = good && at != end ? std::from_chars(at + 1, end, value, base)
                                              : std::from_chars_result{at, std::errc::invalid_argument};
        good = good && result.ec == std::errc() && (result.ptr == end || *result.ptr == ':');
        at = result.ptr;
    };
    if (good) trigger.event = event->second;
    if (trigger.event == Event::Write) read(trigger.offset, 16);
    if (at != end) read(trigger.number, 10);
    if (event == events.end()) {
        std::vector<std::string> known;
        known.reserve(events.size());
        for (const auto& known_event : events) known.push_back(known_event.first);
        throw core::ConfigError("--vcd-at " + text + ": " + core::unknown_name("event", name, known));
    }
    if (!good || at != end || trigger.number == 0)
        throw core::ConfigError("--vcd-at " + text + ": not an event; expected " +
                                (trigger.event == Event::Write ? "write:OFFSET[:N] with a hexadecimal OFFSET, and"
                                                               : name + " or " + name + ":N with") +
                                " N from 1");
    return trigger;
}

WaveWindow::WaveWindow(const Config& config, Machine& machine)
    : config_(config),
      writer_(writer_of(config)),
      bus_(machine.hardware->bus().waves(writer_)),
      line_(machine.hardware->line_waves(writer_)) {
    writer_.wait_for_window();
    machine.hardware->on_violation([this](const check::Violation& violation) { bus_->report(violation); });
}

void WaveWindow::begin(core::Femtoseconds at) {
    if (begun_) return;
    begun_ = at;
    constexpr double kFsPerUs = 1e9;
    writer_.begin_window(at);
    writer_.end_window(at + static_cast<core::Femtoseconds>(config_.length_us * kFsPerUs));
}

void WaveWindow::on_access(const Access& access) {
    using Event = WaveTrigger::Event;
    const WaveTrigger& t = config_.trigger;
    ++accesses_;
    if (accesses_ == 1 || access.begin - last_access_ >= kPause) ++pauses_;
    last_access_ = access.begin;
    const bool written = access.write && access.offset == t.offset;
    if (written) ++writes_;
    if ((t.event == Event::Access && accesses_ == t.number) || (t.event == Event::Pause && pauses_ == t.number) ||
        (t.event == Event::Write && written && writes_ == t.number) ||
        (t.event == Event::Frame && frames_ + 1 >= t.number))
        begin(access.begin);
}

void WaveWindow::on_interrupt(core::Femtoseconds at) {
    if (++interrupts_ == config_.trigger.number && config_.trigger.event == WaveTrigger::Event::Interrupt) begin(at);
}

void WaveWindow::finish() {
    if (begun_) writer_.finish();
}

}  // namespace niclab::vm
