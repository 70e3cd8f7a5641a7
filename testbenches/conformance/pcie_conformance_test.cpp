/// The checker of PCI Express with packets composed by hand: legal sequences pass, illegal ones
/// violate their rule first.
#include <gtest/gtest.h>

#include "half_patterns.h"
#include "mutation.h"
#include "pcie_cases.h"
#include "pcie_pattern.h"

namespace niclab::conformance {

namespace {

check::Report pcie_report(const std::string& words) {
    check::Report report = mutated_report();
    PciePattern(words, pcie_limits()).run(report);
    return report;
}

class PcieRules : public ::testing::TestWithParam<int> {
protected:
    static const PcieCase& a_case() { return kPcieCases[std::size_t(GetParam())]; }
};

std::string pcie_name(const ::testing::TestParamInfo<int>& info) {
    return std::string(kPcieCases[std::size_t(info.param)].rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(PcieRules, LegalPatternPasses) {
    const check::Report report = pcie_report(a_case().legal);
    EXPECT_EQ(report.total(), 0u) << told_of_halves(report);
}

TEST_P(PcieRules, IllegalPatternTripsItFirst) {
    const check::Report report = pcie_report(a_case().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, a_case().rule) << told_of_halves(report);
}

TEST_P(PcieRules, PacketsWithoutCrcAreJudgedByAllOtherRules) {
    check::Report with = mutated_report(), without = mutated_report();
    const std::string id = a_case().rule;
    with.ignore("T1"), with.ignore("T2");
    if (id != "T1" && id != "T2") PciePattern(a_case().illegal, pcie_limits()).run(with);
    PciePattern(a_case().illegal, pcie_limits()).run_without_crc(without);
    ASSERT_EQ(without.violations().size(), with.violations().size());
    for (std::size_t k = 0; k < with.violations().size(); ++k) {
        EXPECT_STREQ(without.violations()[k].rule->id, with.violations()[k].rule->id);
        EXPECT_EQ(without.violations()[k].at, with.violations()[k].at);
        EXPECT_EQ(without.violations()[k].seen, with.violations()[k].seen);
    }
}

INSTANTIATE_TEST_SUITE_P(Pcie, PcieRules, ::testing::Range(0, int(kPcieCases.size())), pcie_name);

TEST(PcieChecker, EveryRuleHasACase) {
    for (const check::Rule& rule : check::kPcieRules) {
        bool found = false;
        for (const PcieCase& c : kPcieCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

TEST(PcieChecker, SequenceNumbersAndCreditsWrap) {
    std::string words;
    for (unsigned k = 0; k < 5000; ++k)
        words += " >mw <ack <up:h=" + std::to_string((5 + k) % 256) + ":d=" + std::to_string((41 + k) % 4096);
    const check::Report report = pcie_report(words);
    EXPECT_EQ(report.total(), 0u) << told_of_halves(report);
}

}  // namespace niclab::conformance
