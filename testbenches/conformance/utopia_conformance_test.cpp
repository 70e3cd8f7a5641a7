/// The UTOPIA checkers with hand-written pins: legal patterns pass, illegal ones violate their rule
/// first.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "check/utopia_checker.h"
#include "mutation.h"
#include "utopia_cases.h"

namespace niclab::conformance {

namespace {

/// Rows of tokens `0`, `1` (levels of the pins; Enb* is low when asserted), `token*n` for n clocks.
/// Row Parity: p odd, P even; row Data: d counts, x is unknown. Missing rows: Parity p, Data d.
class Pattern {
public:
    explicit Pattern(const std::string& rows) {
        std::istringstream text(rows);
        for (std::string line; std::getline(text, line);) {
            std::istringstream words(line);
            std::string name;
            if (!(words >> name)) continue;
            for (std::string token; words >> token;) {
                const std::size_t star = token.find('*');
                const unsigned n =
                    star == std::string::npos ? 1 : static_cast<unsigned>(std::stoul(token.substr(star + 1)));
                rows_[name].insert(rows_[name].end(), n, token[0]);
            }
            clocks_ = std::max(clocks_, rows_[name].size());
        }
    }
    std::vector<check::UtopiaSample> samples() const {
        std::vector<check::UtopiaSample> all;
        for (std::size_t i = 0; i < clocks_; ++i) {
            check::UtopiaSample s;
            s.data = static_cast<std::uint16_t>(i & 0xFF);
            s.soc = at("SOC", i, '0') == '1';
            s.enb = at("Enb*", i, '1') == '0';
            s.clav = at("Clav", i, '1') == '1';
            s.unknown = at("Data", i, 'd') == 'x';
            s.prty = (__builtin_popcount(s.data) % 2 == 0) == (at("Parity", i, 'p') == 'p');
            all.push_back(s);
        }
        return all;
    }

private:
    char at(const std::string& row, std::size_t i, char standard) const {
        const auto found = rows_.find(row);
        if (found == rows_.end()) return standard;
        return i < found->second.size() ? found->second[i] : found->second.back();
    }
    std::size_t clocks_ = 0;
    std::map<std::string, std::vector<char>> rows_;
};

check::Report judge(const UtopiaCase& c, const char* rows) {
    check::Report report = mutated_report();
    const check::UtopiaChecker::Config config{"pins", c.octet_level, 8, false, utopia_limits()};
    check::UtopiaTxChecker tx(config, report);
    check::UtopiaRxChecker rx(config, report);
    core::Femtoseconds clock = 0;
    for (const check::UtopiaSample& s : Pattern(rows).samples()) {
        if (c.receive)
            rx.sample(s, clock++);
        else
            tx.sample(s, clock++);
    }
    return report;
}

std::string utopia_violations(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += std::string(v.rule->id) + " at clock " + std::to_string(v.at) + ": " + v.seen + "\n";
    return text;
}

class UtopiaRules : public ::testing::TestWithParam<UtopiaCase> {};

std::string utopia_name(const ::testing::TestParamInfo<UtopiaCase>& info) {
    return std::string(info.param.rule) + "_" + std::to_string(info.index);
}

}  // namespace

TEST_P(UtopiaRules, LegalPatternPasses) {
    const check::Report report = judge(GetParam(), GetParam().legal);
    EXPECT_EQ(report.total(), 0u) << utopia_violations(report);
}

TEST_P(UtopiaRules, IllegalPatternTripsItFirst) {
    const check::Report report = judge(GetParam(), GetParam().illegal);
    ASSERT_FALSE(report.violations().empty());
    EXPECT_STREQ(report.violations().front().rule->id, GetParam().rule) << utopia_violations(report);
}

INSTANTIATE_TEST_SUITE_P(Utopia, UtopiaRules, ::testing::ValuesIn(kUtopiaCases), utopia_name);

TEST(UtopiaChecker, U13HoldsAtTenAndOneNanoseconds) {
    check::Report report = mutated_report();
    check::UtopiaTxChecker checker({"pins", false, 8, false, utopia_limits()}, report);
    checker.timing(0, 10'000'000, 1'000'000);
    EXPECT_EQ(report.total(), 0u);
    checker.timing(1, 9'999'999, 1'000'000);
    checker.timing(2, 10'000'000, 999'999);
    ASSERT_EQ(report.total(), 2u);
    EXPECT_STREQ(report.violations()[0].rule->id, "U13");
}

TEST(UtopiaChecker, JudgesFromTheFirstCellOnWhereverTheSamplesBegin) {
    for (const UtopiaCase& c : kUtopiaCases) {
        const std::vector<check::UtopiaSample> all = Pattern(c.legal).samples();
        for (std::size_t first = 0; first < all.size(); ++first) {
            check::Report report;
            const check::UtopiaChecker::Config config{"pins", c.octet_level, 8, true};
            check::UtopiaTxChecker tx(config, report);
            check::UtopiaRxChecker rx(config, report);
            for (std::size_t i = first; i < all.size(); ++i) {
                if (c.receive)
                    rx.sample(all[i], i);
                else
                    tx.sample(all[i], i);
            }
            EXPECT_EQ(report.total(), 0u) << c.rule << " from " << first << ": " << utopia_violations(report);
        }
    }
}

TEST(UtopiaChecker, AfterTheFirstCellEveryErrorCounts) {
    for (const UtopiaCase& c : kUtopiaCases) {
        check::Report report;
        const check::UtopiaChecker::Config config{"pins", c.octet_level, 8, true};
        check::UtopiaTxChecker tx(config, report);
        check::UtopiaRxChecker rx(config, report);
        core::Femtoseconds clock = 0;
        for (const char* rows : {c.legal, c.illegal})
            for (const check::UtopiaSample& s : Pattern(rows).samples()) {
                if (c.receive)
                    rx.sample(s, clock++);
                else
                    tx.sample(s, clock++);
            }
        ASSERT_FALSE(report.violations().empty()) << c.rule;
        EXPECT_STREQ(report.violations().front().rule->id, c.rule) << utopia_violations(report);
    }
}

TEST(UtopiaChecker, EveryRuleThatCanBeBrokenHasACase) {
    for (const check::Rule& rule : check::kUtopiaRules) {
        bool found = std::string(rule.id) == "U13";
        for (const UtopiaCase& c : kUtopiaCases) found |= std::string(c.rule) == rule.id;
        EXPECT_EQ(found, rule.breakable) << rule.id;
    }
}

}  // namespace niclab::conformance
