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
