#include "census.h"

#include <stdexcept>

#include "core/clocked.h"
#include "worker.h"

namespace niclab::benchmark {

namespace {

struct Source {
    const core::ActivitySource* source;
    const core::Clock* own_clock;  ///< Set if the source is a clock itself.
    const core::Clock* clock;      ///< Set if it is known to run on one.
    core::Activity before;
};

void collect(const std::vector<sc_core::sc_object*>& objects, std::vector<Source>& sources) {
    for (const sc_core::sc_object* object : objects) {
        if (const auto* source = dynamic_cast<const core::ActivitySource*>(object)) {
            const auto* clocked = dynamic_cast<const core::Clocked*>(object);
            sources.push_back({source, dynamic_cast<const core::Clock*>(object), clocked ? &clocked->clock() : nullptr,
                               source->activity()});
        }
        collect(object->get_child_objects(), sources);  // NOLINT(clang-analyzer-core.CallAndMessage): none is null
    }
}

/// Stops at every time with activity, and counts them.
std::uint64_t step_through(double simulated_us) {
    const sc_core::sc_time end = sc_core::sc_time_stamp() + sc_core::sc_time(simulated_us, sc_core::SC_US);
    std::uint64_t instants = 0;
    for (sc_core::sc_time gap;; sc_core::sc_start(gap)) {  // A gap of 0 is one more delta cycle.
        gap = sc_core::sc_time_to_pending_activity();
        if (sc_core::sc_time_stamp() + gap >= end) break;
        instants += gap > sc_core::SC_ZERO_TIME;
    }
    sc_core::sc_start(end - sc_core::sc_time_stamp());
    return instants;
}

}  // namespace

Census take_census(Model& model, double simulated_us, bool step) {
    std::vector<Source> sources;
    collect(sc_core::sc_get_top_level_objects(), sources);
    Census census;
    if (step)
        census.instants = step_through(simulated_us);
    else
        model.advance(simulated_us);
    std::vector<const core::Clock*> clocks;
    for (const Source& s : sources)
        if (s.own_clock) clocks.push_back(s.own_clock);
    if (clocks.size() > Census::kMaxClocks) throw std::length_error("more clocks than Census::kMaxClocks");
    census.clock_count = static_cast<unsigned>(clocks.size());
    for (const Source& s : sources) {
        const core::Activity after = s.source->activity();
        const std::uint64_t calls = after.calls - s.before.calls, writes = after.writes - s.before.writes;
        census.calls += calls;
        census.writes += writes;
        census.changes += after.changes - s.before.changes;
        census.methods += calls > 0 && !s.own_clock;
        census.wires += writes > 0;
        for (unsigned i = 0; i < census.clock_count; ++i) {
            if (s.own_clock == clocks[i]) census.clocks[i].edges = calls;
            if (s.clock == clocks[i]) census.clocks[i].calls += calls;
        }
    }
    return census;
}

}  // namespace niclab::benchmark
