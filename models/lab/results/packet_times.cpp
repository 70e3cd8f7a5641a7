#include "lab/results/packet_times.h"

#include "base/count_of.h"
#include "lab/results/columns.h"
#include "lab/results/rounded.h"
#include "lab/results/traffic_results.h"
#include "probe/track/stage_stats.h"

namespace niclab::lab {

using core::Cell;
using core::Decimal;

namespace {

constexpr unsigned kThere = 0, kBack = 1;
constexpr const char* kWays[] = {"there", "back"};

probe::StageStats times_us(const FlowResult& f, unsigned way) {
    probe::StageStats times;
    for (const apps::PacketTime& p : f.outcome.packet_times[way]) times.add(base::to_us(p.time()));
    return times;
}

/// "3792.12 us there and 3791.93 us back"; without packets that came back "3792.12 us".
std::string both_ways(const std::string& there, const std::string& back, const char* words_there = "",
                      const char* words_back = "") {
    return back.empty() ? there + " us" : there + " us" + words_there + " and " + back + " us" + words_back;
}

}  // namespace

const core::Table<PacketTimeRow>& packet_time_table() {
    using P = PacketTimeRow;
    static const core::Table<P> table{
        {kRun, [](const P& p) -> Cell { return p.run; }},
        {kFlow, [](const P& p) -> Cell { return p.flow; }},
        {{"way", "", "Direction: there, or back of an echo."}, [](const P& p) -> Cell { return p.way; }},
        {{"from", "", "Host that sent the packet."}, [](const P& p) -> Cell { return p.from; }},
        {{"to", "", "Host whose program read it."}, [](const P& p) -> Cell { return p.to; }},
        {{"begin_us", "us",
          "Time at which the packet was due, or at which it is returned, since the start of the run."},
         [](const P& p) -> Cell { return Decimal(p.begun_us, 3); }},
        {{"latency_us", "us", "From then until the other program had read it."},
         [](const P& p) -> Cell { return Decimal(p.time_us, 3); }},
    };
    return table;
}

std::vector<PacketTimeRow> packet_time_rows(const TrafficResults& r) {
    std::vector<PacketTimeRow> rows;
    for (const FlowResult& f : r.flows)
        for (const unsigned way : {kThere, kBack})
            for (const apps::PacketTime& p : f.outcome.packet_times[way])
                rows.push_back({f.run, f.name, kWays[way], way == kThere ? f.from : f.to, way == kThere ? f.to : f.from,
                                base::to_us(p.begun), base::to_us(p.time())});
    return rows;
}

std::vector<double> mean_times(const TrafficResults& r, const std::string& flow, bool back) {
    std::vector<double> means;
    for (const FlowResult& f : r.flows)
        if (const unsigned way = back ? kBack : kThere; f.name == flow && !f.outcome.packet_times[way].empty())
            means.push_back(times_us(f, way).avg());
    return means;
}

nlohmann::ordered_json packet_times_json(const TrafficResults& r) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const FlowResult& f : r.flows)
        for (const unsigned way : {kThere, kBack}) {
            const probe::StageStats us = times_us(f, way);
            if (us.count() == 0) continue;
            all.push_back({{"run", f.run},
                           {"flow", f.name},
                           {"way", kWays[way]},
                           {"from", way == kThere ? f.from : f.to},
                           {"to", way == kThere ? f.to : f.from},
                           {"packets", us.count()},
                           {"min_us", rounded(us.min())},
                           {"mean_us", rounded(us.avg())},
                           {"p50_us", rounded(us.percentile(50))},
                           {"p99_us", rounded(us.percentile(99))},
                           {"max_us", rounded(us.max())}});
        }
    return all;
}

std::string packet_times_text(const TrafficResults& r, const std::string& flow) {
    const FlowResult all = in_all_runs(r, flow);
    const bool echoes = all.signs.transactions;
    const std::string arrived =
        fmt::format("{} of {} {}", all.outcome.datagrams_received, base::count_of(all.outcome.datagrams_sent, "packet"),
                    echoes ? "came back" : "arrived");
    if (all.outcome.packet_times[kThere].empty()) return arrived;
    const auto text = [](double us) { return fmt::format("{:.2f}", us); };
    const std::vector<double> back = mean_times(r, flow, true);
    const probe::StageStats there_us = times_us(all, kThere), back_us = times_us(all, kBack);
    return fmt::format(
        "a packet takes {}{} from program to program on average, 99 % within {}; {}",
        both_ways(mean_text(mean_times(r, flow, false), 2), back.empty() ? "" : mean_text(back, 2), " there", " back"),
        back.empty() ? "" : ",",
        both_ways(text(there_us.percentile(99)), back.empty() ? "" : text(back_us.percentile(99))), arrived);
}

}  // namespace niclab::lab
