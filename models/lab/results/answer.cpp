#include "lab/results/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count_of.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

const DirectionChains* chains_of(const Results& results, const std::string& direction) {
    for (const auto& [name, chains] : results.attribution.directions)
        if (name == direction && !chains.empty()) return &chains;
    return nullptr;
}

/// ": most of it", the largest cause.
std::string largest(const Share& most, double whole_us) {
    const char* begin = most.mean_us() > whole_us / 2 ? "most of it" : "the largest part of it";
    const std::string amount = most.amount > 0 ? fmt::format(" ({:.1f} on average)", most.mean_amount()) : "";
    return fmt::format("{}, {:.2f} us or {:.0f} %, {} {}: {}{}.", begin, most.mean_us(),
                       100 * most.mean_us() / whole_us, most.cause->waiting ? "it waits in the" : "is work of the",
                       most.cause->place, most.words, amount);
}

std::string range_of(const probe::StageStats& us) {
    if (us.count() == 1) return fmt::format("{:.2f} us", us.avg());
    return fmt::format("{:.2f} us on average ({:.2f} to {:.2f} us)", us.avg(), us.min(), us.max());
}

}  // namespace

std::vector<std::vector<std::string>> directions_of_flows(const Results& results) {
    std::vector<std::vector<std::string>> flows(results.flows.size() + 1);  // The last: of no flow.
    for (const auto& [direction, rows] : results.pdus) {
        std::size_t k = 0;
        const auto of = [&name = direction](const FlowRecord& f) { return f.there == name || f.back == name; };
        while (k < results.flows.size() && !of(results.flows[k])) ++k;
        if (rows.empty()) continue;
        const bool there = k < results.flows.size() && results.flows[k].there == direction;
        flows[k].insert(there ? flows[k].begin() : flows[k].end(), direction);
    }
    return flows;
}

std::string octets_in_words(std::size_t low, std::size_t high) {
    const std::string octets = base::count_of(high, "octet");
    return low == high ? octets : fmt::format("{} to {}", low, octets);
}

std::string in_words(const Share& share) {
    return fmt::format("{} the {}: {}", share.cause->waiting ? "waiting in" : "work of", share.cause->place,
                       share.words);
}

std::string in_words(const std::string& direction) {
    const std::string hop = hop_of(direction);
    std::string words = hop;
    std::replace(words.begin(), words.end(), '_', ' ');
    return hop == direction ? words : words + " (" + direction.substr(hop.size() + 1) + ")";
}

Finding latency_finding(const Results& results, const std::string& direction) {
    Finding finding{"latency", direction, "", {}};
    const DirectionChains* chains = chains_of(results, direction);
    if (!chains) return finding;
    const probe::StageStats us = chains->driver_to_driver();
    const std::vector<Share> all = chains->shares(Way::DriverToDriver);
    if (us.count() == 0 || all.empty()) return finding;
    const auto [low, high] = chains->octets();
    const Share& most =
        *std::max_element(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.total < b.total; });
    finding.text = fmt::format("From driver to driver, {}, a packet of {} takes {}; {}", in_words(direction),
                               octets_in_words(low, high), range_of(us), largest(most, us.avg()));
    finding.numbers = {{"packets", us.count()},           {"mean_us", rounded(us.avg())},
                       {"min_us", rounded(us.min())},     {"max_us", rounded(us.max())},
                       {"largest_cause", most.cause->id}, {"largest_cause_us", rounded(most.mean_us())}};
    return finding;
}

Finding throughput_finding(const Results& results, const Throughput& t) {
    Finding finding{"throughput", t.direction, "", {}};
    const std::string shared =
        t.shared_mbps
            ? fmt::format(", both ways together with {:.2f}, in the {:.2f} ms in which both had packets to bring",
                          *t.shared_mbps, t.us * 1e-3)
            : "";
    finding.text = fmt::format("Packets arrive {} with {:.2f} Mb/s of payload, from program to program{}; {}.",
                               in_words(t.direction), t.mbps(), shared, limit_of(results, t));
    finding.numbers = {{"packets", t.packets}, {"mbps", rounded(t.mbps())}};
    if (t.shared_mbps) finding.numbers["shared_line_mbps"] = rounded(*t.shared_mbps);
    for (const Load& load : loads(results, t)) finding.numbers["busy_percent"][load.what] = rounded(100 * load.share);
    return finding;
}

std::vector<Finding> findings(const Results& results) {
    std::vector<Finding> all;
    const auto add = [&all](Finding finding) {
        if (!finding.text.empty()) all.push_back(std::move(finding));
    };
    const std::vector<std::vector<std::string>> flows = directions_of_flows(results);
    const std::vector<Throughput> measured = throughputs(results);
    for (const auto& directions : flows)
        for (const std::string& direction : directions) add(loss_finding(results, direction));
    for (const auto& directions : flows) {
        for (const std::string& direction : directions)
            for (const Throughput& t : measured)
                if (t.direction == direction && results.streams(direction)) add(throughput_finding(results, t));
        for (const std::string& direction : directions) add(latency_finding(results, direction));
    }
    return all;
}

std::vector<Finding> answer(const Results& results) {
    std::vector<Finding> all = findings(results);
    if (!all.empty()) all.front().text.insert(0, results.opening());
    return all;
}

void put_answer(ordered_json& json, const Results& results) {
    ordered_json sentences = ordered_json::array(), numbers = ordered_json::array();
    for (const Finding& f : answer(results)) {
        sentences.push_back(f.text);
        numbers.push_back({{"kind", f.kind}, {"direction", f.direction}});
        numbers.back().update(f.numbers);
    }
    json["answer"] = std::move(sentences);
    json["findings"] = std::move(numbers);
}

std::string answer_text(const Results& results) {
    std::string text;
    for (const Finding& f : answer(results)) text += f.text + "\n";
    return text;
}

ordered_json latency_json(const Results& results) {
    ordered_json j = ordered_json::object();
    for (const auto& [direction, chains] : results.attribution.directions) {
        const probe::StageStats us = chains.driver_to_driver();
        if (us.count() == 0) continue;
        j[direction] = {
            {"definition", "from the call of the sending driver until the receiving one hands the packet up"},
            {"count", us.count()},
            {"min", rounded(us.min())},
            {"avg", rounded(us.avg())},
            {"max", rounded(us.max())},
            {"p50", rounded(us.percentile(50))},
            {"p99", rounded(us.percentile(99))}};
    }
    return j;
}

}  // namespace niclab::lab
