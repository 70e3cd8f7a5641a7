#include "lab/experiment/level.h"

#include <algorithm>

#include "apps/kind.h"
#include "lab/experiment/layers.h"
#include "lab/experiment/segment.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

namespace {

constexpr const char* kWhat =
    "Simulation level. Coarse: TCP hosts with linear card models; cycle: TCP hosts with cycle-accurate cards; segment: "
    "Ethernet MACs. Without this key: TCP hosts if a flow is of a program such as ttcp or a host has the key software, "
    "each with its card at the level that has a card of this name, coarse first. Else Ethernet MACs if there is a "
    "segment, and else cycle-accurate cards and drivers without TCP.";
const std::vector<std::string> kHosts{"coarse", "cycle"}, kSegment{"segment"}, kWords{"coarse", "cycle", "segment"};

bool is_program(const std::string& kind) {
    const std::vector<const apps::Kind*>& all = apps::kinds();
    return std::any_of(all.begin(), all.end(), [&kind](const apps::Kind* k) { return k->name == kind; });
}

/// Whether the experiment has hosts with a TCP: a flow of a program, or a host that names a level or
/// its operating system.
bool has_tcp(core::ConfigTable& root) {
    const core::ConfigTable shared = root.table("defaults").table("host");
    if (root.has_list("host"))
        for (const auto& [name, host] : root.list("host"))
            if (const core::ConfigTable own = host.over(shared); own.has("level") || own.has("software")) return true;
    if (root.has_list("flow"))
        for (auto& [name, flow] : root.list("flow", "flow"))
            if (is_program(flow.text("kind", "", ""))) return true;
    return false;
}

}  // namespace

const char* to_string(Level level) {
    return level == Level::Coarse ? "coarse" : level == Level::Segment ? "segment" : "cycle";
}

Level level_of(const std::string& path, const Overrides& overrides, InputFiles& files) {
    core::ConfigTable root(experiment_layers(path, overrides, files));
    core::ConfigTable run = root.table("run");
    if (run.has("level"))
        return run.choice("level", kWords[0], kWords, kWhat) == kSegment[0] ? Level::Segment : Level::Coarse;
    return has_tcp(root) ? Level::Coarse : root.has_list("segment") ? Level::Segment : Level::Cycle;
}

std::string read_counts(core::ConfigTable& run, Level level, Experiment& e) {
    std::string name;
    if (run.has("level"))
        name = run.choice("level", to_string(level), level == Level::Coarse ? kHosts : kSegment, kWhat);
    e.runs = read_runs(run), e.seed = read_seed(run);
    return name;
}

void read_tables(core::ConfigTable& root, std::initializer_list<const char*> tables,
                 const std::function<void()>& read) {
    try {
        read();
    } catch (const core::ConfigError&) {
        for (const char* table : tables) root.ignore(table);
        root.done();
        throw;
    }
    root.done();
}

Experiment read_common(Level level, const std::string& path, const Overrides& overrides, InputFiles files) {
    switch (level) {
        case Level::Coarse:
            return read_traffic(path, overrides, std::move(files)).common;
        case Level::Segment:
            return read_segment(path, overrides, std::move(files)).common;
        case Level::Cycle:
            break;
    }
    return read_experiment(path, overrides, std::move(files));
}

}  // namespace niclab::lab
