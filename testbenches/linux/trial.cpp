#include "trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace niclab::linux_kernel {

bool Trial::passed() const {
    return complete_ && std::all_of(steps_.begin(), steps_.end(), [](const Step& s) { return s.passed; });
}

void Trial::run(const std::function<bool(double, const std::string&)>& progress) {
    const std::vector<Part> all = parts();
    for (const Part& part : all) {
        const bool first = &part == all.data();
        if (!progress(double(&part - all.data()) / double(all.size()), part.name)) return;
        Step step;
        try {
            step = part.work();
        } catch (const std::exception& e) {
            step.result = e.what();
        }
        step.name = part.name;
        if (!step.passed && !first) step.result += trouble();
        steps_.push_back(step);
        if (!step.passed && first) return;
        for (const Machine* machine : pair().machines())  // A stopped one, or it hangs in its work.
            if (!machine->error().empty() || !machine->cpu.idle()) return;
    }
    const auto broken = violations();
    steps_.push_back({"rules of " + standards(),
                      broken.empty() ? "none broken" : fmt::format("{} broken: {}", broken.size(), broken[0]),
                      broken.empty()});
    complete_ = true;
}

}  // namespace niclab::linux_kernel
