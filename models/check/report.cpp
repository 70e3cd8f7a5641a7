#include "check/report.h"

#include <algorithm>
#include <map>

namespace niclab::check {

std::vector<Violation> merged(const std::vector<const Report*>& reports) {
    if (reports.size() == 1) return reports.front()->violations();
    std::vector<Violation> all;
    for (const Report* r : reports) all.insert(all.end(), r->violations().begin(), r->violations().end());
    std::stable_sort(all.begin(), all.end(), [](const Violation& a, const Violation& b) { return a.at < b.at; });
    std::map<const Rule*, std::uint64_t> kept;
    const auto beyond = [&kept](const Violation& v) { return ++kept[v.rule] > Report::kKept; };
    all.erase(std::remove_if(all.begin(), all.end(), beyond), all.end());
    return all;
}

}  // namespace niclab::check
