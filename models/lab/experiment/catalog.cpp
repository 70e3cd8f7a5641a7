#include "lab/experiment/catalog.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace niclab::lab {

namespace fs = std::filesystem;

namespace {

/// The position of the files of a kind below the source tree, and below an installed share/niclab;
/// and the name of such a file.
struct Place {
    const char* source;
    const char* installed;
    const char* role = "";
};
Place place(Kind kind) {
    switch (kind) {
        case Kind::Host:
            return {"models/host/profiles", "hosts", "host"};
        case Kind::Card:
            return {"models/cards", "cards", "card"};
        case Kind::Experiment:
            return {"testbenches/experiments", "experiments"};
        case Kind::Python:
            return {"scripts", "python"};
        case Kind::Linux:
            return {"testbenches/linux", "linux"};
        case Kind::Machine:
            return {"models/kernel/machines", "machines", "machine"};
        case Kind::CoarseCard:
            return {"models/coarse/cards", "coarse_cards", "coarse card"};
        case Kind::CardClass:
            return {"models/netware/cards", "card_classes", "card class"};
        case Kind::PcieHost:
            return {"models/pcie/hosts", "pcie_hosts", "PCI Express host"};
        case Kind::PcieCard:
            return {"models/pcie/cards", "pcie_cards", "PCI Express card"};
        default:
            return {"traces/reference", "reference"};
    }
}

/// The folder of a kind, and for cards that of each kind of card in it.
std::vector<fs::path> rooms(Kind kind) {
    std::error_code error;
    std::vector<fs::path> found = {data_folder(kind)};
    if (kind != Kind::Card) return found;
    for (const auto& entry : fs::directory_iterator(found.front(), error))
        if (entry.is_directory()) found.push_back(entry.path());
    return found;
}

}  // namespace

std::string role_of(Kind kind) { return place(kind).role; }

std::string data_folder(Kind kind) {
    const Place p = place(kind);
    std::error_code error;
    std::vector<fs::path> candidates;
    if (const char* data = std::getenv("NICLAB_DATA")) candidates.push_back(fs::path(data) / p.installed);
    static const fs::path program = fs::read_symlink("/proc/self/exe", error);
    candidates.push_back(program.parent_path().parent_path() / "share/niclab" / p.installed);
    candidates.push_back(fs::path(NICLAB_SOURCE_DIR) / p.source);
    for (const fs::path& candidate : candidates)
        if (fs::is_directory(candidate, error)) return candidate.string();
    return "";
}

bool is_file_name(const std::string& name) { return name.size() > 5 && name.substr(name.size() - 5) == ".toml"; }

std::string find_file(Kind kind, const std::string& name, const std::string& folder) {
    std::error_code error;
    const std::string file = is_file_name(name) ? name : name + ".toml";
    const auto there = [&](const fs::path& candidate) { return fs::is_regular_file(candidate, error); };
    const auto found = [](const fs::path& candidate) { return candidate.lexically_normal().string(); };
    if (const fs::path beside = fs::path(folder) / file; there(beside)) return found(beside);
    for (const fs::path& room : rooms(kind))
        if (there(room / file)) return found(room / file);
    return there(file) ? found(file) : "";
}

bool is_known_name(Kind kind, const std::string& name, const std::string& ending) {
    std::error_code error;
    const auto has = [&](const fs::path& room) { return fs::is_regular_file(room / (name + ending), error); };
    const std::vector<fs::path> all = rooms(kind);
    return name.find('/') == std::string::npos && std::any_of(all.begin(), all.end(), has);
}

std::vector<std::string> known_names(Kind kind, const std::string& ending) {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::path& room : rooms(kind))
        for (const auto& entry : fs::directory_iterator(room, error))
            if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace niclab::lab
