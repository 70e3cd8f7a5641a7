/// The checker of the ISA bus with hand-written pins: legal patterns pass, illegal ones violate
/// their rule first.
#include <gtest/gtest.h>

#include "check/isa_checker.h"
#include "half_patterns.h"
#include "isa_cases.h"
#include "isa_pattern.h"

namespace niclab::conformance {

namespace {

check::Report isa_report(const std::string& words) {
    return report_of_halves<check::IsaChecker, IsaPattern>(words, isa_limits());
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
    EXPECT_EQ(report.total(), 0u) << told_of_halves(report);
}

TEST_P(IsaRules, IllegalPatternTripsItFirst) {
    const check::Report report = isa_report(a_case().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, a_case().rule) << told_of_halves(report);
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
    const auto [in_time, late] = violations_of_stillness<check::IsaChecker, check::IsaSample>(520);
    EXPECT_EQ(in_time, 0u);
    EXPECT_EQ(late, 1u);
}

}  // namespace niclab::conformance
