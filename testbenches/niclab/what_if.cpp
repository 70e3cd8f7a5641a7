#include "what_if.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cards/nicstar/spans.h"
#include "child.h"
#include "core/config.h"

namespace niclab::cli {

namespace {

/// A stage that can be made to cost nothing, or as little as there is: the keys that do it, the causes it stands for.
struct Stage {
    const char* name;
    std::vector<const char*> settings;
    std::vector<const card::Cause*> causes;
};
namespace causes = nicstar::causes;
const std::vector<Stage> kStages = {
    {"transmit_fifo", {"nic.sar.tx_fifo_cells=1"}, {&causes::kBehindUsers, &causes::kBehindNulls}},
    {"phy_transmit_fifo", {"nic.phy.tx_fifo_cells=2"}, {&causes::kPhyFifo}},
    {"sar_schedule", {"nic.sar.schedule_clocks=0"}, {&causes::kSchedule, &causes::kPutTogether}},
    {"sar_look_up", {"nic.sar.receive_clocks=0"}, {&causes::kLookUp}},
    {"phy_pipeline", {"nic.phy.pipeline_octets=0"}, {&causes::kLineOverhead}},
    {"host_memory",
     {"host.read.wait_clocks=0", "host.write.wait_clocks=0", "host.read.stall_probability=0",
      "host.write.stall_probability=0"},
     {&causes::kTxMemory, &causes::kRxMemory}},
    {"interrupt", {"host.interrupt_us=0"}, {&causes::kInterrupt}},
};

const Stage& stage_of(const std::string& text) {
    const std::string name = text.substr(0, text.find('='));
    std::vector<std::string> names;
    for (const Stage& s : kStages) {
        if (text == std::string(s.name) + "=0") return s;
        names.push_back(s.name);
    }
    const std::string near = core::nearest_name(name, names);
    throw core::ConfigError(fmt::format("--what-if: '{}' found, STAGE=0 with one of {} wanted{}", text,
                                        fmt::join(names, ", "), near.empty() ? "" : ", perhaps \"" + near + "\""));
}

/// Mean microseconds a PDU of the spans of a stage, and of whole lives, over all directions.
struct Means {
    double stage = 0, whole = 0;
};

template <class Rows>
Means means_of(const Rows& rows, const Stage& stage) {
    Means m;
    for (const auto& row : rows) {
        const double us = row.at("mean_us");
        m.whole += us;
        const auto id = row.at("id").template get<std::string>();
        for (const card::Cause* cause : stage.causes)
            if (id == cause->id) m.stage += us;
    }
    return m;
}

/// What a key of a host resolved to; a key of its cards may be there for each of them: nic, nic1.
bool has(const nlohmann::ordered_json& host, const std::string& setting) {
    const nlohmann::ordered_json* at = &host;
    const std::string key = setting.substr(0, setting.find('='));
    for (std::size_t from = 0, dot = 0; dot != std::string::npos; from = dot + 1) {
        dot = key.find('.', from);
        const std::string word = key.substr(from, dot == std::string::npos ? dot : dot - from);
        if (!at->is_object() || !at->contains(word)) return false;
        at = &at->at(word);
    }
    return true;
}

/// A stage's settings for each host and card that have such keys: other kinds of card refuse them.
std::vector<std::string> settings_of(const Stage& stage, const nlohmann::ordered_json& config) {
    const bool lists = config.contains("host");
    std::vector<std::string> found;
    for (const auto& [name, host] : (lists ? config.at("host") : config).items()) {
        if (!lists && name != "client" && name != "server") continue;
        for (const std::string setting : stage.settings) {
            const std::string before = (lists ? "host." : "") + name + ".";
            if (has(host, setting)) found.push_back(before + setting);
            const std::string second = setting.rfind("nic.", 0) == 0 ? "nic1" + setting.substr(3) : "";
            if (!second.empty() && has(host, second)) found.push_back(before + second);
        }
    }
    return found;
}

std::vector<std::string> command_of(const RunArguments& a, const std::vector<std::string>& settings,
                                    const std::string& out) {
    std::vector<std::string> words = {own_path(), "run", a.experiment, "--quiet", "--out", out};
    for (const std::string& s : a.overrides.assignments) words.insert(words.end(), {"--set", s});
    for (const std::string& s : settings) words.insert(words.end(), {"--set", s});
    if (a.overrides.seed >= 0) words.insert(words.end(), {"--seed", std::to_string(a.overrides.seed)});
    if (a.overrides.runs >= 0) words.insert(words.end(), {"--runs", std::to_string(a.overrides.runs)});
    return words;
}

/// A run that was given up or found a violation leaves results; one that was refused only says why.
std::string failure(const Ended& ended, const std::string& folder) {
    if (ended.code == kCheckFailed && std::filesystem::exists(folder + "/results.json"))
        return "that run failed, see " + folder;
    return "there is no such run: " + ended.error.substr(0, ended.error.find('\n'));
}

}  // namespace

void check_what_if(const RunArguments& a) {
    for (const std::string& text : a.what_if) stage_of(text);
}

std::string what_if(const RunArguments& a, const lab::Results& results, const std::string& out) {
    std::string lines;
    const auto& directions = results.attribution.directions;
    const double ways = std::max<double>(1, double(std::count_if(directions.begin(), directions.end(),
                                                                 [](const auto& d) { return !d.second.empty(); })));
    const nlohmann::ordered_json before = lab::to_json(results.attribution);
    for (const std::string& text : a.what_if) {
        const Stage& stage = stage_of(text);
        const std::string folder = out + "/what_if_" + stage.name;
        const std::vector<std::string> settings = settings_of(stage, results.config);
        if (settings.empty()) {
            lines += fmt::format("what if {} cost nothing: no card here has it\n", stage.name);
            continue;
        }
        if (const Ended ended = run_quietly(command_of(a, settings, folder)); ended.code != 0) {
            lines += fmt::format("what if {} cost nothing: {}\n", stage.name, failure(ended, folder));
            continue;
        }
        const auto after = nlohmann::ordered_json::parse(std::ifstream(folder + "/results.json")).at("attribution");
        const Means was = means_of(before, stage), is = means_of(after, stage);
        lines += fmt::format(
            "what if {} cost nothing: the chain promised {:.3f} us a packet and way, {:.3f} us were gained ({})\n",
            stage.name, (was.stage - is.stage) / ways, (was.whole - is.whole) / ways, fmt::join(stage.settings, ", "));
    }
    return lines;
}

}  // namespace niclab::cli
