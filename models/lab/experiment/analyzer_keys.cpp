#include "lab/experiment/analyzer_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace niclab::lab {

namespace {

using probe::AnalyzerChannel;
using probe::TriggerState;

constexpr unsigned kWidest = 64;

/// "a.nic.utopia_tx.TxData[7:0]" or "a.pci.REQ_n[1]" or a whole signal of one bit.
AnalyzerChannel read_channel(core::ConfigTable& t, const std::string& label) {
    AnalyzerChannel c;
    c.label = label;
    const std::string text =
        t.text(label, "", "Signal of this channel from niclab list signals, optionally with [high:low] or [bit].");
    const std::size_t open = text.find('[');
    c.signal = text.substr(0, open);
    if (open == std::string::npos) return c;
    unsigned high = 0, low = 0;
    char end = 0;
    const char* range = text.c_str() + open;
    if (std::sscanf(range, "[%u:%u%c", &high, &low, &end) == 3 && end == ']' && high >= low && high < kWidest) {
        c.low = low, c.bits = high - low + 1;
        return c;
    }
    if (std::sscanf(range, "[%u%c", &low, &end) == 2 && end == ']' && low < kWidest) {
        c.low = low;
        return c;
    }
    throw t.error(label, "'" + text + "' is not a signal", "a signal, also with [high:low] or [bit]");
}

std::vector<AnalyzerChannel> read_channels(core::ConfigTable t, unsigned most, const std::string& preset) {
    std::vector<AnalyzerChannel> channels;
    unsigned bits = 0;
    for (const std::string& label : t.value_names()) {
        channels.push_back(read_channel(t, label));
        channels.back().position = bits;
        bits += channels.back().bits;
        const unsigned limit = most ? most : kWidest;
        if (bits > limit)
            throw t.error(label, fmt::format("{} channels", bits), fmt::format("at most {} ({})", limit, preset));
    }
    if (channels.empty()) throw t.error("channels", "no channel", "at least one");
    t.done();
    return channels;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name, const core::ConfigTable& t,
                     const std::string& key) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw t.refusal(key, core::unknown_name("name '" + name + "'", name, names));
}

TriggerState read_state(core::ConfigTable t, const std::string& name, const std::vector<std::string>& order,
                        const std::vector<std::string>& patterns) {
    TriggerState s;
    s.name = name;
    const std::size_t place = index_of(order, name, t, "order");
    const auto number = [&t](const char* key, const char* what) {
        return static_cast<unsigned>(t.integer(key, 1, 1, 1'000'000'000, what));
    };
    const std::string find = t.text("find", "", "Pattern that ends the state.");
    const std::string after = t.text("after", "", "Pattern that opens a time window for `find`.");
    const bool wait = t.has("wait");
    if (find.empty() != wait && !(find.empty() && place + 1 == order.size()))
        throw t.error(wait ? "wait" : "find", wait ? "wait and find in one state" : "neither find nor wait",
                      "one of the two, or neither in the last state");
    if (!find.empty()) s.pattern = index_of(patterns, find, t, "find");
    if (!after.empty()) s.opener = index_of(patterns, after, t, "after");
    s.kind = wait            ? TriggerState::Kind::Wait
             : find.empty()  ? TriggerState::Kind::Sink
             : after.empty() ? TriggerState::Kind::Find
                             : TriggerState::Kind::Within;
    const unsigned waits = number("wait", "Number of samples that the state waits."),
                   within = number("within", "Length of the window in samples.");
    const unsigned count = number("count", "Number of occurrences of the pattern that end the state.");
    s.count = wait ? waits : s.kind == TriggerState::Kind::Within ? within : count;
    const std::string store =
        t.text("store", "none", "Samples that are stored in this state: none, any, or those that match a pattern.");
    s.store = store == "none"  ? TriggerState::Store::None
              : store == "any" ? TriggerState::Store::Any
                               : TriggerState::Store::Pattern;
    if (s.store == TriggerState::Store::Pattern) s.stored_pattern = index_of(patterns, store, t, "store");
    const std::string next = t.text("next", "", "Next state. Empty: the next one in `order`.");
    s.next = next.empty() ? std::min(place + 1, order.size() - 1) : index_of(order, next, t, "next");
    t.done();
    return s;
}

std::vector<AnalyzerSetup::Interval> read_intervals(core::ConfigTable t, const std::vector<std::string>& order) {
    std::vector<AnalyzerSetup::Interval> intervals;
    for (const std::string& name : t.value_names()) {
        const std::vector<std::string> ends =
            t.texts(name, {}, "Two states whose ends are the start and the end of the interval.");
        if (ends.size() != 2) throw t.error(name, fmt::format("{} states", ends.size()), "two");
        intervals.push_back({name, index_of(order, ends[0], t, name), index_of(order, ends[1], t, name)});
    }
    t.done();
    return intervals;
}

void read_program(core::ConfigTable& t, AnalyzerSetup& setup) {
    std::vector<std::string> patterns;
    core::ConfigTable p = t.table("patterns");
    for (const std::string& name : p.value_names()) {
        patterns.push_back(name);
        const std::string text = p.text(name, "", "Pattern: the values of channels that it matches.");
        setup.config.program.patterns.push_back(parse_pattern(text, setup.config.channels, p, name));
    }
    p.done();
    const std::vector<std::string> order = t.texts("order", {}, "Names of the trigger states in their order.");
    if (order.empty() || order.size() > probe::TriggerProgram::kMostStates)
        throw t.error("order", fmt::format("{} states", order.size()), "1 to 12");
    core::ConfigTable states = t.table("states");
    for (const std::string& name : order)
        setup.config.program.states.push_back(read_state(states.table(name), name, order, patterns));
    states.done();
    setup.intervals = read_intervals(t.table("intervals"), order);
}

}  // namespace

VcdTriggerSetup read_vcd_trigger(const std::string& path, const AnalyzerNames& known) {
    core::ConfigTable t(
        {core::parse_assignment("preset=unlimited"), core::parse_assignment("arm=start"), core::load_layer(path)});
    VcdTriggerSetup setup;
    const std::string start = t.text("start", "", "State at whose end the waveform begins.");
    const std::string stop = t.text("stop", "", "State at whose end it ends.");
    setup.analyzer = read_analyzer(t, known);
    std::vector<std::string> names;
    for (const TriggerState& s : setup.analyzer.config.program.states) names.push_back(s.name);
    setup.start = index_of(names, start, t, "start");
    setup.stop = index_of(names, stop, t, "stop");
    setup.analyzer.config.listings = 0;
    return setup;
}

AnalyzerSetup read_analyzer(core::ConfigTable t, const AnalyzerNames& names) {
    AnalyzerSetup setup;
    setup.preset = t.choice("preset", "off", {"off", "hp1663a", "unlimited"}, "Model of the logic analyzer.");
    setup.on = setup.preset != "off";
    setup.most_channels = setup.preset == "hp1663a" ? 34 : 0;
    probe::AnalyzerConfig& c = setup.config;
    c.clock = t.text("clock", names.hosts.front() + "." + names.clock, "Clock whose edges take samples in state mode.");
    c.period_fs = static_cast<core::Femtoseconds>(
        t.time_ns("period", 0, 0, 1e6, "Sample period in timing mode, at least 4 ns. 0: state mode.") * 1e6);
    if (c.period_fs != 0 && c.period_fs < 4'000'000)
        throw t.error("period", "out of range", "at least 4 ns, or 0 for state mode");
    c.tag_resolution_fs = static_cast<core::Femtoseconds>(
        t.time_ns("tag_resolution", 8, 1e-3, 1e3, "Resolution of the time tags of samples.") * 1e6);
    const std::int64_t depth =
        t.integer("depth", setup.preset == "unlimited" ? 0 : 8192, 0, 1 << 26, "Memory depth in words. 0: no limit.");
    c.depth = static_cast<std::size_t>(depth);
    c.listings = static_cast<unsigned>(
        t.integer("listings", 1, 0, 10000, "Number of acquisitions that are written as listings."));
    std::vector<std::string> arms = names.hosts;
    arms.emplace_back("start");
    setup.arm = t.choice("arm", names.hosts.front(), arms,
                         "Program that arms the analyzer: that of the client or server. Start: armed at the start.");
    if (setup.arm == "start") setup.arm.clear();
    if (setup.on) {
        c.channels = read_channels(t.table("channels"), setup.most_channels, setup.preset);
        read_program(t, setup);
    } else {
        for (const char* key : {"channels", "patterns", "states", "intervals", "order"}) t.ignore(key);
    }
    t.done();
    return setup;
}

}  // namespace niclab::lab
