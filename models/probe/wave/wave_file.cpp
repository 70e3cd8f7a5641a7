#include "probe/wave/wave_file.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "core/config.h"
#include "probe/wave/fst_file.h"
#include "probe/wave/vcd_file.h"

namespace niclab::probe {

std::unique_ptr<WaveFile> make_wave_file(const std::string& option, const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".fst") return std::make_unique<FstFile>(option, path);
    if (ending == ".vcd" || ending.empty()) return std::make_unique<VcdFile>(option, path);
    throw core::ConfigError(option + " " + path + ": unknown ending " + ending + "; expected .vcd or .fst");
}

std::vector<std::size_t> grouped_by_scope(const std::vector<WaveFile::Variable>& variables) {
    std::unordered_map<std::string, std::size_t> first;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        first.emplace(variables[i].scope, i);
        order.push_back(i);
    }
    const auto scope_of = [&](std::size_t i) { return first.at(variables[i].scope); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scope_of(a) < scope_of(b); });
    return order;
}

}  // namespace niclab::probe
