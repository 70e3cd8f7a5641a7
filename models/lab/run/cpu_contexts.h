/// @file The use of a host's CPU between two times: the share of each context.
#pragma once

#include <array>

#include "lab/bench/traffic_bench.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {

using Contexts = std::array<Femtoseconds, host::kContexts + 1>;  ///< The last entry is the time.
inline Contexts contexts(const TrafficNode& node) {
    Contexts c{};
    for (const host::Cpu::Account& a : node.software.cpu().accounts()) c[std::size_t(a.context)] += a.busy;
    c[host::kContexts] = node.software.cpu().elapsed() * node.software.cpu().processors();
    return c;
}
inline CpuShares shares(const Contexts& from, const Contexts& to) {
    const double all = double(to[host::kContexts] - from[host::kContexts]);
    const auto percent = [&](host::Context c) {
        return all > 0 ? 100 * double(to[std::size_t(c)] - from[std::size_t(c)]) / all : 0.0;
    };
    CpuShares s;
    s.interrupt = percent(host::Context::Interrupt), s.protocol = percent(host::Context::Protocol),
    s.process = percent(host::Context::Process);
    s.idle = 100 - s.interrupt - s.protocol - s.process;
    return s;
}

}  // namespace niclab::lab
