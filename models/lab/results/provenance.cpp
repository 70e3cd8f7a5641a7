#include "lab/results/provenance.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "core/input_file.h"
#include "core/json_object.h"
#include "core/json_text.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kDigits = 12;  ///< Digits of a digest that are shown.

/// A word in the syntax of a shell.
std::string quoted(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return std::isalnum(c) || std::string("_@%+=:,./-").find(char(c)) != std::string::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

ordered_json to_json(const std::vector<ChangedKey>& changed) {
    ordered_json list = ordered_json::array();
    for (const ChangedKey& c : changed)
        list.push_back({{"key", c.key}, {"value", *c.value}, {"file_value", *c.file_value}});
    return list;
}

ordered_json parsed(const std::string& path) {
    std::ifstream in(path);
    return ordered_json::parse(in, nullptr, false);
}

/// Of the program that made results: `recorded` is what to_json() writes. Throws
/// ordered_json::exception.
ProgramId program_id(const ordered_json& recorded) {
    const char* kind = recorded.contains("build_id") ? "build_id" : "sha256";
    return {kind, recorded.at(kind).get<std::string>()};
}

/// A part of a folder's name in letters that are valid in every file system and shell.
std::string in_a_name(const std::string& text) {
    std::string name;
    for (const char c : text)
        if (c != '"')
            name += std::isalnum(static_cast<unsigned char>(c)) || std::string("._=+-").find(c) != std::string::npos
                        ? c
                        : '-';
    return name;
}

/// Whether `folder` has results of something else. Results of older versions do not contain their
/// subject.
bool taken(const std::string& folder, const std::string& by_others_than) {
    const ordered_json results = parsed(folder + "/results.json");
    const ordered_json none;
    const ordered_json& provenance = results.is_object() ? results.value("provenance", none) : none;
    return provenance.is_object() && provenance.value("identity", by_others_than) != by_others_than;
}

}  // namespace

bool operator==(const ProgramId& a, const ProgramId& b) { return a.kind == b.kind && a.digits == b.digits; }

std::string identity(const Experiment& e) {
    base::Sha256 digest;
    digest.add(e.name + "\n" + core::json_text(*e.config) + "\n");
    for (const InputFile& f : e.inputs)
        if (f.role == "size list" || f.role == "capture") digest.add(f.sha256 + "\n");
    return digest.hex();
}

ordered_json to_json(const Provenance& p) {
    const auto option = [](std::int64_t value) { return value < 0 ? ordered_json() : ordered_json(value); };
    return core::json_object({{"command", p.command},
                              {"program", {{"path", p.program}, {p.program_id.kind, p.program_id.digits}}},
                              {"folder", p.folder},
                              {"wall_s", p.wall_s},
                              {"start_cpu_s", p.start_cpu_s},
                              {"identity", p.identity},
                              {"experiment", p.experiment},
                              {"set", p.overrides.assignments},
                              {"seed", option(p.overrides.seed)},
                              {"runs", option(p.overrides.runs)},
                              {"check", p.check},
                              {"fidelity", p.links},
                              {"changed", to_json(p.changed)},
                              {"inputs", to_json(p.inputs)}});
}

std::string provenance_line(const Provenance& p) {
    if (p.command.empty()) return "";
    std::string text = "made by:";
    for (const std::string& word : p.command) text += " " + quoted(word);
    text += "; program " + p.program_id.digits.substr(0, kDigits);
    if (!p.links.empty()) text += "; fidelity: " + p.links;
    for (std::size_t i = 0; i < p.changed.size(); ++i) text += (i == 0 ? "; changed: " : ", ") + sentence(p.changed[i]);
    return text + "\n";
}

bool is_results(const std::string& path) { return std::filesystem::path(path).extension() == ".json"; }

Again read_again(const std::string& path) {
    const auto why = core::unreadable(path, UINT64_MAX);
    if (why) throw core::ConfigError("cannot open " + path + ": " + *why);
    const ordered_json results = parsed(path);
    if (results.is_discarded())
        throw core::ConfigError(path + ": incomplete or invalid JSON; expected the results.json of a run");
    if (!results.is_object() || !results.contains("provenance"))
        throw core::ConfigError(path + ": no provenance; expected the results.json of a run by this version");
    try {
        const ordered_json& p = results.at("provenance");
        const auto option = [&p](const char* key) { return p.at(key).is_null() ? -1 : p.at(key).get<std::int64_t>(); };
        return {{p.at("set").get<std::vector<std::string>>(), option("seed"), option("runs")},
                p.at("check").get<bool>(),
                p.at("experiment").get<std::string>(),
                program_id(p.at("program")),
                InputFiles(p.at("inputs"), path)};
    } catch (const ordered_json::exception& e) {
        throw core::ConfigError(path + ": wrong provenance (" + e.what() +
                                "); expected the results.json of a run by this version");
    }
}

std::string results_folder(const Experiment& e) {
    constexpr std::size_t kLongest = 100;
    std::string name = e.name;
    for (const ChangedKey& c : e.changed) name += "-" + in_a_name(c.key + "=" + c.value->dump());
    const std::string what = identity(e);
    if (name.size() > kLongest) name = in_a_name(e.name).substr(0, kLongest) + "-" + what.substr(0, kDigits);
    const std::string folder = "results/" + name;
    return taken(folder, what) ? folder + "-" + what.substr(0, kDigits) : folder;
}

}  // namespace niclab::lab
