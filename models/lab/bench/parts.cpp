#include "lab/bench/parts.h"

#include <algorithm>

namespace niclab::lab {

std::vector<std::size_t> parts_of(const Experiment& experiment) {
    std::vector<std::size_t> lowest(experiment.hosts.size());  // Another host of the same part.
    for (std::size_t h = 0; h < lowest.size(); ++h) lowest[h] = h;
    const auto join = [&lowest](std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax({lowest[a], lowest[b]});
        std::replace(lowest.begin(), lowest.end(), std::size_t{high}, std::size_t{low});
    };
    for (const LinkConfig& link : experiment.links) join(link.ends[0].host, link.ends[1].host);
    for (const SwitchConfig& s : experiment.switches)
        for (const SwitchConfig::Port& port : s.ports) join(s.ports.front().end.host, port.end.host);
    std::vector<std::size_t> parts(lowest.size());
    std::size_t count = 0;
    for (std::size_t h = 0; h < lowest.size(); ++h) parts[h] = lowest[h] == h ? count++ : parts[lowest[h]];
    return parts;
}

}  // namespace niclab::lab
