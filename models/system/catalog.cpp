#include "system/catalog.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace niclab::system {

namespace fs = std::filesystem;

namespace {

/// Where the files of a kind are below the source tree, and below an installed share/niclab.
struct Place {
    const char* source;
    const char* installed;
};
Place place(Kind kind) {
    switch (kind) {
        case Kind::Host:
            return {"models/host/profiles", "hosts"};
        case Kind::Card:
            return {"models/nic/cards", "cards"};
        case Kind::Experiment:
            return {"testbenches/experiments", "experiments"};
        case Kind::Reproduce:
            return {"scripts/reproduce", "reproduce"};
        case Kind::Sweep:
            return {"scripts/sweep", "sweep"};
        case Kind::Report:
            return {"scripts/report", "report"};
        case Kind::Compare:
            return {"scripts/compare", "compare"};
        case Kind::Linux:
            return {"testbenches/linux", "linux"};
        default:
            return {"traces/reference", "reference"};
    }
}

}  // namespace

std::string data_folder(Kind kind) {
    const Place p = place(kind);
    std::error_code error;
    std::vector<fs::path> candidates;
    if (const char* data = std::getenv("NICLAB_DATA")) candidates.push_back(fs::path(data) / p.installed);
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    candidates.push_back(program.parent_path().parent_path() / "share/niclab" / p.installed);
    candidates.push_back(fs::path(NICLAB_SOURCE_DIR) / p.source);
    for (const fs::path& candidate : candidates)
        if (fs::is_directory(candidate, error)) return candidate.string();
    return "";
}

std::string find_file(Kind kind, const std::string& name, const std::string& folder) {
    std::error_code error;
    const bool path = name.size() > 5 && name.substr(name.size() - 5) == ".toml";
    const std::string file = path ? name : name + ".toml";
    for (const fs::path& candidate : {fs::path(folder) / file, fs::path(data_folder(kind)) / file, fs::path(file)})
        if (fs::is_regular_file(candidate, error)) return candidate.lexically_normal().string();
    return "";
}

std::vector<std::string> known_names(Kind kind, const std::string& ending) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(data_folder(kind), error))
        if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace niclab::system
