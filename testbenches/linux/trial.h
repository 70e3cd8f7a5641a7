/// @file A driver's trial on two machines: one step after the other, each with a result.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "machine_pair.h"

namespace niclab::linux_kernel {

/// The end of the result of rules in a trial that has ended early.
inline constexpr char kUntilEnd[] = " until the trial has ended";

class Trial {
public:
    struct Step {
        std::string name, result;
        bool passed = false;
        bool ends = false;  ///< After it only the last step makes sense.
    };
    virtual ~Trial() = default;
    /// Only these steps are executed, besides those that they depend on. Before run(). ConfigError: a
    /// name that no step has.
    void choose(const std::vector<std::string>& names);
    /// Executes the steps, up to the first failure after which no other step is possible.
    /// `progress` receives a fraction of 1 and the step's name; false ends the trial.
    void run(const std::function<bool(double, const std::string&)>& progress);
    const std::vector<Step>& steps() const { return steps_; }
    /// Faults that the kernel's own driver is known for, each with its lines; empty: none was found.
    const std::string& known_faults() const { return known_faults_; }
    /// How many steps were not chosen.
    std::size_t left_out() const { return left_out_; }
    /// The names of those that were, but were not executed, as the trial has ended early.
    const std::vector<std::string>& not_reached() const { return not_reached_; }
    /// All chosen steps were done and passed.
    bool passed() const;
    virtual const MachinePair& pair() const = 0;

protected:
    struct Part {
        const char* name;
        std::function<Step()> work;  ///< An exception of it is the step's result.
        bool always = false;         ///< The other steps depend on it.
    };
    /// The first step finds the card: without it no other step is possible.
    virtual std::vector<Part> parts() = 0;
    /// Whether the first machine's driver goes on after a failure, so that more steps are possible.
    /// What it has put off is done.
    virtual bool goes_on() { return false; }
    /// Called before each step.
    virtual void begin_step() {}
    /// The reason why the cards do not work, for a step that failed; or nothing.
    virtual std::string trouble() const { return ""; }
    /// The first part of the result of a probe without an interface. `expected`: the function that
    /// registers one.
    std::string without_interface(const char* what, const char* expected) const;
    /// "; the card may not be a master of the bus ..."; empty: it may, or needs not.
    std::string master_trouble();
    /// Violations that the checkers found, as sentences.
    virtual std::vector<std::string> violations() const = 0;
    /// Names of the standards of those rules, such as "PCI".
    virtual std::string standards() const = 0;

private:
    /// The first and the last register access of both drivers in the present step.
    std::string accesses() const;
    std::uint64_t left() const;
    /// `keeps_more`: the step has left something.
    void accept_failure(Step& step, bool failed_before, bool last, bool keeps_more);
    /// Adds a step that was executed.
    void add(const Step& step);
    /// Adds the step with the allocation that had to fail, if there was to be one.
    void add_failing_allocation();
    /// Adds the step with the findings of the kernels. `complete`: of the whole trial.
    void add_kernel_rules(bool complete);

    std::vector<std::string> chosen_;  ///< Empty: all.
    std::vector<Step> steps_;
    std::size_t left_out_ = 0;
    std::vector<std::string> not_reached_;
    std::string known_faults_;
    bool complete_ = false;
    bool ended_ = false;  ///< Only the last step follows.
};

}  // namespace niclab::linux_kernel
