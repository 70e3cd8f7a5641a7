#include "lab/experiment/segment.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/experiment/host_keys.h"
#include "lab/experiment/known_name.h"
#include "lab/experiment/layers.h"
#include "lab/experiment/level.h"

namespace niclab::lab {

namespace {

Femtoseconds span(core::ConfigTable& t, const char* key, double standard_us, const char* what) {
    return read_span(t, key, standard_us * 1e3, 0, 1e9, what);
}

isa::CopyConfig read_copy(core::ConfigTable t) {
    const std::vector<std::string> kMemories{"free", "shared", "remote"};
    isa::CopyConfig c;
    c.clock = base::from_us(
        1e6 / t.frequency_hz("clock", 1e15 / double(c.clock), 1e6, 1e8, "Clock of the bus. 8 MHz is assumed."));
    c.cycle_clocks =
        t.number("cycle_clocks", c.cycle_clocks, 0.5, 64,
                 "Bus clocks per word without wait states. The 3 clocks of a standard ISA cycle are assumed.");
    c.wait_clocks = read_unsigned(t, "wait_clocks", 0, 0, 64, "Wait states of the card per word.");
    c.between = span(t, "word_gap", 0.1, "Time between the bus cycles of two words. Assumed. 0: back to back.");
    c.word_octets = read_unsigned(t, "word_octets", 2, 1, 8, "Octets per bus cycle.");
    const std::string memory = t.choice("memory", kMemories[0], kMemories,
                                        "Kind of the card's memory: without wait states (free), shared with the card's "
                                        "DMA, or accessed through a latch (remote).");
    c.memory = isa::CardMemory(std::find(kMemories.begin(), kMemories.end(), memory) - kMemories.begin());
    c.remote_clocks = read_unsigned(t, "remote_clocks", c.remote_clocks, 1, 64,
                                    "Time of a transfer between latch and memory, in card clocks of 50 ns. Assumed.");
    t.done();
    return c;
}

/// A class's file is the lower layer of the host's keys for its card.
SegmentCard read_segment_card(core::ConfigTable own, InputFiles& files) {
    SegmentCard c;
    const std::string name = own.text(
        "class", "none", "Card class from niclab list card-classes, which sets the defaults of the other card keys.");
    core::ConfigTable t =
        name == "none" ? own : over_files(own, base_layers(own, "class", name, Kind::CardClass, files));
    c.copies = t.boolean("copies", c.copies, "Model the copy of frames between CPU and card over a bus.");
    c.out = read_copy(t.table("out")), c.in = read_copy(t.table("in"));
    c.cpu_share = t.number("cpu_share", c.cpu_share, 0, 1, "Share of the copy time during which the CPU is busy.");
    c.early_interrupt =
        t.boolean("early_interrupt", c.early_interrupt,
                  "Interrupt the CPU during the reception of a frame, which is then read while it arrives.");
    c.transmit_buffers = read_unsigned(t, "transmit_buffers", c.transmit_buffers, 1, 16,
                                       "Number of transmit buffers of the card, one frame each.");
    c.turnaround = span(t, "turnaround", 0, "Minimum time from the end of a frame to the next transmission.");
    t.done();
    return c;
}

SegmentSender read_sender(core::ConfigTable t) {
    SegmentSender s;
    s.frame = span(t, "frame", 0, "CPU time per frame of a saturated flow, before its copy to the card.");
    t.done();
    return s;
}

SegmentClient read_client(core::ConfigTable t) {
    SegmentClient r;
    r.read = span(t, "read", 0, "CPU time per read request.");
    r.receive = span(t, "receive", 0, "CPU time per reply, unless the card has early_interrupt.");
    r.pause = span(t, "pause", 0, "Idle time after each file.");
    r.jitter = t.number("jitter", 0, 0, 1,
                        "Maximum relative variation of the read, receive and copy times, upward and downward.");
    t.done();
    return r;
}

SegmentServer read_server(core::ConfigTable t) {
    SegmentServer k;
    k.before = span(t, "before_reply", 0, "CPU time per read before the copy of its reply.");
    k.after = span(t, "after_reply", 0, "CPU time per read after its reply was sent.");
    k.copied_before =
        t.number("copied_before_reply", 1, 0, 1, "Share of the copy that is made before the reply is sent.");
    t.done();
    return k;
}

/// Replies use the other direction, as a flow of their own.
void add_replies(SegmentExperiment& e) {
    SegmentFlow back = e.flows.back();
    back.replies = true;
    back.name += "_replies";
    std::swap(back.from, back.to);
    e.flows.push_back(std::move(back));
}

void read_reads(core::ConfigTable t, SegmentExperiment& e) {
    for (const std::int64_t k : t.integers("file_kib", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 1, 1024,
                                           "File sizes in KiB, read one after the other."))
        e.reads.file_kib.push_back(unsigned(k));
    if (e.reads.file_kib.empty()) throw t.error("file_kib", "empty", "at least one size");
    e.reads.settle = span(t, "warm_up", 20e3, "Warm-up time before the measurement of each file size.");
    e.reads.measure = span(t, "measure", 100e3, "Measurement time of each file size.");
    if (e.reads.measure == 0) throw t.error("measure", "out of range", "a time above 0");
    t.done();
    e.duration = e.reads.each() * e.reads.file_kib.size();
}

SegmentHost read_host(core::ConfigTable t, const std::string& name, InputFiles& files) {
    SegmentHost h;
    h.name = name;
    static_cast<MacStation&>(h) = read_mac_station(t);
    h.card = read_segment_card(t.table("card"), files);
    h.sender = read_sender(t.table("sender"));
    h.client = read_client(t.table("file_client"));
    h.server = read_server(t.table("file_server"));
    t.done();
    return h;
}

SegmentFlow read_flow(core::ConfigTable t, const std::string& name, const std::vector<SegmentHost>& hosts,
                      const std::vector<std::string>& names) {
    SegmentFlow f;
    f.name = name;
    f.kind = read_kind(t, "kind", "saturated", flows::kinds_between(flows::Between::Segment),
                       "Traffic pattern: always a frame ready (saturated), regular (periodic) or random intervals "
                       "(poisson), or file reads over NCP (perform3).");
    f.from = index_of_name(t, "from", t.text("from", "", "Host that sends the frames."), "host", names);
    f.to = index_of_name(t, "to", t.text("to", "", "Host that receives the frames."), "host", names);
    if (f.from == f.to) throw t.error("to", "the sender itself", "another host");
    read_frames(t, f, flows::Between::Segment, hosts[f.from].rules.max_octets, hosts[f.from].name);
    t.done();
    return f;
}

/// The cable, and the position of each host. A host has one station.
void read_cable(core::ConfigTable& segment, SegmentExperiment& e, const std::vector<std::string>& names) {
    e.line = read_segment_line(segment, [&names](const core::ConfigTable& t, const std::string& name) {
        return index_of_name(t, "host", name, "host", names);
    });
    std::vector<bool> placed(names.size());
    for (const SegmentLine::Station& station : e.line.stations)
        placed[station.number] = true, e.hosts[station.number].at_m = station.at_m;
    const auto without = std::find(placed.begin(), placed.end(), false);
    if (without == placed.end()) return;
    const std::string& host = names[std::size_t(without - placed.begin())];
    throw segment.error("stations", "no station of host '" + host + "'",
                        "a station per host, such as { host = \"" + host + "\", at = \"2.5 m\" }");
}

void read_lists(core::ConfigTable& root, SegmentExperiment& e, InputFiles& files) {
    core::ConfigTable defaults = root.table("defaults");
    NamedTables hosts = root.list("host"), segments = root.list("segment", "segment"),
                flows = root.list("flow", "flow");
    if (hosts.size() < 2) throw root.error("host", "fewer than two hosts", "at least two tables [[host]]");
    if (segments.size() != 1)
        throw root.error("segment", std::to_string(segments.size()) + " segments", "one table [[segment]]");
    if (flows.empty()) throw root.error("flow", "missing", "tables [[flow]]");
    std::vector<std::string> names;
    for (auto& [name, table] : hosts) {
        e.hosts.push_back(read_host(table.over(defaults.table("host")), name, files));
        names.push_back(name);
    }
    read_cable(segments.front().second, e, names);
    for (auto& [name, table] : flows) {
        e.flows.push_back(read_flow(table.over(defaults.table("flow")), name, e.hosts, names));
        if (e.flows.back().plan->reads_files()) add_replies(e);
    }
    defaults.done();
    if (root.has("analyzer"))
        e.common.analyzer = read_analyzer(root.table("analyzer"), analyzer_names(e));
    else
        root.ignore("analyzer");
    const bool reads = std::any_of(e.flows.begin(), e.flows.end(), [](const auto& f) { return f.plan->reads_files(); });
    if (reads) read_reads(root.table("reads"), e);
}

/// Readers of files end without a time limit.
void end_run(core::ConfigTable& t, SegmentExperiment& e) {
    if (e.duration == 0)
        e.duration = read_span(t, "duration", 1e8, 1e3, 1e12,
                               "Simulated time of the run. Frames in flight at its end are not delivered.");
    else if (t.has("duration"))
        throw t.error("duration", "not with PERFORM3",
                      fmt::format("no duration, PERFORM3 ends after {:g} ms (reads.warm_up and reads.measure per size)",
                                  base::to_us(e.duration) * 1e-3));
    t.done();
}

}  // namespace

AnalyzerNames analyzer_names(const SegmentExperiment& e) { return {names_of(e.hosts), "mac.TXC"}; }

SegmentExperiment read_segment(const std::string& path, const Overrides& overrides, InputFiles files) {
    const auto read = [](core::ConfigTable& root, SegmentExperiment& e, InputFiles& from) {
        core::ConfigTable run = root.table("run");
        read_counts(run, Level::Segment, e.common);
        e.common.confidence = read_confidence(run.table("confidence"));
        read_tables(root, {"analyzer", "host", "segment", "flow", "reads"}, [&] { read_lists(root, e, from); });
        end_run(run, e);
    };
    return read_described<SegmentExperiment>(path, overrides, std::move(files), read);
}

}  // namespace niclab::lab
