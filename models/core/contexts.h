/// @file Several independent simulation contexts of the kernel, each with its own hierarchy, event
/// queue and time.
///
/// Behaviour: parts that no wire connects can be simulated separately. If they run alternately for
///   long intervals, each finds its state still in the cache. Models that alternate at every edge
///   evict each other's state.
/// Source: sc_core::sc_simcontext. SystemC 2.3.4 and 3.0 let a program create several contexts; a
///   context holds all state of the kernel.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

namespace niclab::core {

/// Deletes a context in an order that every supported SystemC survives.
struct DeleteContext {
    void operator()(sc_core::sc_simcontext* context) const;
};
/// A context, of SystemC's own time resolution until another one is set.
using Context = std::unique_ptr<sc_core::sc_simcontext, DeleteContext>;

class Contexts {
public:
    /// `count` >= 1. A single context is the kernel's own, unless a `fresh` one is required for
    /// another simulation in the same process.
    explicit Contexts(std::size_t count, bool fresh = false);
    /// All objects that were created in the contexts must be destroyed before.
    ~Contexts();
    Contexts(const Contexts&) = delete;

    std::size_t count() const { return own_.empty() ? 1 : own_.size(); }
    /// Makes context `i` the current one. New objects belong to it. Call it also before each access
    /// to its modules from outside.
    void enter(std::size_t i) const {
        if (!own_.empty()) sc_core::sc_curr_simcontext = own_.at(i).get();
    }
    /// Runs the contexts one after the other, each for `duration`.
    void run(const sc_core::sc_time& duration) const;
    /// Objects at the top of the hierarchies of the contexts from `first` on that are before `end`.
    std::vector<sc_core::sc_object*> top_level_objects(std::size_t first, std::size_t end) const;

private:
    sc_core::sc_simcontext* before_;
    std::vector<Context> own_;  ///< Empty if one context suffices.
};

}  // namespace niclab::core
