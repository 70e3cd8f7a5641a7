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
    /// `notes`: nullptr: no descriptions.
    CounterMap(Counters& counters, Notes* notes) : counters_(counters), notes_(notes) {}
    /// Of no module.
    void add(std::string full, std::uint64_t value, std::string_view unit, std::string_view what) {
        if (notes_) (*notes_)[full] = {std::string(unit), std::string(what)};
        counters_[std::move(full)] = value;
    }
    void counter(std::string_view name, std::uint64_t value, std::string_view unit, std::string_view what) override {
        std::string full = module_ + ".";
        full += name;
        add(std::move(full), value, unit, what);
    }
    void visit(const std::vector<sc_core::sc_object*>& objects) {
        for (sc_core::sc_object* object : objects) {
            if (is_module(*object)) {
                module_ = object->name();
                if (const auto* source = dynamic_cast<const core::StatsSource*>(object)) source->describe(*this);
            }
            visit(object->get_child_objects());
        }
    }

private:
    /// Of most objects, such as events and processes, this is known sooner than by a cast.
    static bool is_module(const sc_core::sc_object& object) { return std::string_view(object.kind()) == "sc_module"; }

    Counters& counters_;
    Notes* notes_;
    std::string module_;
};

}  // namespace niclab::lab
