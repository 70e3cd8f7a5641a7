/// @file Interfaces of code that runs the edges of modules late (temporal decoupling) with the same
/// visible result.
#pragma once

#include <vector>

#include "core/time.h"

namespace niclab::core {

class Late {
public:
    virtual ~Late() = default;
    /// Runs all edges that are due up to now, because other code is about to read or change those
    /// modules.
    virtual void catch_up() = 0;
    /// Recomputes its plan after a change of the modules: the next activity may be earlier now.
    virtual void replan() = 0;
};

/// The same for a reader of a FIFO.
class LateReader : public Late {
public:
    /// Runs all edges before `t`, which is not after now.
    virtual void run_before(Femtoseconds t) = 0;
};

/// All objects that run the edges of one module late.
class LateRunners {
public:
    void add(Late& runner) { runners_.push_back(&runner); }
    void catch_up() const {
        for (Late* runner : runners_) runner->catch_up();
    }
    bool empty() const { return runners_.empty(); }
    void replan() const {
        for (Late* runner : runners_) runner->replan();
    }

private:
    std::vector<Late*> runners_;
};

}  // namespace niclab::core
