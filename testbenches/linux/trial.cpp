#include "trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/config.h"

namespace niclab::linux_kernel {

namespace {
using Finding = Findings::Finding;

constexpr const char *kFailingAllocation = "failing allocation", *kKernelRules = "rules of the kernel";

/// " (3 times)".
std::string times_of(const Finding& finding) {
    return finding.times > 1 ? fmt::format(" ({} times)", finding.times) : "";
}

/// Known faults, each reason once, with its lines.
std::string by_reason(const std::vector<Finding>& known) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Finding& finding : known) {
        const std::string place = finding.line + times_of(finding);
        const auto same =
            std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == finding.text; });
        if (same == all.end())
            all.emplace_back(finding.text, place);
        else
            same->second += ", " + place;
    }
    std::string text;
    for (const auto& [reason, places] : all) text += (text.empty() ? "" : "; ") + reason + ", at " + places;
    return text;
}

}  // namespace

bool Trial::passed() const {
    return complete_ && std::all_of(steps_.begin(), steps_.end(), [](const Step& s) { return s.passed; });
}

std::string Trial::accesses() const {
    const auto& [client, server] = pair().machines();
    return fmt::format("; register accesses of this step: client {}, server {}", client->accesses.step(),
                       server->accesses.step());
}

void Trial::choose(const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const Part& part : parts()) known.emplace_back(part.name);
    for (const std::string& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw core::ConfigError("--step " + name + ": " + core::unknown_name("step", name, known));
    chosen_ = names;
}

/// How often the kernels have found that something is left: a resource, memory or a mapping.
std::uint64_t Trial::left() const {
    std::uint64_t times = 0;
    for (const Machine* machine : pair().machines())
        for (const Finding& fault : machine->findings.faults())
            if (fault.rule == Rule::Left || fault.rule == Rule::DmaStillMapped) times += fault.times;
    return times;
}

/// A driver may stop because of the allocation that failed; then it only has to unload. One that
/// goes on may lose what this step moves, but nothing in the steps after it. If it uses a mapping
/// that has failed, the kernel's rules report that. In the last step only known faults may keep
/// something.
void Trial::accept_failure(Step& step, bool failed_before, bool last, bool keeps_more) {
    const Machine& client = *pair().machines()[0];
    if (step.passed || client.failed_at().empty() || !client.error().empty()) return;
    if (last && keeps_more) return;
    if (last && client.debug()) {
        step.passed = true;
        step.result += ", by known faults after the failed allocation at " + client.failed_at();
        return;
    }
    if (failed_before && !client.dma.has_used_failed()) return;
    step.passed = true;
    ended_ = ended_ || !goes_on();
    step.result = fmt::format("the driver {} after the failed allocation at {}: {}", ended_ ? "stops" : "goes on",
                              client.failed_at(), step.result);
}

void Trial::add_failing_allocation() {
    const Machine& client = *pair().machines()[0];
    if (client.fail_nth() == 0) return;
    const bool failed = !client.failed_at().empty();
    add({kFailingAllocation,
         failed ? fmt::format("allocation {} of the client, at {}", client.fail_nth(), client.failed_at())
                : fmt::format("the client makes {} allocations and mappings; expected at least {}",
                              client.allocations(), client.fail_nth()),
         failed});
}

void Trial::add_kernel_rules(bool complete) {
    std::vector<Finding> faults, known;
    bool debug = false;
    const char* name = "client: ";
    const auto add_others = [&name](std::vector<Finding>& all, const std::vector<Finding>& more) {
        for (Finding finding : more) {
            const auto same = std::find_if(all.begin(), all.end(), [&finding](const Finding& other) {
                return other.rule == finding.rule && other.key == finding.key;
            });
            if (same != all.end()) continue;  // of the other machine
            finding.text = name + finding.text;
            all.push_back(finding);
        }
    };
    for (const Machine* machine : pair().machines()) {
        debug = debug || machine->debug();
        add_others(faults, machine->findings.faults()), add_others(known, machine->findings.known());
        name = "server: ";
    }
    const auto is_fault = [&faults](const Finding& finding) {  // In another situation.
        return std::any_of(faults.begin(), faults.end(), [&](const Finding& fault) {
            return fault.rule == finding.rule && fault.key == finding.line;
        });
    };
    known.erase(std::remove_if(known.begin(), known.end(), is_fault), known.end());
    const std::string none = complete ? "none broken" : std::string("none broken") + kUntilEnd;
    Step step{kKernelRules, debug ? none : "not checked", faults.empty()};
    if (!faults.empty()) step.result = fmt::format("{} broken", faults.size());
    for (const Finding& fault : faults) step.result += "; " + fault.text + times_of(fault);
    known_faults_ = by_reason(known);
    add(step);
}

void Trial::add(const Step& step) {
    steps_.push_back(step);
    const auto same = std::find(not_reached_.begin(), not_reached_.end(), step.name);
    if (same != not_reached_.end()) not_reached_.erase(same);
}

std::string Trial::without_interface(const char* what, const char* expected) const {
    std::string text = fmt::format("the driver registers no {}", what);
    if (pair().machines()[0]->failed_at().empty())
        text += fmt::format("; expected {}, or --load-only for a module that only accesses registers", expected);
    return text + "; ";
}

std::string Trial::master_trouble() {
    for (Machine* machine : pair().machines())
        if (machine->pci_enabled && machine->lacks_master())
            return (machine->no_master_since ? "; since " + machine->findings.line(machine->no_master_since) : ";") +
                   std::string(
                       " the card may not be a master of the bus, and accesses no memory; expected "
                       "pci_set_master()");
    return "";
}

void Trial::run(const std::function<bool(double, const std::string&)>& progress) {
    std::vector<Part> all = parts();
    left_out_ = all.size();
    const auto other = [this](const Part& part) {
        return !part.always && !chosen_.empty() &&
               std::find(chosen_.begin(), chosen_.end(), part.name) == chosen_.end();
    };
    all.erase(std::remove_if(all.begin(), all.end(), other), all.end());
    left_out_ -= all.size();
    not_reached_.clear();
    for (const Part& part : all) not_reached_.emplace_back(part.name);
    if (pair().machines()[0]->fail_nth() > 0) not_reached_.emplace_back(kFailingAllocation);
    const std::string rules = "rules of " + standards();
    not_reached_.insert(not_reached_.end(), {kKernelRules, rules});
    for (const Part& part : all) {
        if (ended_ && &part != &all.back()) continue;
        const bool first = &part == all.data();
        if (!progress(double(&part - all.data()) / double(all.size()), part.name)) return;
        begin_step();
        for (Machine* machine : pair().machines()) machine->accesses.begin_step();
        const bool failed_before = !pair().machines()[0]->failed_at().empty();
        const std::uint64_t left_before = left();
        Step step;
        try {
            step = part.work();
        } catch (const std::exception& e) {
            step.result = e.what();
        }
        step.name = part.name;
        try {
            const bool keeps_more = left() != left_before;
            accept_failure(step, failed_before, &part == &all.back(), keeps_more);
            if (keeps_more)
                step.passed = false, step.result += fmt::format("; something is left: see {}", kKernelRules);
        } catch (const std::exception& e) {
            step.passed = false, step.result += std::string("; ") + e.what();
        }
        if (!step.passed)
            step.result +=
                (first || &part == &all.back() ? "" : master_trouble()) + (first ? "" : trouble()) + accesses();
        ended_ = ended_ || step.ends;
        add(step);
        const auto is_stopped = [](const Machine* machine) { return !machine->error().empty() || !machine->idle(); };
        const auto& machines = pair().machines();
        if ((!step.passed && first) || std::any_of(machines.begin(), machines.end(), is_stopped)) {
            if (!machines[0]->failed_at().empty()) add_failing_allocation();
            return add_kernel_rules(false);
        }
    }
    add_failing_allocation();
    add_kernel_rules(true);
    const auto broken = violations();
    add({rules, broken.empty() ? "none broken" : fmt::format("{} broken: {}", broken.size(), broken[0]),
         broken.empty()});
    complete_ = true;
}

}  // namespace niclab::linux_kernel
