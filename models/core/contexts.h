/// @file  Several simulation contexts of the kernel side by side, each with a hierarchy, an agenda and a time of its own.
///
/// What is not joined by any wire can be simulated apart: run one after the other for a while, each finds its state
/// still in the cache, which models that take turns at every edge lose to each other.
/// Source:  sc_core::sc_simcontext, which SystemC 2.3.4 and 3.0 let a program make more than one of;
///          all that the kernel keeps it keeps there.
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
    /// `count` >= 1. One alone is the kernel's own, unless a `fresh` one is wanted: another simulation in the same process.
    explicit Contexts(std::size_t count, bool fresh = false);
    /// What was made in them must be gone.
    ~Contexts();
    Contexts(const Contexts&) = delete;

    std::size_t count() const { return own_.empty() ? 1 : own_.size(); }
    /// What is made from now on belongs to context `i`; what touches its modules from outside comes after this, too.
    void enter(std::size_t i) const {
        if (!own_.empty()) sc_core::sc_curr_simcontext = own_.at(i).get();
    }
    /// Each in turn, so that all have come to the same time.
    void run(const sc_core::sc_time& duration) const;
    /// Objects at the top of the hierarchies.
    std::vector<sc_core::sc_object*> top_level_objects() const;

private:
    sc_core::sc_simcontext* before_;
    std::vector<Context> own_;  ///< None where one is enough.
};

}  // namespace niclab::core
