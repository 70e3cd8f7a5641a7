/// The checker of the EISA bus with hand-written pins: legal patterns pass, illegal ones violate
/// their rule first.
#include <gtest/gtest.h>

#include "check/eisa_checker.h"
#include "eisa_cases.h"
#include "eisa_pattern.h"
#include "half_patterns.h"

namespace niclab::conformance {

namespace {

check::Report eisa_report(const std::string& words) {
    return report_of_halves<check::EisaChecker, EisaPattern>(words, eisa_limits());
}

class EisaRules : public ::testing::TestWithParam<int> {
protected:
    static const EisaCase& a_case() { return kEisaCases[std::size_t(GetParam())]; }
};

std::string eisa_name(const ::testing::TestParamInfo<int>& info) {
    return std::string(kEisaCases[std::size_t(info.param)].rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(EisaRules, LegalPatternPasses) {
    const check::Report report = eisa_report(a_case().legal);
    EXPECT_EQ(report.total(), 0u) << told_of_halves(report);
}

TEST_P(EisaRules, IllegalPatternTripsItFirst) {
    const check::Report report = eisa_report(a_case().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, a_case().rule) << told_of_halves(report);
}

INSTANTIATE_TEST_SUITE_P(Eisa, EisaRules, ::testing::Range(0, int(kEisaCases.size())), eisa_name);

TEST(EisaChecker, EveryRuleHasACase) {
    for (const check::Rule& rule : check::kEisaRules) {
        bool found = false;
        for (const EisaCase& c : kEisaCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

TEST(EisaChecker, ABusThatStandsStillNeedNotBeSampled) {
    const auto [in_time, late] = violations_of_stillness<check::EisaChecker, check::EisaSample>(520);
    EXPECT_EQ(in_time, 0u);
    EXPECT_EQ(late, 1u);
}

}  // namespace niclab::conformance
