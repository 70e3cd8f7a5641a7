#include "window_search.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "core/config.h"
#include "lab/run/host_runs.h"

namespace niclab::cli {

namespace {

constexpr double kBeforePacketUs = 2, kAroundWarningUs = 50;
constexpr double kNoEndUs = 1e18;

double us(core::Femtoseconds t) { return double(t) * 1e-9; }

struct Event {
    double at_us = 0;
    std::string what;
};

struct FoundWindow {
    double from_us = 0, to_us = 0;  ///< Simulated time.
    double event_us = 0;
    std::string what;  ///< The event, in words.
};

FoundWindow around(const Event& event) {
    return {std::max(0.0, event.at_us - kAroundWarningUs), event.at_us + kAroundWarningUs, event.at_us, event.what};
}

FoundWindow from_packet(double at_us, double end_us, const std::string& what) {
    return {std::max(0.0, at_us - kBeforePacketUs), end_us, at_us, what};
}

core::ConfigError no_such_packet(std::uint64_t wanted, std::size_t packets, const std::string& direction) {
    return core::ConfigError(
        fmt::format("--vcd-from-packet {}: no such packet; expected less than {}, the number of packets {}", wanted,
                    packets, direction));
}

/// The earliest of several events.
struct First {
    std::optional<Event> event;
    void consider(double at_us, const std::string& what) {
        if (!event || at_us < event->at_us) event = Event{at_us, what};
    }
    void consider(const lab::Checks& checks) {
        for (const auto& [name, check] : checks)
            for (const lab::Violation& v : check.violations)
                consider(v.time_ns * 1e-3, fmt::format("violation of rule {} at {}", v.rule, v.where));
    }
};

/// The last event of a packet.
core::Femtoseconds last_of(const probe::PduRow& row) { return *std::max_element(row.at.begin(), row.at.end()); }

std::optional<Event> first_warning(const lab::Results& results) {
    First first;
    first.consider(results.checks);
    for (const lab::AlarmRecord& alarm : results.alarms)
        if (alarm.declared_ns > 0)
            first.consider(alarm.declared_ns * 1e-3, fmt::format("alarm {} of {}", alarm.alarm, alarm.side));
    for (const auto& [direction, rows] : results.pdus)
        for (const probe::PduRow& row : rows)
            if (row.status != "ok")
                first.consider(us(last_of(row)),
                               fmt::format("packet {} {} of run {}: {}", row.pdu, direction, row.run, row.status));
    return first.event;
}

std::optional<FoundWindow> window_in(const lab::Results& results, const WindowRequest& request) {
    if (request.around_warning) {
        const auto event = first_warning(results);
        return event ? std::optional(around(*event)) : std::nullopt;
    }
    if (results.pdus.empty())
        throw core::ConfigError("--vcd-from-packet: an experiment without packets of a driver; expected packets");
    const auto& [direction, rows] = results.pdus.front();
    if (*request.from_packet >= rows.size()) throw no_such_packet(*request.from_packet, rows.size(), direction);
    const probe::PduRow& row = rows[*request.from_packet];
    return from_packet(us(row.at.front()), results.simulated_us,
                       fmt::format("packet {} {} of run {}", row.pdu, direction, row.run));
}

/// The waveform is that of the first run.
std::optional<FoundWindow> window_in(const lab::TrafficResults& results, const WindowRequest& request) {
    if (request.around_warning) {
        First first;
        first.consider(results.checks);
        return first.event ? std::optional(around(*first.event)) : std::nullopt;
    }
    const auto& directions = results.paths.attribution.directions;
    const std::string direction = directions.empty() ? "between two cards" : directions.front().first;
    const std::vector<lab::PduChain> none;
    const std::vector<lab::PduChain>& packets = directions.empty() ? none : directions.front().second.first();
    if (*request.from_packet >= packets.size()) throw no_such_packet(*request.from_packet, packets.size(), direction);
    const lab::PduChain& packet = packets[*request.from_packet];
    return from_packet(us(packet.in_waveform), kNoEndUs, fmt::format("packet {} {}", packet.pdu, direction));
}

/// Whether a frame was lost; a frame that is still on its way was not.
bool is_lost(lab::FrameOutcome outcome) {
    using Outcome = lab::FrameOutcome;
    return outcome != Outcome::Waiting && outcome != Outcome::OnTheWay && outcome != Outcome::Delivered;
}

std::optional<FoundWindow> window_in(const lab::SegmentResults& results, const WindowRequest& request) {
    const std::vector<lab::FrameTrace>& frames = results.records.front().frames;
    First first;
    first.consider(results.checks);
    std::uint64_t number = 0;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const lab::FrameTrace& frame = frames[k];
        const auto named = [&](const std::string& what) { return fmt::format("frame {} of {}", k, what); };
        if (request.from_packet && frame.flow == 0 && number++ == *request.from_packet)
            return from_packet(us(frame.offered), kNoEndUs, named(results.flows[0].name));
        if (is_lost(frame.outcome))
            first.consider(us(frame.over),
                           named(results.flows[frame.flow].name + ": " + lab::to_string(frame.outcome)));
    }
    if (request.from_packet) throw no_such_packet(*request.from_packet, number, "of " + results.flows[0].name);
    return first.event ? std::optional(around(*first.event)) : std::nullopt;
}

/// What the fork sends: an outcome, and the window or the text of the error.
enum Outcome : char { kFound = 'f', kNone = 'n', kRefused = 'w', kFailed = 'e' };

/// Simulates, and searches the window in the results.
using Search = std::function<std::optional<FoundWindow>()>;

std::string outcome_of(const Search& search) {
    try {
        const auto found = search();
        if (!found) return {kNone};
        return fmt::format("{}{:.17g} {:.17g} {:.17g} {}", static_cast<char>(kFound), found->from_us, found->to_us,
                           found->event_us, found->what);
    } catch (const core::ConfigError& e) {
        return static_cast<char>(kRefused) + std::string(e.what());
    } catch (const std::exception& e) {
        return static_cast<char>(kFailed) + std::string(e.what());
    }
}

std::string read_all(int from) {
    std::string text;
    char some[4096];
    for (ssize_t n = 0; (n = read(from, some, sizeof some)) > 0;) text.append(some, static_cast<std::size_t>(n));
    return text;
}

void write_all(int to, std::string_view text) {
    for (ssize_t n = 0; !text.empty() && (n = write(to, text.data(), text.size())) > 0;)
        text.remove_prefix(static_cast<std::size_t>(n));
}

/// Nothing if the run has no warning.
std::optional<FoundWindow> find_window(const Search& search) {
    int ends[2] = {-1, -1};
    std::fflush(nullptr);
    const pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child < 0) throw std::runtime_error("no process can be started that searches the window of the waveform");
    if (child == 0) {
        close(ends[0]);
        write_all(ends[1], outcome_of(search));
        _exit(0);
    }
    close(ends[1]);
    const std::string outcome = read_all(ends[0]);
    close(ends[0]);
    waitpid(child, nullptr, 0);
    const std::string text = outcome.empty() ? "the run that searches its window ended early" : outcome.substr(1);
    if (outcome.empty() || outcome[0] == kFailed) throw std::runtime_error(text);
    if (outcome[0] == kRefused) throw core::ConfigError(text);
    if (outcome[0] == kNone) return std::nullopt;
    FoundWindow window;
    std::istringstream words(text);
    words >> window.from_us >> window.to_us >> window.event_us >> std::ws;
    std::getline(words, window.what);
    return window;
}

std::string set_window(const Search& search, lab::RunOptions& options) {
    const auto window = find_window(search);
    if (!window) {
        options.vcd.clear();
        return "";
    }
    if (options.vcd_to_us < window->from_us)
        throw core::ConfigError(fmt::format("--vcd-to {:g}: before {} at {:.3f} us; expected a time after it",
                                            options.vcd_to_us, window->what, window->event_us));
    options.vcd_from_us = window->from_us;
    options.vcd_to_us = std::min(options.vcd_to_us, window->to_us);
    options.vcd_opens_us = window->event_us;
    return window->what;
}

}  // namespace

std::string set_window(const WindowRequest& request, const lab::Experiment& experiment, lab::RunOptions& options) {
    if (!request.any()) return "";
    const auto search = [&] { return window_in(lab::run(experiment, options.without_outputs()), request); };
    return set_window(search, options);
}

namespace {

/// Of an experiment that has a simulation for each run: in the first one.
template <class Described>
std::string set_window_of_first_run(const WindowRequest& request, const Described& experiment,
                                    lab::RunOptions& options) {
    if (!request.any()) return "";
    const auto search = [&] {
        Described first = experiment;
        first.common.runs = 1, first.common.confidence.level = 0, first.common.analyzer.on = false;
        lab::RunOptions search_options = options.without_outputs();
        search_options.all_paths = request.from_packet.has_value();
        return window_in(lab::run_hosts(first, search_options), request);
    };
    return set_window(search, options);
}

}  // namespace

std::string set_window(const WindowRequest& request, const lab::Traffic& traffic, lab::RunOptions& options) {
    return set_window_of_first_run(request, traffic, options);
}

std::string set_window(const WindowRequest& request, const lab::SegmentExperiment& segment, lab::RunOptions& options) {
    return set_window_of_first_run(request, segment, options);
}

}  // namespace niclab::cli
