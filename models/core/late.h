/// @file  Whoever runs the edges of modules late, because nothing outside can tell.
#pragma once

#include <vector>

#include "core/time.h"

namespace niclab::core {

class Late {
public:
    virtual ~Late() = default;
    /// Runs what is due up to now: somebody is about to look at those modules, or to change them.
    virtual void catch_up() = 0;
    /// They were changed: what was planned may come sooner now.
    virtual void replan() = 0;
};

/// One that reads a FIFO.
class LateReader : public Late {
public:
    /// Runs what is due before `t`, which is not after now.
    virtual void run_before(Femtoseconds t) = 0;
};

/// Those who run the edges of one module.
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
