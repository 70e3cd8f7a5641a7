#include "what_if.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "child.h"
#include "core/config.h"

namespace niclab::cli {

namespace {

/// A stage that can be made to cost nothing, or as little as there is: the keys that do it, the causes it stands for.
struct Stage {
    const char* name;
    std::vector<const char*> settings;
    std::vector<const probe::Cause*> causes;
};
namespace causes = probe::causes;
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
        for (const probe::Cause* cause : stage.causes)
            if (id == cause->id) m.stage += us;
    }
    return m;
}

/// `shared`: what stands before the keys that all hosts share.
std::vector<std::string> command_of(const RunArguments& a, const Stage& stage, const std::string& shared,
                                    const std::string& out) {
    std::vector<std::string> words = {own_path(), "run", a.experiment, "--quiet", "--out", out};
    for (const std::string& s : a.overrides.assignments) words.insert(words.end(), {"--set", s});
    for (const char* s : stage.settings) words.insert(words.end(), {"--set", shared + s});
    if (a.overrides.seed >= 0) words.insert(words.end(), {"--seed", std::to_string(a.overrides.seed)});
    if (a.overrides.runs >= 0) words.insert(words.end(), {"--runs", std::to_string(a.overrides.runs)});
    return words;
}

}  // namespace

void check_what_if(const RunArguments& a) {
    for (const std::string& text : a.what_if) stage_of(text);
}

std::string what_if(const RunArguments& a, const lab::Results& results, const std::string& out) {
    std::string lines;
    const std::string shared = results.config.contains("flow") ? "defaults.host." : "";
    const nlohmann::ordered_json before = lab::to_json(results.attribution);
    for (const std::string& text : a.what_if) {
        const Stage& stage = stage_of(text);
        const std::string folder = out + "/what_if_" + stage.name;
        if (run_child(command_of(a, stage, shared, folder), Speech::Silent) != 0) {
            lines += fmt::format("what if {} cost nothing: that run failed, see {}\n", stage.name, folder);
            continue;
        }
        const auto after = nlohmann::ordered_json::parse(std::ifstream(folder + "/results.json")).at("attribution");
        const Means was = means_of(before, stage), is = means_of(after, stage);
        const double ways =
            results.attribution.directions.size() > 1 && !results.attribution.directions[1].second.empty() ? 2 : 1;
        lines += fmt::format(
            "what if {} cost nothing: the chain promised {:.3f} us a packet and way, {:.3f} us were gained ({})\n",
            stage.name, (was.stage - is.stage) / ways, (was.whole - is.whole) / ways, fmt::join(stage.settings, ", "));
    }
    return lines;
}

}  // namespace niclab::cli
