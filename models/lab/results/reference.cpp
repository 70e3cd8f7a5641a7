// Published rows next to those of a run, and the differences between the run's set-up and the
// published one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/input_file.h"
#include "lab/experiment/catalog.h"
#include "lab/results/results.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

/// Lines of a table as columns by name.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& table) {
    std::ifstream in(std::filesystem::path(data_folder(Kind::Reference)) / (table + ".csv"));
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = split(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(in, line)) {
        const std::vector<std::string> fields = split(line);
        if (fields.size() != names.size()) continue;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i == 0) rows.emplace_back();
            rows.back()[names[i]] = fields[i];
        }
    }
    return rows;
}

/// The kind of a host, from the name in its profile.
std::string profile_of(const ordered_json& config, const std::string& host) {
    const auto at = ordered_json::json_pointer("/" + host + "/host/name");
    return config.contains(at) && config[at].is_string() ? config[at].get<std::string>() : "";
}

/// The direction from this host to that one; empty if there is none.
std::string direction_between(const Results& r, const std::string& sender, const std::string& receiver) {
    for (const auto& [direction, rows] : r.pdus) {
        const Ends ends = ends_of(direction);
        if (profile_of(*r.config, ends.from) == sender && profile_of(*r.config, ends.to) == receiver) return direction;
    }
    return "";
}

double statistic(const probe::StageStats& s, const std::string& stat) {
    return stat == "min" ? s.min() : stat == "avg" ? s.avg() : s.max();
}

/// Keys for the number and duration of measurements, or for observation only.
bool of_the_measurement(const std::string& key) { return key.rfind("run.", 0) == 0 || key.rfind("analyzer", 0) == 0; }

void compare(const ordered_json& config, const ordered_json& published, const std::string& prefix,
             std::vector<std::string>& found) {
    for (const auto& [key, value] : config.items()) {
        const std::string name = prefix + key;
        const ordered_json there = published.is_object() && published.contains(key) ? published[key] : ordered_json();
        if (value == there || of_the_measurement(name + ".")) continue;
        if (value.is_object())
            compare(value, there, name + ".", found);
        else
            found.push_back(fmt::format("{} = {} (published: {})", name, value.dump(), there.dump()));
    }
}

/// Whether the run is of the published set-up with the files of now, and no key but those of the
/// measurement was changed. The files of repeated results may be older.
bool is_published_setup(const Provenance& run, const std::string& setup) {
    const auto is_setup = [&setup](const InputFile& f) { return f.role == "experiment" && f.path == setup; };
    const auto is_of_now = [](const InputFile& f) {
        return f.carried && !core::unreadable(f.path, core::kMostTextOctets) && f.text == core::read_text(f.path);
    };
    const auto is_kept = [](const ChangedKey& c) { return of_the_measurement(c.key); };
    return std::any_of(run.inputs.begin(), run.inputs.end(), is_setup) &&
           std::all_of(run.changed.begin(), run.changed.end(), is_kept) &&
           std::all_of(run.inputs.begin(), run.inputs.end(), is_of_now);
}

}  // namespace

std::vector<std::string> differing_keys(const ordered_json& config, const ordered_json& published) {
    std::vector<std::string> found;
    compare(config, published, "", found);
    return found;
}

void add_reference(Results& results, const std::string& table) {
    for (const auto& row : rows_of(table)) {
        const std::string way = direction_between(results, row.at("sender"), row.at("receiver"));
        if (way.empty()) continue;  // Other hosts than the published ones.
        // The paper has one value of the card's own stages for both directions: it is compared with
        // the pool, once.
        const bool pci = row.at("quantity").rfind("pci_access", 0) == 0;
        const std::string direction = pci ? way : "pooled";
        const Stage* stage = results.stage(row.at("quantity"), direction);
        if (!stage) continue;
        const ReferenceRow found{
            row.at("source"), row.at("table"), row.at("quantity"),         direction,
            row.at("stat"),   row.at("split"), std::stod(row.at("value")), statistic(stage->us, row.at("stat"))};
        const auto same = [&found](const ReferenceRow& r) {
            return r.quantity == found.quantity && r.direction == found.direction && r.stat == found.stat &&
                   r.published == found.published;
        };
        if (std::none_of(results.reference.begin(), results.reference.end(), same)) results.reference.push_back(found);
    }
    const std::string setup = data_folder(Kind::Experiment) + "/" + kPublishedSetup + ".toml";
    if (!is_published_setup(results.provenance, setup))  // else nothing differs, and it need not be read again
        results.reference_differs = differing_keys(*results.config, *read_experiment(setup, {}).config);
    if (results.reference.empty())
        results.remarks.push_back("No published row of " + table +
                                  " is of these hosts, or of this way of sending: none is shown.");
}

}  // namespace niclab::lab
