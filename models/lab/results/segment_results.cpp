#include "lab/results/segment_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/output_file.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const StationLedger& s, const SegmentResults& r) {
    ordered_json frames = ordered_json::object(), octets = ordered_json::object();
    for (std::size_t k = 0; k < kFrameOutcomes; ++k) {
        frames[to_string(FrameOutcome(k))] = s.frames[k];
        octets[to_string(FrameOutcome(k))] = s.octets[k];
    }
    return {{"name", s.name},
            {"offered", s.offered},
            {"offered_octets", s.offered_octets},
            {"frames", frames},
            {"octets", octets},
            {"balances", s.balances()},
            {"mbit_s", rounded(r.rate(s.delivered_octets()))},
            {"received", s.received},
            {"received_octets", s.received_octets},
            {"attempts", s.attempts},
            {"collisions", s.collisions},
            {"deferred", s.deferred},
            {"fragments_received", s.fragments_heard}};
}

ordered_json to_json(const SegmentResults::Flow& f, const SegmentResults& r) {
    ordered_json stages = ordered_json::object(), behind = ordered_json::object();
    for (std::size_t k = 0; k < kFrameStages; ++k) stages[to_string(FrameStage(k))] = rounded(f.stage_us(k));
    for (const auto& [name, sum] : f.behind_sum) behind[name] = rounded(f.mean(sum));
    return {{"name", f.name},
            {"kind", f.kind},
            {"from", f.from},
            {"to", f.to},
            {"frames", f.frames},
            {"octets", f.octets},
            {"mbit_s", rounded(r.rate(f.octets))},
            {"time_p50_us", rounded(percentile_us(f.times, 50))},
            {"time_p99_us", rounded(percentile_us(f.times, 99))},
            {"stage_us", stages},
            {"deferral_by_us", behind}};
}

/// The output of PERFORM3: for each size, and the mean of all sizes.
ordered_json to_json(const std::vector<ReadsMeasured>& reads) {
    ordered_json sizes = ordered_json::array();
    for (const ReadsMeasured& m : reads)
        sizes.push_back({{"file_kib", m.file_kib},
                         {"reads", m.reads},
                         {"kbytes_s", rounded(m.kbytes_s())},
                         {"cpu_percent", rounded(m.cpu_percent())}});
    const MeanReads mean = mean_of(reads);
    return {{"kbytes_s", rounded(mean.kbytes_s)}, {"cpu_percent", rounded(mean.cpu_percent)}, {"sizes", sizes}};
}

void add_rates_of_runs(const SegmentResults& r, ordered_json& flows) {
    for (std::size_t f = 0; f < r.flows.size(); ++f)
        for (const double rate : r.rates([f](const SegmentRecord& record) { return record.flow_octets[f]; }))
            flows[f]["run_mbit_s"].push_back(rounded(rate));
}

ordered_json to_json(const SegmentResults& r) {
    ordered_json segment{{"flows", ordered_json::array()}, {"stations", ordered_json::array()}};
    for (const SegmentResults::Flow& f : r.flows) segment["flows"].push_back(to_json(f, r));
    for (const StationLedger& s : r.stations) segment["stations"].push_back(to_json(s, r));
    if (r.records.size() > 1) add_rates_of_runs(r, segment["flows"]);
    segment["cable_percent"] = {{"frames", rounded(r.percent(r.cable.frames))},
                                {"collisions", rounded(r.percent(r.cable.collisions))},
                                {"silence", rounded(r.percent(r.cable.silence))}};
    if (!r.reads.empty()) segment["reads"] = to_json(r.reads);
    segment["fairness"] = rounded(fairness(r));
    if (const Turns t = turns(r); t.by_chance > 0)
        segment["frames_in_a_row"] = {
            {"mean", rounded(t.mean)}, {"longest", t.longest}, {"by_chance", rounded(t.by_chance)}};
    segment["sums_exact"] = r.sums_exact();
    std::size_t frames = 0;
    for (const SegmentRecord& record : r.records) frames += record.frames.size();
    ordered_json all = head_json(r);
    all["messages"] = r.notes, all["warnings"] = r.remarks;
    all["answer"] = segment_answer(r), all["config"] = *r.config;
    all["segment"] = std::move(segment);
    all["checks"] = lab::to_json(r.checks);
    all["attribution"] = lab::to_json(r.paths.attribution);
    if (r.analyzer.on) all["analyzer"] = to_json(r.analyzer);
    if (r.means.reported()) all["confidence"] = lab::to_json(r.means);
    all["speed"] = {{"simulated_us", rounded(base::to_us(r.simulated))}, {"frames", frames}};
    all["provenance"] = to_json(r.provenance);
    return all;
}

template <class Item, class Part>
std::vector<SegmentRow<Item>> rows(const SegmentResults& r, std::vector<Item> Part::*items) {
    std::vector<SegmentRow<Item>> all;
    for (std::size_t run = 0; run < r.records.size(); ++run) {
        std::size_t number = 0;
        for (const Item& item : r.records[run].*items) all.push_back({r, unsigned(run), item, number++});
    }
    return all;
}

void account_frames(const SegmentExperiment& e, SegmentRecord& record, SegmentResults& r) {
    for (const FrameTrace& f : record.frames) {
        const SegmentFlow& flow = e.flows[f.flow];
        StationLedger &from = record.stations[flow.from], &to = record.stations[flow.to];
        ++from.offered, from.offered_octets += f.octets;
        ++from.frames[std::size_t(f.outcome)], from.octets[std::size_t(f.outcome)] += f.octets;
        if (f.outcome != FrameOutcome::Delivered) continue;
        SegmentResults::Flow& result = r.flows[f.flow];
        ++to.received, to.received_octets += f.octets;
        ++result.frames, result.octets += f.octets, record.flow_octets[f.flow] += f.octets;
        result.times.push_back(f.over - f.offered);
        for (std::size_t k = 0; k < kFrameStages; ++k) result.stages_sum[k] += base::to_us(f.stages[k]);
        for (const auto& [station, time] : f.behind) result.behind_sum[heard(r, station)] += base::to_us(time);
    }
}

/// Frames do not overlap; overlapping signals are a collision, from the first bit to the last.
void account_cable(SegmentRecord& r) {
    std::vector<CableUse> uses = r.uses;
    std::sort(uses.begin(), uses.end(), [](const CableUse& a, const CableUse& b) { return a.begin < b.begin; });
    base::Femtoseconds covered = 0;
    for (const CableUse& u : uses) {
        const base::Femtoseconds begin = std::max(u.begin, covered);
        if (u.end <= begin) continue;
        (u.collided ? r.cable.collisions : r.cable.frames) += u.end - begin;
        covered = u.end;
    }
    r.cable.silence = r.simulated - r.cable.frames - r.cable.collisions;
}

/// Stations of successive frames of a run, which others may have interrupted by collisions.
std::vector<std::size_t> senders_in_order(const SegmentRecord& record) {
    std::vector<CableUse> frames;
    std::copy_if(record.uses.begin(), record.uses.end(), std::back_inserter(frames),
                 [](const auto& u) { return !u.collided; });
    std::sort(frames.begin(), frames.end(), [](const CableUse& a, const CableUse& b) { return a.begin < b.begin; });
    std::vector<std::size_t> senders;
    senders.reserve(frames.size());
    for (const CableUse& u : frames) senders.push_back(u.station);
    return senders;
}

PduChain chain_of(const SegmentResults& r, unsigned run, std::uint32_t number, const FrameTrace& frame) {
    PduChain chain;
    chain.run = run, chain.pdu = number, chain.octets = frame.octets;
    chain.down = frame.offered, chain.up = frame.over;
    chain.spans.reserve(frame.spans.size());
    for (const FrameSpan& s : frame.spans)
        chain.spans.push_back({frame_causes()[std::size_t(s.stage)], s.begin, s.end, 0,
                               s.stage == FrameStage::Deferral ? heard(r, s.behind) : ""});
    return chain;
}

template <class Item>
void add_each(std::vector<Item>& sums, const std::vector<Item>& more) {
    if (sums.empty()) return void(sums = more);
    for (std::size_t k = 0; k < more.size(); ++k) sums[k].add(more[k]);
}

}  // namespace

bool StationLedger::balances() const {
    std::uint64_t n = 0, o = 0;
    for (std::size_t k = 0; k < kFrameOutcomes; ++k) n += frames[k], o += octets[k];
    return n == offered && o == offered_octets;
}

void StationLedger::add(const StationLedger& o) {
    for (std::size_t k = 0; k < kFrameOutcomes; ++k) frames[k] += o.frames[k], octets[k] += o.octets[k];
    offered += o.offered, offered_octets += o.offered_octets;
    received += o.received, received_octets += o.received_octets;
    attempts += o.attempts, collisions += o.collisions;
    deferred += o.deferred, fragments_heard += o.fragments_heard;
}

void SegmentSums::add(const SegmentSums& o) {
    add_each(stations, o.stations), add_each(reads, o.reads);
    cable.add(o.cable), simulated += o.simulated, whole += o.whole;
}

bool SegmentResults::sums_exact() const {
    const auto exact = [](const FrameTrace& f) { return !is_over(f) || f.sum() == f.over - f.offered; };
    return std::all_of(records.begin(), records.end(), [&exact](const SegmentRecord& r) {
        return std::all_of(r.frames.begin(), r.frames.end(), exact);
    });
}

bool SegmentResults::checks_held() const {
    return violations() == 0 && sums_exact() &&
           std::all_of(stations.begin(), stations.end(), [](const StationLedger& s) { return s.balances(); });
}

void describe(const SegmentExperiment& e, SegmentResults& r) {
    for (const SegmentHost& h : e.hosts) r.hosts.push_back(h.name);
    for (const SegmentFlow& f : e.flows) {
        SegmentResults::Flow flow;
        flow.name = f.name, flow.kind = f.kind->name, flow.from = e.hosts[f.from].name, flow.to = e.hosts[f.to].name;
        r.flows.push_back(std::move(flow));
    }
}

void account(const SegmentExperiment& e, SegmentRecord record, SegmentResults& r) {
    for (std::size_t h = 0; h < e.hosts.size(); ++h) record.stations[h].name = e.hosts[h].name;
    record.flow_octets.resize(e.flows.size());
    account_frames(e, record, r);
    account_cable(record);
    r.add(record);
    r.records.push_back(std::move(record));
}

AttributionReport attribution_of(const SegmentResults& r) {
    AttributionReport report;
    for (const SegmentResults::Flow& flow : r.flows) report.directions.emplace_back(flow.name, DirectionChains());
    for (std::size_t run = 0; run < r.records.size(); ++run) {
        const std::vector<FrameTrace>& frames = r.records[run].frames;
        for (std::size_t k = 0; k < frames.size(); ++k)
            if (frames[k].outcome == FrameOutcome::Delivered)
                report.directions[frames[k].flow].second.add(chain_of(r, unsigned(run), std::uint32_t(k), frames[k]));
    }
    const auto none = [](const auto& direction) { return direction.second.empty(); };
    report.directions.erase(std::remove_if(report.directions.begin(), report.directions.end(), none),
                            report.directions.end());
    return report;
}

MeanReads mean_of(const std::vector<ReadsMeasured>& reads) {
    MeanReads mean;
    for (const ReadsMeasured& m : reads) {
        mean.kbytes_s += m.kbytes_s() / double(reads.size());
        mean.cpu_percent += m.cpu_percent() / double(reads.size());
    }
    return mean;
}

RunMeans means_of(const SegmentExperiment& e, const SegmentResults& r) {
    RunMeans means = rate_means(e.common.confidence);
    for (std::size_t f = 0; f < e.flows.size(); ++f)
        means.items.push_back(
            {e.flows[f].name, r.rates([f](const SegmentRecord& record) { return record.flow_octets[f]; }), kMegabits});
    return means;
}

double fairness(const SegmentResults& r) {
    double sum = 0;
    for (const SegmentRecord& record : r.records) {
        std::vector<double> octets;
        for (const StationLedger& s : record.stations)
            if (s.offered > 0) octets.push_back(double(s.delivered_octets()));
        sum += jain(octets, 0);
    }
    return r.records.empty() ? 0 : sum / double(r.records.size());
}

std::uint64_t senders(const SegmentResults& r) {
    return std::uint64_t(
        std::count_if(r.stations.begin(), r.stations.end(), [](const auto& s) { return s.offered > 0; }));
}

bool saturated(const SegmentResults& r) {
    return std::all_of(r.flows.begin(), r.flows.end(), [](const auto& f) { return f.kind == "saturated"; });
}

Turns turns(const SegmentResults& r) {
    constexpr std::uint64_t kFewOfEach = 10;
    const std::uint64_t many = senders(r);
    if (!saturated(r) || many < 2) return {};
    std::uint64_t frames = 0, holds = 0, longest = 0;
    for (const SegmentRecord& record : r.records) {
        const std::vector<std::size_t> order = senders_in_order(record);
        std::uint64_t row = 0;
        for (std::size_t n = 0; n < order.size(); ++n) {
            const bool next = n == 0 || order[n] != order[n - 1];
            row = next ? 1 : row + 1, holds += next, longest = std::max(longest, row);
        }
        frames += order.size();
    }
    if (frames < kFewOfEach * many) return {};
    return {double(frames) / double(holds), longest, double(many) / double(many - 1)};
}

void write_results(const SegmentResults& r, const std::string& folder, const std::string& summary) {
    write_head(to_json(r), folder, summary);
    core::write_file(folder + "/frames.csv", frame_table().csv(rows(r, &SegmentRecord::frames)));
    core::write_file(folder + "/stations.csv", station_table().csv(rows(r, &SegmentRecord::stations)));
    core::write_file(folder + "/cable.csv", cable_table().csv(rows(r, &SegmentRecord::uses)));
    write_attribution(folder, r.paths.attribution);
    write_analyzer(r.analyzer, folder);
}

}  // namespace niclab::lab
