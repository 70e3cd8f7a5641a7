/// @file The buses of a host in addition to PCI, with their counters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/buses/bus.h"
#include "lab/results/results.h"

namespace niclab::lab {

struct SlowBus {
    std::string id, title;    ///< "isa", "the ISA bus"
    std::string busy_halves;  ///< The counter of halves of BCLK in which it was busy,
    std::uint64_t halves;     ///< and the number of all halves; above 0.
};

/// Those with a BCLK.
inline std::vector<SlowBus> slow_buses(const Results& results, const std::string& host) {
    std::vector<SlowBus> found;
    for (const buses::Kind* kind : buses::in_order()) {
        const std::string controller = host + ".host." + kind->name + "_bridge.controller.";
        const auto halves = results.counters.find(controller + "bclk_half_cycles");
        if (halves != results.counters.end() && halves->second > 0)
            found.push_back({kind->name, kind->title, controller + "bclk_busy_half_cycles", halves->second});
    }
    return found;
}

}  // namespace niclab::lab
