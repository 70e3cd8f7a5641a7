/// The PCI checker with hand-written pins: legal patterns pass, illegal ones violate their rule
/// first.
#include <gtest/gtest.h>

#include <sstream>

#include "mutation.h"
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

check::Report judge(const PciCase& c, const char* changes, unsigned period_ps = 30'303) {
    check::Report report = mutated_report();
    check::PciChecker::Config config = PciPattern::config();
    config.period_fs = core::Femtoseconds{period_ps} * 1000;
    check::PciChecker checker(config, report);
    PciPattern p = pattern_of(c.patterns);
    for (const check::PciSample& s : p.edit(changes).samples()) checker.sample(s);
    return report;
}

/// The patterns as in a file: without output enables, and with what `change` does to the rest.
check::Report judge_wires(const char* names, const char* changes, void (*change)(check::PciChecker::Config&)) {
    check::Report report;
    check::PciChecker::Config config = PciPattern::config();
    config.has_enables = false;
    change(config);
    check::PciChecker checker(config, report);
    PciPattern p = pattern_of(names);
    for (check::PciSample s : p.edit(changes).samples()) {
        s.enables = {};
        checker.sample(s);
    }
    return report;
}

std::string pci_violations(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at clock " + std::to_string(v.at / 30'303'030) + ", " + v.where + ": " +
                v.seen + "\n";
    return text;
}

class PciRules : public ::testing::TestWithParam<PciCase> {};

std::string pci_name(const ::testing::TestParamInfo<PciCase>& info) {
    return std::string(info.param.rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(PciRules, LegalPatternPasses) {
    const check::Report report = judge(GetParam(), GetParam().legal, GetParam().legal_period_ps);
    EXPECT_EQ(report.total(), 0u) << pci_violations(report);
}

TEST_P(PciRules, IllegalPatternTripsItFirst) {
    const check::Report report = judge(GetParam(), GetParam().illegal, GetParam().illegal_period_ps);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, GetParam().rule) << pci_violations(report);
}

INSTANTIATE_TEST_SUITE_P(Pci, PciRules, ::testing::ValuesIn(kPciCases), pci_name);

TEST(PciChecker, PerrAfterWrongParityIsNoViolationOfItsOwn) {
    const check::Report report = judge({"P19", "write2", "", ""}, "PAR 5:P; PERR# 6:0 7:1");
    ASSERT_EQ(report.total(), 1u) << pci_violations(report);
    EXPECT_STREQ(report.violations().front().rule->id, "P18");
}

TEST(PciChecker, PerrFromTheSenderIsOne) {
    const check::Report report = judge({"P19", "write2", "", ""}, "PAR 5:P; PERR# 6:0/a 7:1/a");
    ASSERT_EQ(report.total(), 2u) << pci_violations(report);
    EXPECT_STREQ(report.violations().back().rule->id, "P19");
}

TEST(PciChecker, AStrayPinIsNamed) {
    const std::pair<const char*, const char*> pins[] = {
        {"IRDY# 8:0/b 9:1/b", "IRDY#"}, {"T 8:d 9:.", "DEVSEL#"}, {"T 8:t 9:.", "TRDY#"}, {"T 8:s 9:.", "STOP#"}};
    for (const auto& [change, pin] : pins) {
        const check::Report report = judge({"", "write2", "", ""}, change);
        ASSERT_FALSE(report.violations().empty()) << pin;
        EXPECT_EQ(report.violations().front().seen, std::string(pin) + " asserted without a transaction");
    }
}

TEST(PciChecker, JudgesFromTheFirstIdleClockOnWhereverTheSamplesBegin) {
    for (const auto& [names, whole] : kPciPatterns) {
        const std::vector<check::PciSample> all = PciPattern(whole).samples();
        for (std::size_t first = 0; first < all.size(); ++first) {
            check::Report report;
            check::PciChecker::Config config = PciPattern::config();
            config.synchronise = true;
            check::PciChecker checker(config, report);
            for (std::size_t i = first; i < all.size(); ++i) {
                checker.sample(all[i]);
                bool idle = false;
                for (std::size_t k = first; k <= i; ++k) idle |= all[k].idle();
                EXPECT_EQ(checker.judging(), idle) << names << " from " << first;
            }
            EXPECT_EQ(report.total(), 0u) << names << " from " << first << ": " << pci_violations(report);
        }
    }
}

TEST(PciChecker, PerrOfDataBeforeTheFirstIdleClockIsNoViolation) {
    const std::vector<check::PciSample> all =
        PciPattern(kPciPatterns.at("write2")).edit("PAR 6:P; PERR# 7:0 8:1").samples();
    for (std::size_t first = 5; first < 8; ++first) {
        check::Report report;
        check::PciChecker::Config config = PciPattern::config();
        config.synchronise = true;
        check::PciChecker checker(config, report);
        for (std::size_t i = first; i < all.size(); ++i) checker.sample(all[i]);
        EXPECT_EQ(report.total(), 0u) << first << ": " << pci_violations(report);
    }
}

TEST(PciChecker, WithoutOutputEnablesARestoredSerrIsNotJudged) {
    const check::Report report = judge_wires("write2", "SERR# 5-7:0", [](check::PciChecker::Config&) {});
    EXPECT_EQ(report.total(), 0u) << pci_violations(report);
}

TEST(PciChecker, WithoutOutputEnablesPullUpsDoNotDriveInReset) {
    const auto with = [](const char* changes) {
        return judge_wires("idle", changes, [](check::PciChecker::Config&) {});
    };
    EXPECT_EQ(with("RST# 0-5:0; AD 0-5:FFFFFFFF; C/BE# 0-5:F").total(), 0u);
    EXPECT_EQ(with("RST# 0-5:0; AD 0-5:0; C/BE# 0-5:0").total(), 0u);
    EXPECT_GT(with("RST# 0-5:0; AD 0-5:1000").total(), 0u);
}

TEST(PciChecker, TheOnlyGrantOfAFileMayBeAnotherInitiators) {
    const char* const late = "GNT# 1:-";
    EXPECT_EQ(judge_wires("write2", late, [](check::PciChecker::Config&) {}).total(), 1u);
    const check::Report report =
        judge_wires("write2", late, [](check::PciChecker::Config& c) { c.has_all_grants = false; });
    EXPECT_EQ(report.total(), 0u) << pci_violations(report);
}

TEST(PciChecker, ABoardWithoutSteppingNeedsNone) {
    const check::Report report = judge_wires("config_read", "AD 2:-; C/BE# 2:-; PAR 3:-",
                                             [](check::PciChecker::Config& c) { c.stepped_configuration = false; });
    EXPECT_EQ(report.total(), 0u) << pci_violations(report);
}

TEST(PciChecker, AnOverrunIsOneViolation) {
    const check::Report report = judge({"P10", "read2", "", ""}, "IRDY# 6-9:0; C/BE# 6-9:-; T 7-9:-");
    EXPECT_EQ(report.total(), 1u) << pci_violations(report);
}

TEST(PciChecker, UnknownDataHasNoParity) {
    const check::Report report = judge({"P1", "write2", "", ""}, "AD 5:x");
    ASSERT_EQ(report.total(), 1u) << pci_violations(report);
    EXPECT_STREQ(report.violations().front().rule->id, "P1");
}

TEST(PciChecker, EveryRuleThatCanBeBrokenHasACase) {
    for (const check::Rule& rule : check::kPciRules) {
        bool found = false;
        for (const PciCase& c : kPciCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

}  // namespace niclab::conformance
