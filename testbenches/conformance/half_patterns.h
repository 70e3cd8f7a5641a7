/// @file Patterns of a bus with a checker that takes a sample at each half of BCLK.
#pragma once

#include <string>

#include "mutation.h"

namespace niclab::conformance {

/// The result of `Checker` for `words`, followed by a sample with nothing asserted.
template <class Checker, class Pattern, class Limits>
check::Report report_of_halves(const std::string& words, const Limits& limits) {
    check::Report report = mutated_report();
    Checker checker({"pins", limits}, report);
    std::uint64_t half = 0;
    for (const auto& s : Pattern(words + " .1").samples()) {
        checker.sample(s, half, half);
        ++half;
    }
    return report;
}

inline std::string told_of_halves(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at half " + std::to_string(v.at) + ": " + v.seen + "\n";
    return text;
}

/// A stopped bus without a refresh, sampled just before the limit, and half a BCLK after it: the
/// violations then.
template <class Checker, class Sample>
std::pair<std::uint64_t, std::uint64_t> violations_of_stillness(std::uint64_t refresh_halves) {
    check::Report report;
    Checker checker({}, report);
    checker.sample(Sample{}, 1, 1);
    checker.sample(Sample{}, refresh_halves + 1, refresh_halves + 1);
    const std::uint64_t in_time = report.total();
    checker.sample(Sample{}, refresh_halves + 2, refresh_halves + 2);
    return {in_time, report.total()};
}

}  // namespace niclab::conformance
