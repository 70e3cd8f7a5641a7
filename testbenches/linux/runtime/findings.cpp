#include "runtime/findings.h"

#include <algorithm>

#include "runtime/known_faults.h"

namespace niclab::linux_kernel {

void Findings::add(Rule rule, CodeAddress place, const std::string& text) {
    const SourceLines::Place& at = lines.at(place);
    const std::string reason =
        known_fault(rule, lines.module(), at.function, {eisa, maps_dma, allocation_failed, counters_set});
    if (reason.empty()) return add(rule, at.line, text);
    const bool is_new = record(known_, {rule, at.function, reason, at.line});
    if (is_new && on_first) on_first("this is a known fault: " + at.line + ": " + text);
}

void Findings::add(Rule rule, const std::string& place, const std::string& text) {
    const bool is_new = record(faults_, {rule, place, place + ": " + text, place});
    if (is_new && on_first) on_first(faults_.back().text);
}

void Findings::replace(Rule rule, CodeAddress place, const std::string& text) {
    const std::string line = lines.at(place).line, sentence = line + ": " + text;
    const auto same =
        std::find_if(faults_.begin(), faults_.end(), [&](const Finding& f) { return f.rule == rule && f.key == line; });
    if (same == faults_.end()) return add(rule, place, text);
    if (same->text == sentence) return;
    same->text = sentence;
    if (on_first) on_first(sentence);
}

bool Findings::record(std::vector<Finding>& list, const Finding& finding) {
    const auto same = std::find_if(list.begin(), list.end(),
                                   [&](const Finding& f) { return f.rule == finding.rule && f.key == finding.key; });
    if (same != list.end()) {
        ++same->times;
        return false;
    }
    list.push_back(finding);
    return true;
}

}  // namespace niclab::linux_kernel
