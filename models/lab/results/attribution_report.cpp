#include "lab/results/attribution_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace niclab::lab {

namespace {

const char* state(const probe::Span& s) { return s.waiting ? "waiting" : "working"; }

/// Time of one cause over some PDUs.
struct Share {
    const char* resource = "";
    std::string cause;
    bool waiting = false;
    core::Femtoseconds total = 0;
    std::uint64_t amount = 0;
    double us(std::size_t pdus) const { return double(total) * 1e-9 / double(pdus); }
};

/// In the order in which they are met.
std::vector<Share> shares(const std::vector<PduChain>& chains, bool between_the_buses) {
    std::vector<Share> found;
    for (const PduChain& chain : chains)
        for (const probe::Span& s : chain.spans) {
            if (between_the_buses && (s.begin < chain.between_begin || s.end > chain.between_end)) continue;
            auto at = std::find_if(found.begin(), found.end(), [&s](const Share& x) {
                return x.waiting == s.waiting && std::string_view(x.resource) == s.resource && x.cause == s.cause;
            });
            if (at == found.end()) at = found.insert(found.end(), Share{s.resource, s.cause, s.waiting, 0, 0});
            at->total += s.duration();
            at->amount += s.amount;
        }
    return found;
}

core::Femtoseconds sum(const std::vector<Share>& all) {
    core::Femtoseconds total = 0;
    for (const Share& s : all) total += s.total;
    return total;
}

std::string sentence(const std::vector<Share>& between, std::size_t pdus, const std::string& direction) {
    const auto most = std::max_element(between.begin(), between.end(),
                                       [](const Share& a, const Share& b) { return a.total < b.total; });
    const double all = double(sum(between)) * 1e-9 / double(pdus);
    const std::string cells =
        most->amount ? fmt::format(" ({:.1f} cells on average)", double(most->amount) / double(pdus)) : "";
    return fmt::format(
        "From bus to bus ({}) a packet takes {:.2f} us; the most of it, {:.2f} us or {:.0f} %, it {} {}: {}{}.",
        direction, all, most->us(pdus), 100 * most->us(pdus) / all,
        most->waiting ? "waits in the" : "is worked on by the", most->resource, most->cause, cells);
}

}  // namespace

bool AttributionReport::empty() const {
    return std::all_of(directions.begin(), directions.end(), [](const auto& d) { return d.second.empty(); });
}

std::string attribution_csv(const AttributionReport& report) {
    std::string text = "run,pdu,direction,resource,state,cause,amount,begin_ns,end_ns,duration_fs\n";
    for (const auto& [direction, chains] : report.directions)
        for (std::size_t i = 0; i < chains.size() && i < kMostChains; ++i)
            for (const probe::Span& s : chains[i].spans)
                text += fmt::format("{},{},{},{},{},\"{}\",{},{:.3f},{:.3f},{}\n", chains[i].run, chains[i].pdu,
                                    direction, s.resource, state(s), s.cause, s.amount ? std::to_string(s.amount) : "",
                                    double(s.begin - chains[i].run_start) * 1e-6,
                                    double(s.end - chains[i].run_start) * 1e-6, s.duration());
    return text;
}

nlohmann::ordered_json to_json(const AttributionReport& report) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& [direction, chains] : report.directions) {
        const std::vector<Share> found = shares(chains, false);
        const double total = double(sum(found)) * 1e-9;
        for (const Share& s : found)
            all.push_back({{"direction", direction},
                           {"resource", s.resource},
                           {"state", s.waiting ? "waiting" : "working"},
                           {"cause", s.cause},
                           {"mean_us", std::round(s.us(chains.size()) * 1e6) / 1e6},
                           {"percent", std::round(double(s.total) * 1e-9 / total * 1e4) / 1e2}});
    }
    return all;
}

std::vector<std::string> attribution_sentences(const AttributionReport& report) {
    std::vector<std::string> sentences;
    for (const auto& [direction, chains] : report.directions)
        if (!chains.empty()) sentences.push_back(sentence(shares(chains, true), chains.size(), direction));
    return sentences;
}

std::string attribution_text(const AttributionReport& report) {
    std::string table;
    for (const auto& [direction, chains] : report.directions) {
        if (chains.empty()) continue;
        std::vector<Share> between = shares(chains, true);
        std::sort(between.begin(), between.end(), [](const Share& a, const Share& b) { return a.total > b.total; });
        table += fmt::format("\n{:<60}{:>10}\n", "from bus to bus, " + direction, "us");
        for (std::size_t i = 0; i < between.size() && i < 8; ++i) {
            const Share& s = between[i];
            table += fmt::format("  {:<58}{:>10.3f}\n",
                                 fmt::format("{} {}: {}", s.resource, s.waiting ? "waiting" : "working", s.cause),
                                 s.us(chains.size()));
        }
    }
    if (table.empty()) return "";
    table += "\n";
    for (const std::string& sentence : attribution_sentences(report)) table += sentence + "\n";
    return table;
}

namespace {

using Json = nlohmann::ordered_json;

double trace_us(core::Femtoseconds t) { return double(t) * 1e-9; }

Json metadata(int process, int thread, const char* what, const std::string& name) {
    return {{"ph", "M"}, {"pid", process}, {"tid", thread}, {"name", what}, {"args", {{"name", name}}}};
}

/// Events of the Chrome trace format for the packets of one direction.
class Track {
public:
    Track(Json& events, int process, const std::string& direction) : events_(events), process_(process) {
        events_.push_back(metadata(process, 0, "process_name", direction));
    }
    void add(const PduChain& chain) {
        const std::string name = fmt::format("run {} pdu {}", chain.run, chain.pdu);
        async("b", chain, name, chain.spans.front().begin);
        async("e", chain, name, chain.spans.back().end);
        for (const probe::Span& s : chain.spans)
            events_.push_back({{"ph", "X"},
                               {"pid", process_},
                               {"tid", thread(s.resource)},
                               {"cat", state(s)},
                               {"name", s.cause},
                               {"ts", trace_us(s.begin)},
                               {"dur", trace_us(s.duration())},
                               {"args", {{"pdu", name}}}});
    }

private:
    void async(const char* phase, const PduChain& chain, const std::string& name, core::Femtoseconds at) {
        events_.push_back({{"ph", phase},
                           {"cat", "pdu"},
                           {"id", fmt::format("{}.{}.{}", process_, chain.run, chain.pdu)},
                           {"pid", process_},
                           {"tid", 0},
                           {"name", name},
                           {"ts", trace_us(at)}});
    }
    int thread(const std::string& resource) {
        const auto [track, added] = threads_.try_emplace(resource, static_cast<int>(threads_.size()) + 1);
        if (added) events_.push_back(metadata(process_, track->second, "thread_name", resource));
        return track->second;
    }
    Json& events_;
    int process_;
    std::map<std::string, int> threads_;
};

}  // namespace

std::string timeline_json(const AttributionReport& report) {
    Json events = Json::array();
    int process = 0;
    for (const auto& [direction, chains] : report.directions) {
        Track track(events, ++process, direction);
        for (std::size_t i = 0; i < chains.size() && i < kMostChains; ++i) track.add(chains[i]);
    }
    return Json{{"displayTimeUnit", "ns"}, {"traceEvents", events}}.dump() + "\n";
}

}  // namespace niclab::lab
