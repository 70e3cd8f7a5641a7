#include "what_if.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/count_of.h"
#include "card/registry.h"
#include "child.h"
#include "core/config.h"
#include "lab/watch/frame_tracer.h"

namespace niclab::cli {

namespace {

using card::WhatIf;

template <class T>
void add_new(std::vector<T>& all, const std::vector<T>& more) {
    for (const T& m : more)
        if (std::find(all.begin(), all.end(), m) == all.end()) all.push_back(m);
}

/// Of all kinds of card; those with equal names are combined.
std::vector<WhatIf> all_stages() {
    std::vector<WhatIf> all = card::what_ifs_of_hosts();
    for (const WhatIf& stage : lab::frame_what_ifs()) all.push_back(stage);
    for (const card::Kind* kind : card::Registry::all().kinds())
        for (const WhatIf& more : kind->what_ifs()) {
            const auto known =
                std::find_if(all.begin(), all.end(), [&](const WhatIf& w) { return w.name == more.name; });
            WhatIf& stage = known == all.end()
                                ? all.emplace_back(WhatIf{more.name, {}, {}, more.fixed, more.against_rules})
                                : *known;
            add_new(stage.settings, more.settings), add_new(stage.causes, more.causes);
        }
    return all;
}

/// Mean microseconds of a packet and way: of the spans of a stage, and of its whole latency.
struct Means {
    double stage = 0, whole = 0;
    std::uint64_t packets = 0;
};

Means means_of(const nlohmann::ordered_json& rows, const WhatIf& stage) {
    Means m;
    std::map<std::string, std::uint64_t> packets;  // By direction.
    for (const auto& row : rows) {
        const double us = row.at("mean_us");
        m.whole += us;
        packets[row.at("direction")] = row.at("count");
        const auto id = row.at("id").get<std::string>();
        for (const card::Cause* cause : stage.causes)
            if (id == cause->id) m.stage += us;
    }
    for (const auto& [direction, count] : packets) m.packets += count;
    const auto ways = double(std::max<std::size_t>(1, packets.size()));
    m.stage /= ways, m.whole /= ways;
    return m;
}

/// The resolved value of a key of a host; a key of its cards may exist for each of them: nic, nic1.
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

/// A stage's settings for each host and card with such keys: other kinds of card reject them.
struct Settings {
    std::vector<std::string> keys;   ///< In the stage's form.
    std::vector<std::string> paths;  ///< In the experiment's form.
};

Settings settings_of(const WhatIf& stage, const nlohmann::ordered_json& config) {
    const bool lists = config.contains("host");
    Settings found;
    for (const auto& [name, keys] : (lists ? config.at("host") : config).items()) {
        if (!lists && name != "client" && name != "server") continue;
        if (keys.contains("level") && keys.at("level") == "mac") continue;  // Its frames have no path.
        const bool has_tcp = keys.contains("cycle");
        const auto& host = has_tcp ? keys.at("cycle") : keys;
        const std::string before = (lists ? "host." : "") + name + (has_tcp ? ".cycle." : ".");
        for (const std::string& setting : stage.settings) {
            const std::string second = setting.rfind("nic.", 0) == 0 ? "nic1" + setting.substr(3) : "";
            for (const std::string& key : {setting, second}) {
                if (key.empty() || !has(host, key)) continue;
                found.paths.push_back(before + key);
                add_new(found.keys, {setting});
            }
        }
    }
    return found;
}

WhatIf stage_of(const std::string& text, const nlohmann::ordered_json& config) {
    std::vector<std::string> names, fixed;
    const std::string stage = text.substr(0, text.find('='));
    const char* reason = nullptr;
    for (const WhatIf& s : all_stages()) {
        if (settings_of(s, config).keys.empty()) continue;
        const bool is_fixed = *s.fixed != 0;
        if (stage == s.name && is_fixed) reason = s.fixed;
        if (text == s.name + "=0" && !is_fixed) return s;
        (is_fixed ? fixed : names).push_back(s.name);
    }
    if (reason)
        throw core::ConfigError(
            fmt::format("--what-if {}: no key removes this stage ({}); expected STAGE=0 with one of {}", text, reason,
                        fmt::join(names, ", ")));
    std::string problem = core::unknown_name("stage of this experiment", stage, names, "STAGE=0 with one of");
    if (!fixed.empty()) problem += fmt::format(" (no key removes {})", fmt::join(fixed, ", "));
    throw core::ConfigError("--what-if " + text + ": " + problem);
}

/// The answer of a second run.
std::string gain(const WhatIf& stage, const Settings& settings, const Means& was, const Means& is) {
    std::string text = fmt::format(
        "what if {} cost nothing: it takes {:.3f} us of a packet and way instead of {:.3f}, and the packet {:.3f} us "
        "instead of {:.3f} ({})",
        stage.name, is.stage, was.stage, is.whole, was.whole, fmt::join(settings.keys, ", "));
    if (stage.against_rules) text += "; a rule of the line does not permit it";
    if (is.packets != was.packets)
        text += fmt::format("; means of {} instead of {}", base::count_of(is.packets, "packet"), was.packets);
    return text;
}

std::vector<std::string> command_of(const RunArguments& a, const WhatIf& stage,
                                    const std::vector<std::string>& settings, const std::string& out) {
    std::vector<std::string> words = {own_path(), "run", a.experiment, "--quiet", "--out", out};
    for (const std::string& s : a.overrides.assignments) words.insert(words.end(), {"--set", s});
    for (const std::string& s : settings) words.insert(words.end(), {"--set", s});
    words.emplace_back("--attribution");
    if (stage.against_rules) words.emplace_back("--no-check");
    if (!a.level.empty()) words.insert(words.end(), {"--level", a.level});
    if (a.overrides.seed >= 0) words.insert(words.end(), {"--seed", std::to_string(a.overrides.seed)});
    if (a.overrides.runs >= 0) words.insert(words.end(), {"--runs", std::to_string(a.overrides.runs)});
    return words;
}

/// A run that was ended early or found a violation leaves results; a rejected one only prints the
/// reason.
std::string failure(const Ended& ended, const std::string& folder) {
    if (ended.code == kCheckFailed && std::filesystem::exists(folder + "/results.json"))
        return "that run failed, see " + folder;
    return "refused: " + ended.error.substr(0, ended.error.find('\n'));
}

}  // namespace

void check_what_if(const RunArguments& a, const nlohmann::ordered_json& config) {
    for (const std::string& text : a.what_if) stage_of(text, config);
}

std::vector<std::string> what_if(const RunArguments& a, const lab::AttributionReport& report,
                                 const nlohmann::ordered_json& config, const std::string& out) {
    std::vector<std::string> sentences;
    if (a.what_if.empty()) return sentences;
    const nlohmann::ordered_json before = lab::to_json(report);
    for (const std::string& text : a.what_if) {
        const WhatIf stage = stage_of(text, config);
        const std::string folder = out + "/what_if_" + stage.name;
        const Settings settings = settings_of(stage, config);
        if (const Ended ended = run_quietly(command_of(a, stage, settings.paths, folder)); ended.code != 0) {
            sentences.push_back(fmt::format("what if {} cost nothing: {}", stage.name, failure(ended, folder)));
            continue;
        }
        const auto after = nlohmann::ordered_json::parse(std::ifstream(folder + "/results.json")).at("attribution");
        sentences.push_back(gain(stage, settings, means_of(before, stage), means_of(after, stage)));
    }
    return sentences;
}

}  // namespace niclab::cli
