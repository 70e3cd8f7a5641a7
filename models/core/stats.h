/// @file  How a module tells its counters: once, with unit and one sentence each.
#pragma once

#include <cstdint>
#include <string_view>

namespace niclab::core {

/// Visits the counters of one module's Stats.
class StatsVisitor {
public:
    virtual ~StatsVisitor() = default;
    /// `name` in lower_snake, `unit` such as "cells", "clocks", "octets", `what` one sentence.
    virtual void counter(std::string_view name, std::uint64_t value, std::string_view unit, std::string_view what) = 0;
};

/// A module whose counters belong into the report; found through the SystemC object hierarchy, so that the
/// counter's full name is the module's name(), a dot, and the counter's name.
class StatsSource {
public:
    virtual ~StatsSource() = default;
    virtual void describe(StatsVisitor& visitor) const = 0;
};

}  // namespace niclab::core
