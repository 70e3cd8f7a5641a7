/// @file The counters of all modules that have some.
#pragma once

#include <map>
#include <string>

#include "core/stats.h"
#include "lab/results/results.h"

namespace niclab::lab {

class CounterMap : public core::StatsVisitor {
public:
    using Counters = std::map<std::string, std::uint64_t>;
    using Notes = std::map<std::string, CounterNote>;
    CounterMap(Counters& counters, Notes& notes) : counters_(counters), notes_(notes) {}
    void counter(std::string_view name, std::uint64_t value, std::string_view unit, std::string_view what) override {
        const std::string full = module_ + "." + std::string(name);
        counters_[full] = value;
        notes_[full] = {std::string(unit), std::string(what)};
    }
    void visit(const std::vector<sc_core::sc_object*>& objects) {
        for (sc_core::sc_object* object : objects) {
            module_ = object->name();
            if (const auto* source = dynamic_cast<const core::StatsSource*>(object)) source->describe(*this);
            visit(object->get_child_objects());
        }
    }

private:
    Counters& counters_;
    Notes& notes_;
    std::string module_;
};

}  // namespace niclab::lab
