/// The table in README.md equals the cases; NICLAB_WRITE_TABLE=1 writes it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "check/csma_rules.h"
#include "check/eisa_rules.h"
#include "check/isa_rules.h"
#include "check/line_rules.h"
#include "check/pci_rules.h"
#include "check/pcie/pcie_rules.h"
#include "check/utopia_rules.h"
#include "csma_cases.h"
#include "eisa_cases.h"
#include "isa_cases.h"
#include "pci_cases.h"
#include "pcie_cases.h"
#include "utopia_cases.h"

namespace niclab::conformance {

namespace {

const std::string kBegin = "<!-- table: begin -->\n", kEnd = "<!-- table: end -->\n";

/// The reason why no pattern on the pins can violate a rule.
const std::map<std::string, std::string> kUnbreakable{
    {"P2", "a definition: it says what an address phase is"},
    {"P9", "a definition: it says when data moves"},
    {"P40", "INTx# has no relation to the clock that a clocked observer could see"},
    {"P41", "a permission; that parity holds is P18"},
    {"P44", "a permission"},
    {"E17", "to the pins a 17th attempt is the first of another frame"},
    {"E18", "to the pins it is another frame, whose octets are the same"},
    {"U11", "the ATM layer may leave RxEnb* asserted and ignore what comes"},
};
/// For rules without a pattern of pins.
struct OwnTests {
    std::string legal, illegal;
};
const std::string kLineFrames = "LineRules.Legal*", kLineFaults = "LineRules.Each*", kU13 = "UtopiaChecker.U13*";
const std::map<std::string, OwnTests> kOwnTests{
    {"U13", {kU13, kU13}},
    {"S1", {kLineFrames, "LineRules.S1*"}},
    {"S2", {kLineFrames, kLineFaults + ", LineRules.S2*"}},
    {"S3", {kLineFrames, kLineFaults}},
    {"S4", {kLineFrames, kLineFaults}},
    {"S5", {kLineFrames + ", LineRules.S5*", kLineFaults + ", LineRules.S5*"}},
    {"S6", {kLineFrames, kLineFaults}},
    {"S7", {kLineFrames, kLineFaults}},
    {"S8", {kLineFrames, "LineRules.S8*"}},
    {"S9", {kLineFrames + ", LineRules.S9*", "LineRules.S9*"}},
    {"A1", {"Aal5Rules.Legal*", "Aal5Rules.A1*"}},
    {"A2", {"Aal5Rules.Legal*", "Aal5Rules.A2*"}},
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
        text += own == kOwnTests.end() ? row(rule, suite + " Legal.../" + names, suite + " Illegal.../" + names)
                                       : row(rule, own->second.legal, own->second.illegal);
    }
    return text;
}

std::string table() {
    const std::vector<PciCase> none;
    return "| rule | sentence | legal test | illegal test | status |\n|---|---|---|---|---|\n" +
           rows(check::kPciRules, kPciCases, "PciRules") + rows(check::kUtopiaRules, kUtopiaCases, "UtopiaRules") +
           rows(check::kCsmaRules, kCsmaCases, "CsmaRules") + rows(check::kIsaRules, kIsaCases, "IsaRules") +
           rows(check::kEisaRules, kEisaCases, "EisaRules") + rows(check::kPcieRules, kPcieCases, "PcieRules") +
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

/// For mutate.py: the possible changes, and the tests that must detect them.
TEST(Mutations, All) {
    const auto rules = [](const auto& all) {
        for (const check::Rule& rule : all)
            if (rule.breakable) std::printf("mutation %s %s\n", rule.id, rule.id);
    };
    rules(check::kPciRules), rules(check::kUtopiaRules), rules(check::kCsmaRules), rules(check::kIsaRules),
        rules(check::kEisaRules), rules(check::kPcieRules), rules(check::kLineRules), rules(check::kAal5Rules);
    const auto numbers = [](auto limits, const char* group) {
        limits.each([group](const char* name, const char* rule, unsigned) {
            for (const char* step : {"+1", "-1"}) std::printf("mutation %s.%s%s %s\n", group, name, step, rule);
        });
    };
    numbers(check::PciLimits{}, "pci"), numbers(check::UtopiaLimits{}, "utopia");
    numbers(check::CsmaLimits{}, "csma"), numbers(check::IsaLimits{}, "isa"), numbers(check::EisaLimits{}, "eisa");
    numbers(check::PcieLimits{}, "pcie");
    numbers(check::LineLimits{}, "line"), numbers(check::Aal5Limits{}, "aal5");
}

}  // namespace niclab::conformance
