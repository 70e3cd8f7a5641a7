#include "probe/analyzer/analyzer_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/table.h"

namespace niclab::probe {

namespace {

std::string value_of(const AnalyzerChannel& c, Sample sample) {
    const Sample value = (sample & c.mask()) >> c.position;
    return c.bits == 1 ? std::to_string(value) : fmt::format("{:0{}X}", value, (c.bits + 3) / 4);
}

std::size_t column(const AnalyzerChannel& c) { return std::max<std::size_t>(c.label.size(), (c.bits + 3) / 4); }

std::string binary(const AnalyzerChannel& c, Sample sample) {
    return fmt::format("{:b}", (sample & c.mask()) >> c.position);
}

struct MarkRow {
    std::uint64_t acquisition;
    core::Femtoseconds armed;
    const std::string& state;
    const Acquisition::Mark& mark;
};

core::Decimal nanoseconds(core::Femtoseconds t) {
    constexpr double kNsPerFs = 1e-6;
    return {double(t) * kNsPerFs, 3};
}

const core::Table<MarkRow>& mark_table() {
    using core::Cell;
    using Row = MarkRow;
    static const core::Table<Row> table{
        {{"acquisition", "", "Number of the acquisition, from 0."}, [](const Row& r) -> Cell { return r.acquisition; }},
        {{"armed_ns", "ns", "Time at which the analyzer was armed, since the start of the simulation."},
         [](const Row& r) -> Cell { return nanoseconds(r.armed); }},
        {{"state", "", "State of the trigger machine that ended."}, [](const Row& r) -> Cell { return r.state; }},
        {{"time_ns", "ns", "Time at which the state ended. For a window: time of the pattern that opened it."},
         [](const Row& r) -> Cell { return nanoseconds(r.mark.at); }},
        {{"matched_ns", "ns", "Time at which the pattern of the state matched."},
         [](const Row& r) -> Cell { return nanoseconds(r.mark.matched); }},
    };
    return table;
}

}  // namespace

std::string state_listing(const Acquisition& a, const AnalyzerConfig& config) {
    std::string text = fmt::format("{:>6} {:>14} {:>11}", "word", "time us", "since last");
    for (const AnalyzerChannel& c : config.channels) text += fmt::format(" {:>{}}", c.label, column(c));
    text += "  state\n";
    const core::Femtoseconds zero = a.marks.empty() ? a.armed : a.marks.front().at;
    core::Femtoseconds last = 0;
    for (std::size_t i = 0; i < a.words.size(); ++i) {
        const Acquisition::Word& w = a.words[i];
        const double us = (double(w.at) - double(zero)) * 1e-9;
        text += fmt::format("{:>6} {:>14.3f} {:>11.3f}", i, us, i == 0 ? 0 : double(w.at - last) * 1e-9);
        for (const AnalyzerChannel& c : config.channels)
            text += fmt::format(" {:>{}}", value_of(c, w.sample), column(c));
        text += fmt::format("  {}{}\n", config.program.states[w.state].name, w.ends ? " <" : "");
        last = w.at;
    }
    if (a.overflowed)
        text += fmt::format("The memory of {} words was full in state {}.\n", config.depth,
                            config.program.states[a.last_state].name);
    return text;
}

std::string memory_vcd(const Acquisition& a, const AnalyzerConfig& config) {
    std::string text = "$timescale 1ps $end\n$scope module analyzer $end\n";
    const auto code = [](std::size_t i) { return std::string(1, static_cast<char>('!' + i)); };
    for (std::size_t i = 0; i < config.channels.size(); ++i) {
        const AnalyzerChannel& c = config.channels[i];
        const std::string range = c.bits == 1 ? "" : fmt::format(" [{}:0]", c.bits - 1);
        text += fmt::format("$var wire {} {} {}{} $end\n", c.bits, code(i), c.label, range);
    }
    const std::string state = code(config.channels.size());
    text += fmt::format("$var wire 4 {} state [3:0] $end\n$upscope $end\n$enddefinitions $end\n", state);
    core::Femtoseconds last = ~core::Femtoseconds{0};
    for (const Acquisition::Word& w : a.words) {
        if (w.at / 1000 == last) continue;
        last = w.at / 1000;
        text += fmt::format("#{}\n", last);
        for (std::size_t i = 0; i < config.channels.size(); ++i) {
            const AnalyzerChannel& c = config.channels[i];
            text +=
                c.bits == 1 ? binary(c, w.sample) + code(i) + "\n" : "b" + binary(c, w.sample) + " " + code(i) + "\n";
        }
        text += fmt::format("b{:b} {}\n", w.state, state);
    }
    return text;
}

core::Columns mark_columns() { return mark_table().columns(); }

std::string marks_csv(const std::vector<Acquisition>& acquisitions, const AnalyzerConfig& config) {
    std::string text = core::header(mark_columns());
    for (std::size_t i = 0; i < acquisitions.size(); ++i)
        for (const Acquisition::Mark& m : acquisitions[i].marks)
            text += mark_table().line({i, acquisitions[i].armed, config.program.states[m.state].name, m});
    return text;
}

}  // namespace niclab::probe
