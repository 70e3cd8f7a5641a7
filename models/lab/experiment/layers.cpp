#include "lab/experiment/layers.h"

#include <toml++/toml.h>

namespace niclab::lab {

std::vector<core::ConfigLayer> experiment_layers(const std::string& path, const Overrides& overrides,
                                                 InputFiles& files) {
    const std::string file = files.find("experiment", path, ".", [&path] { return path; });
    std::vector<core::ConfigLayer> layers{core::parse_layer(files.text(file), file)};
    for (std::size_t i = 0; i < overrides.assignments.size(); ++i)
        layers.push_back(core::parse_assignment(overrides.assignments[i], unsigned(i + 1)));
    auto run = toml::table{};
    if (overrides.seed >= 0) run.insert("seed", overrides.seed);
    if (overrides.runs >= 0) run.insert("runs", overrides.runs);
    layers.push_back(std::make_shared<const toml::table>(toml::table{{"run", run}}));
    return layers;
}

}  // namespace niclab::lab
