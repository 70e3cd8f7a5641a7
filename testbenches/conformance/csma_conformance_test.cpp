/// The checkers of CSMA/CD with hand-written pins: legal patterns pass, illegal ones violate their
/// rule first.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/csma_checker.h"
#include "csma_cases.h"
#include "csma_pattern.h"
#include "mutation.h"

namespace niclab::conformance {

namespace {

check::Report judge(bool receive, const std::string& words, const check::CsmaConfig& config) {
    check::Report report = mutated_report();
    check::CsmaTxChecker tx(config, report);
    check::CsmaRxChecker rx(config, report);
    core::Femtoseconds clock = 0;
    const std::string behind = " ." + std::to_string(config.width);
    for (const CsmaPattern::Symbol& s : CsmaPattern(words + behind).symbols(config.width)) {
        if (receive)
            rx.sample({s.on, s.data, s.crs, s.col}, clock++);
        else
            tx.sample({s.on, s.data, s.crs, s.col}, clock++);
    }
    return report;
}

check::Report judge(bool receive, const std::string& words, unsigned width = 1) {
    return judge(receive, words, check::CsmaConfig{"pins", width, false, csma_limits()});
}

std::string csma_violations(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at clock " + std::to_string(v.at) + ": " + v.seen + "\n";
    return text;
}

class CsmaRules : public ::testing::TestWithParam<CsmaCase> {};

std::string csma_name(const ::testing::TestParamInfo<CsmaCase>& info) {
    return std::string(info.param.rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(CsmaRules, LegalPatternPasses) {
    const check::Report report = judge(GetParam().receive, GetParam().legal, GetParam().width);
    EXPECT_EQ(report.total(), 0u) << csma_violations(report);
}

TEST_P(CsmaRules, IllegalPatternTripsItFirst) {
    const check::Report report = judge(GetParam().receive, GetParam().illegal, GetParam().width);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, GetParam().rule) << csma_violations(report);
}

INSTANTIATE_TEST_SUITE_P(Csma, CsmaRules, ::testing::ValuesIn(kCsmaCases), csma_name);

/// All rules for MII; for seven wires all except those of nibbles.
TEST(CsmaChecker, EveryRuleHasACaseAtEachWidth) {
    const auto found = [](const check::Rule& rule, unsigned width) {
        return std::any_of(kCsmaCases.begin(), kCsmaCases.end(),
                           [&](const CsmaCase& c) { return std::string(c.rule) == rule.id && c.width == width; });
    };
    for (const check::Rule& rule : check::kCsmaRules) {
        const bool of_nibbles = &rule == &check::rule(check::CsmaRule::ReceivedAlignment);
        EXPECT_EQ(found(rule, 1), rule.breakable && !of_nibbles) << rule.id;
        EXPECT_EQ(found(rule, 4), rule.breakable) << rule.id;
    }
}

TEST(CsmaChecker, BackOffIsNotJudgedWhereOthersWereHeard) {
    EXPECT_EQ(judge(false, "K32 .200 c1000 .500 P f64").total(), 0u);
    EXPECT_EQ(judge(false, "K32 c430 .97 P f64").total(), 0u);
}

TEST(CsmaChecker, WhereThereIsNoSqeTestItsPulseIsACollision) {
    for (const bool sqe_test : {true, false}) {
        const check::Report report = judge(false, "P f64 .8 q12 .48", {"pins", 4, false, {}, sqe_test});
        const bool e13 = report.total() == 1 && std::string(report.violations().front().rule->id) == "E13";
        EXPECT_EQ(e13, !sqe_test) << csma_violations(report);
        EXPECT_EQ(report.total() == 0, sqe_test) << csma_violations(report);
    }
}

TEST(CsmaChecker, InFullDuplexNeitherCarrierNorCollisionIsLookedAt) {
    for (const unsigned width : {1u, 4u}) {
        const check::Report report = judge(false, "c12 P20 f64 q96 P f64 .92 P f64", {"pins", width, true, {}});
        ASSERT_EQ(report.total(), 1u) << csma_violations(report);
        EXPECT_STREQ(report.violations().front().rule->id, "E2");
    }
}

}  // namespace niclab::conformance
