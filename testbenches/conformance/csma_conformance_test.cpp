/// The checkers of CSMA/CD against hand-written pins: legal patterns pass, illegal ones trip their rule first.
#include <gtest/gtest.h>

#include "check/csma_checker.h"
#include "csma_cases.h"
#include "csma_pattern.h"
#include "mutation.h"

namespace niclab::conformance {

namespace {

check::Report judge(bool receive, const std::string& words) {
    check::Report report = mutated_report();
    const check::CsmaConfig config{"pins", 1, false, csma_limits()};
    check::CsmaTxChecker tx(config, report);
    check::CsmaRxChecker rx(config, report);
    core::Femtoseconds clock = 0;
    for (const CsmaPattern::Bit& b : CsmaPattern(words + " .1").bits()) {
        if (receive)
            rx.sample({b.on, b.data, b.crs, b.col}, clock++);
        else
            tx.sample({b.on, b.data, b.crs, b.col}, clock++);
    }
    return report;
}

std::string told(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at clock " + std::to_string(v.at) + ": " + v.seen + "\n";
    return text;
}

class CsmaRules : public ::testing::TestWithParam<CsmaCase> {};

std::string name_of(const ::testing::TestParamInfo<CsmaCase>& info) {
    return std::string(info.param.rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(CsmaRules, LegalPatternPasses) {
    const check::Report report = judge(GetParam().receive, GetParam().legal);
    EXPECT_EQ(report.total(), 0u) << told(report);
}

TEST_P(CsmaRules, IllegalPatternTripsItFirst) {
    const check::Report report = judge(GetParam().receive, GetParam().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, GetParam().rule) << told(report);
}

INSTANTIATE_TEST_SUITE_P(Csma, CsmaRules, ::testing::ValuesIn(kCsmaCases), name_of);

TEST(CsmaChecker, EveryRuleHasACase) {
    for (const check::Rule& rule : check::kCsmaRules) {
        bool found = false;
        for (const CsmaCase& c : kCsmaCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

TEST(CsmaChecker, BackOffIsNotJudgedWhereOthersWereHeard) {
    EXPECT_EQ(judge(false, "K32 .200 c1000 .500 P f64").total(), 0u);
    EXPECT_EQ(judge(false, "K32 c430 .97 P f64").total(), 0u);
}

TEST(CsmaChecker, InFullDuplexNeitherCarrierNorCollisionIsLookedAt) {
    check::Report report;
    check::CsmaConfig config;
    config.full_duplex = true;
    check::CsmaTxChecker tx(config, report);
    for (const CsmaPattern::Bit& b : CsmaPattern("c10 P17 f64 q96 P f64 .95 P f64 .1").bits())
        tx.sample({b.on, b.data, b.crs, b.col}, 0);
    ASSERT_EQ(report.total(), 1u) << told(report);
    EXPECT_STREQ(report.violations().front().rule->id, "E2");
}

}  // namespace niclab::conformance
