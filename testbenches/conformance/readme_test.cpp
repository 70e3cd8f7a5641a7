/// The table in README.md is what the cases say; NICLAB_WRITE_TABLE=1 writes it anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "check/line_rules.h"
#include "check/pci_rules.h"
#include "check/utopia_rules.h"
#include "pci_cases.h"
#include "utopia_cases.h"

namespace niclab::conformance {

namespace {

const std::string kBegin = "<!-- table: begin -->\n", kEnd = "<!-- table: end -->\n";

/// Why no pattern on the pins can break a rule.
const std::map<std::string, std::string> kUnbreakable{
    {"P2", "a definition: it says what an address phase is"},
    {"P9", "a definition: it says when data moves"},
    {"P40", "INTx# has no relation to the clock that a clocked observer could see"},
    {"P41", "a permission; that parity holds is P18"},
    {"P44", "a permission"},
    {"U11", "the ATM layer may leave RxEnb* asserted and ignore what comes"},
};
const std::map<std::string, std::string> kOwnTests{
    {"U13", "UtopiaChecker.U13HoldsAtTenAndOneNanoseconds"},
    {"S1", "LineRules.S1*"},
    {"S2", "LineRules.Each*, S2*"},
    {"S3", "LineRules.Each*"},
    {"S4", "LineRules.Each*"},
    {"S5", "LineRules.Each*"},
    {"S6", "LineRules.Each*"},
    {"S7", "LineRules.Each*"},
    {"S8", "LineRules.S8*"},
    {"S9", "LineRules.S8*"},
    {"A1", "Aal5Rules.A1*"},
    {"A2", "Aal5Rules.A2*"},
};

std::string row(const check::Rule& rule, const std::string& legal, const std::string& illegal) {
    std::string line = std::string("| ") + rule.id + " | " + rule.sentence + " | ";
    if (!rule.breakable) return line + "- | - | cannot be broken: " + kUnbreakable.at(rule.id) + " |\n";
    return line + legal + " | " + illegal + " | holds |\n";
}

template <class Rules, class Cases>
std::string rows(const Rules& rules, const Cases& cases, const std::string& suite) {
    std::string text;
    for (const check::Rule& rule : rules) {
        std::string names;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (std::string(cases[i].rule) == rule.id)
                names += (names.empty() ? "" : ", ") + std::string(rule.id) + "_" + std::to_string(i);
        const auto own = kOwnTests.find(rule.id);
        if (own != kOwnTests.end()) names = own->second;
        text += row(rule, names.empty() || own != kOwnTests.end() ? names : suite + " Legal.../" + names,
                    names.empty() || own != kOwnTests.end() ? names : suite + " Illegal.../" + names);
    }
    return text;
}

std::string table() {
    const std::vector<PciCase> none;
    return "| rule | sentence | legal test | illegal test | status |\n|---|---|---|---|---|\n" +
           rows(check::kPciRules, kPciCases, "PciRules") + rows(check::kUtopiaRules, kUtopiaCases, "UtopiaRules") +
           rows(check::kLineRules, none, "") + rows(check::kAal5Rules, none, "");
}

}  // namespace

TEST(ConformanceReadme, TableIsTrue) {
    std::ifstream in(CONFORMANCE_README);
    std::stringstream whole;
    whole << in.rdbuf();
    const std::string text = whole.str();
    const std::size_t begin = text.find(kBegin) + kBegin.size(), end = text.find(kEnd);
    ASSERT_LE(begin, end);
    if (std::getenv("NICLAB_WRITE_TABLE"))
        std::ofstream(CONFORMANCE_README) << text.substr(0, begin) + table() + text.substr(end);
    else
        EXPECT_EQ(text.substr(begin, end - begin), table());
}

}  // namespace niclab::conformance
