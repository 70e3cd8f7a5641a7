#include "lab/experiment/level.h"

#include "lab/experiment/layers.h"
#include "lab/experiment/segment.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

namespace {

constexpr const char* kWhat =
    "Simulation level. Coarse: TCP hosts with linear card models; cycle: TCP hosts with cycle-accurate cards; segment: "
    "Ethernet MACs. Without this key: cycle-accurate cards and drivers without TCP.";
const std::vector<std::string> kHosts{"coarse", "cycle"}, kSegment{"segment"}, kWords{"coarse", "cycle", "segment"};

}  // namespace

const char* to_string(Level level) {
    return level == Level::Coarse ? "coarse" : level == Level::Segment ? "segment" : "cycle";
}

Level level_of(const std::string& path, const Overrides& overrides, InputFiles files) {
    core::ConfigTable root(experiment_layers(path, overrides, files));
    core::ConfigTable run = root.table("run");
    if (!run.has("level")) return Level::Cycle;
    return run.choice("level", kWords[0], kWords, kWhat) == kSegment[0] ? Level::Segment : Level::Coarse;
}

std::string read_counts(core::ConfigTable& run, Level level, Experiment& e) {
    std::string name = run.choice("level", to_string(level), level == Level::Coarse ? kHosts : kSegment, kWhat);
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
