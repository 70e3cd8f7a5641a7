/// The checker of the ISA bus against hand-written pins: legal patterns pass, illegal ones trip their rule first.
#include <gtest/gtest.h>

#include "check/isa_checker.h"
#include "isa_cases.h"
#include "isa_pattern.h"
#include "mutation.h"

namespace niclab::conformance {

namespace {

check::Report isa_report(const std::string& words) {
    check::Report report = mutated_report();
    check::IsaChecker checker({"pins", isa_limits()}, report);
    std::uint64_t half = 0;
    for (const check::IsaSample& s : IsaPattern(words + " .1").samples()) {
        checker.sample(s, half, half);
        ++half;
    }
    return report;
}

std::string isa_told(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at half " + std::to_string(v.at) + ": " + v.seen + "\n";
    return text;
}

class IsaRules : public ::testing::TestWithParam<int> {
protected:
    static const IsaCase& a_case() { return kIsaCases[std::size_t(GetParam())]; }
};

std::string isa_name(const ::testing::TestParamInfo<int>& info) {
    return std::string(kIsaCases[std::size_t(info.param)].rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(IsaRules, LegalPatternPasses) {
    const check::Report report = isa_report(a_case().legal);
    EXPECT_EQ(report.total(), 0u) << isa_told(report);
}

TEST_P(IsaRules, IllegalPatternTripsItFirst) {
    const check::Report report = isa_report(a_case().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, a_case().rule) << isa_told(report);
}

INSTANTIATE_TEST_SUITE_P(Isa, IsaRules, ::testing::Range(0, int(kIsaCases.size())), isa_name);

TEST(IsaChecker, EveryRuleHasACase) {
    for (const check::Rule& rule : check::kIsaRules) {
        bool found = false;
        for (const IsaCase& c : kIsaCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

TEST(IsaChecker, ABusThatStandsStillNeedNotBeSampled) {
    check::Report report;
    check::IsaChecker checker({}, report);
    checker.sample({}, 1, 1);
    checker.sample({}, 521, 521);
    EXPECT_EQ(report.total(), 0u);
    checker.sample({}, 522, 522);
    EXPECT_EQ(report.total(), 1u) << isa_told(report);
}

}  // namespace niclab::conformance
