#include "lab/parallel/shares.h"

#include <sched.h>

#include <algorithm>

#include "lab/bench/parts.h"

namespace niclab::lab {

namespace {

/// The work for a part's set-up and its null cells, as a number of packets.
constexpr double kIdlePart = 20;

}  // namespace

unsigned processors() {
    cpu_set_t usable;
    return sched_getaffinity(0, sizeof usable, &usable) == 0 ? static_cast<unsigned>(CPU_COUNT(&usable)) : 1;
}

std::vector<PartRange> shares_of(const Experiment& experiment, unsigned processes) {
    const std::vector<std::size_t> part_of_host = parts_of(experiment);
    std::vector<double> work(1 + *std::max_element(part_of_host.begin(), part_of_host.end()), kIdlePart);
    for (const FlowConfig& flow : experiment.flows)
        work[part_of_host[experiment.links[flow.link].ends[0].host]] += double(flow.workload.size());
    double left = 0;
    for (const double w : work) left += w;
    std::vector<PartRange> shares;
    const std::size_t count = std::min<std::size_t>(processes, work.size());
    for (std::size_t first = 0; first < work.size();) {
        const std::size_t others = count - shares.size() - 1;
        const double due = left / double(others + 1);
        std::size_t end = first + 1;
        double taken = work[first];
        while (end + others < work.size() && (others == 0 || taken + work[end] / 2 <= due)) taken += work[end++];
        shares.push_back({first, end});
        first = end, left -= taken;
    }
    return shares;
}

}  // namespace niclab::lab
