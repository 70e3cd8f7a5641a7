/// @file Interfaces of code that runs the edges of modules late (temporal decoupling) with the same
/// visible result.
#pragma once

#include <vector>

#include "core/time.h"

namespace niclab::core {

class Decoupled {
public:
    virtual ~Decoupled() = default;
    /// Runs all edges that are due up to now, because other code is about to read or change those
    /// modules.
    virtual void synchronize() = 0;
    /// Recomputes its plan after a change of the modules: the next activity may be earlier now.
    virtual void reschedule() = 0;
};

/// The same for a reader of a FIFO.
class DecoupledReader : public Decoupled {
public:
    /// Runs all edges before `t`, which is not after now.
    virtual void run_before(Femtoseconds t) = 0;
};

/// The same for a writer of a FIFO.
class DecoupledWriter : public Decoupled {
public:
    /// Runs all edges that are due up to now, if one of them may push an item.
    virtual void push_due() = 0;
};

/// All objects that run the edges of one module late.
class EdgeRunners {
public:
    void add(Decoupled& runner) { runners_.push_back(&runner); }
    void synchronize() const {
        for (Decoupled* runner : runners_) runner->synchronize();
    }
    bool empty() const { return runners_.empty(); }
    void reschedule() const {
        for (Decoupled* runner : runners_) runner->reschedule();
    }

private:
    std::vector<Decoupled*> runners_;
};

}  // namespace niclab::core
