/// @file  A driver's trial on two machines: one step after the other, each with a verdict.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine_pair.h"

namespace niclab::linux_kernel {

class Trial {
public:
    struct Step {
        std::string name, result;
        bool passed = false;
    };
    virtual ~Trial() = default;
    /// One step after the other, up to the first after which nothing can go on. `progress` hears a fraction of 1 and
    /// the step's name; false ends the trial.
    void run(const std::function<bool(double, const std::string&)>& progress);
    const std::vector<Step>& steps() const { return steps_; }
    /// All steps were done and passed.
    bool passed() const;
    virtual const MachinePair& pair() const = 0;

protected:
    struct Part {
        const char* name;
        std::function<Step()> work;  ///< What it throws is the step's result.
    };
    /// The first finds the card: without it there is nothing to try.
    virtual std::vector<Part> parts() = 0;
    /// What keeps the cards from working, for a step that failed; or nothing.
    virtual std::string trouble() const { return ""; }
    /// Violations that the checkers saw, as sentences.
    virtual std::vector<std::string> violations() const = 0;
    /// Whose rules those are, such as "PCI".
    virtual std::string standards() const = 0;

private:
    std::vector<Step> steps_;
    bool complete_ = false;
};

}  // namespace niclab::linux_kernel
