#include "runtime/findings.h"

#include <algorithm>

#include "runtime/known_faults.h"

namespace niclab::linux_kernel {

void Findings::add(Rule rule, CodeAddress place, const std::string& text) {
    const SourceLines::Place& at = lines.at(place);
    const std::string reason =
        known_fault(rule, lines.module(), at.function, {eisa, maps_dma, allocation_failed, counters_set});
    if (reason.empty()) return record(faults_, rule, at.line, at.line + ": " + text);
    const std::size_t before = known_.size();
    record(known_, rule, at.function, at.line + ": known fault of " + lines.module() + ".c: " + reason);
    if (known_.size() > before && on_first) on_first("this is a known fault: " + at.line + ": " + text);
}

void Findings::add(Rule rule, const std::string& place, const std::string& text) {
    record(faults_, rule, place, place + ": " + text);
}

void Findings::record(std::vector<Finding>& list, Rule rule, const std::string& key, const std::string& text) {
    const auto same =
        std::find_if(list.begin(), list.end(), [&](const Finding& f) { return f.rule == rule && f.key == key; });
    if (same != list.end()) {
        ++same->times;
        return;
    }
    list.push_back({rule, key, text});
    if (on_first) on_first(text);
}

}  // namespace niclab::linux_kernel
