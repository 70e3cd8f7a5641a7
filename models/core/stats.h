/// @file The interface by which a module declares its counters: once, with a unit and a sentence of
/// description each.
#pragma once

#include <cstdint>
#include <string_view>

namespace niclab::core {

/// A visitor of the counters of one module's Stats.
class StatsVisitor {
public:
    virtual ~StatsVisitor() = default;
    /// `name` in lower_snake, `unit` such as "cells", "clocks", "octets", `what` one sentence.
    virtual void counter(std::string_view name, std::uint64_t value, std::string_view unit, std::string_view what) = 0;
};

/// A module with counters for the report. It is found through the SystemC object hierarchy: the
/// full name of a counter is the module's name(), a dot and the counter's name.
class StatsSource {
public:
    virtual ~StatsSource() = default;
    virtual void describe(StatsVisitor& visitor) const = 0;
};

}  // namespace niclab::core
