/// The PCI checker against hand-written pins: legal patterns pass, illegal ones trip their rule first.
#include <gtest/gtest.h>

#include <sstream>

#include "pci_cases.h"
#include "pci_pattern.h"

namespace niclab::conformance {

namespace {

PciPattern pattern_of(const std::string& names) {
    std::istringstream list(names);
    std::string name;
    std::getline(list, name, '+');
    PciPattern whole(kPciPatterns.at(name));
    while (std::getline(list, name, '+')) whole.then(PciPattern(kPciPatterns.at(name)));
    return whole;
}

check::Report judge(const PciCase& c, const char* changes) {
    check::Report report;
    check::PciChecker::Config config = PciPattern::config();
    if (std::string(c.rule) == "P43") config.period_fs = 15'151'515;
    check::PciChecker checker(config, report);
    PciPattern p = pattern_of(c.patterns);
    for (const check::PciSample& s : p.edit(changes).samples()) checker.sample(s);
    return report;
}

std::string told(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at clock " + std::to_string(v.at / 30'303'030) + ", " + v.where + ": " +
                v.seen + "\n";
    return text;
}

class PciRules : public ::testing::TestWithParam<PciCase> {};

std::string name_of(const ::testing::TestParamInfo<PciCase>& info) {
    return std::string(info.param.rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(PciRules, LegalPatternPasses) {
    const check::Report report = judge(GetParam(), GetParam().legal);
    EXPECT_EQ(report.total(), 0u) << told(report);
}

TEST_P(PciRules, IllegalPatternTripsItFirst) {
    const check::Report report = judge(GetParam(), GetParam().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, GetParam().rule) << told(report);
}

INSTANTIATE_TEST_SUITE_P(Pci, PciRules, ::testing::ValuesIn(kPciCases), name_of);

TEST(PciChecker, PerrAfterWrongParityIsNoViolationOfItsOwn) {
    const check::Report report = judge({"P19", "write2", "", ""}, "PAR 5:P; PERR# 6:0 7:1");
    ASSERT_EQ(report.total(), 1u) << told(report);
    EXPECT_STREQ(report.violations().front().rule->id, "P18");
}

TEST(PciChecker, PerrFromTheSenderIsOne) {
    const check::Report report = judge({"P19", "write2", "", ""}, "PAR 5:P; PERR# 6:0/a 7:1/a");
    ASSERT_EQ(report.total(), 2u) << told(report);
    EXPECT_STREQ(report.violations().back().rule->id, "P19");
}

TEST(PciChecker, EveryRuleThatCanBeBrokenHasACase) {
    for (const check::Rule& rule : check::kPciRules) {
        bool found = false;
        for (const PciCase& c : kPciCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

}  // namespace niclab::conformance
