#include "lab/experiment/layers.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lab/experiment/changed_keys.h"

namespace niclab::lab {

std::vector<core::ConfigLayer> experiment_layers(const std::string& path, const Overrides& overrides,
                                                 InputFiles& files) {
    const std::string file = files.find("experiment", path, ".", [&path] { return path; });
    std::vector<core::ConfigLayer> layers{files.layer(file, "")};
    for (const std::string& a : overrides.assignments) layers.push_back(core::parse_assignment(a));
    auto run = toml::table{};
    if (overrides.seed >= 0) run.insert("seed", overrides.seed);
    if (overrides.runs >= 0) run.insert("runs", overrides.runs);
    layers.push_back(std::make_shared<const toml::table>(toml::table{{"run", run}}));
    return layers;
}

Overrides repeated(Overrides recorded, const Overrides& changes) {
    for (const std::string& assignment : changes.assignments) {
        const std::string key = assignment.substr(0, assignment.find_first_of(" =\t"));
        if (key == "run.seed") recorded.seed = -1;
        if (key == "run.runs") recorded.runs = -1;
        recorded.assignments.push_back(assignment);
    }
    if (changes.seed >= 0) recorded.seed = changes.seed;
    if (changes.runs >= 0) recorded.runs = changes.runs;
    return recorded;
}

void record_keys(Experiment& e, const std::string& path, core::ConfigTable& root, const InputFiles& files) {
    e.name = std::filesystem::path(path).stem().string();
    e.config = root.take_resolved(), e.parameters = root.take_parameters(), e.inputs = files.used();
}

void compare_with_file(Experiment& e, const std::function<Experiment()>& read_alone) {
    Experiment alone;
    alone.config = nlohmann::ordered_json::object();
    try {
        alone = read_alone();
    } catch (const core::ConfigError&) {
    }
    e.changed = changed_keys(e.parameters, *alone.config);
    for (const InputFile& f : alone.inputs) {
        const auto same = [&f](const InputFile& g) {
            return f.role == g.role && f.name == g.name && f.folder == g.folder;
        };
        if (std::none_of(e.inputs.begin(), e.inputs.end(), same)) e.inputs.push_back(f);
    }
}

}  // namespace niclab::lab
