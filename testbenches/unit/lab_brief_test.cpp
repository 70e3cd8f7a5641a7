// The screen of a run: the answer first, at most 15 lines, folded to the terminal.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "lab/results/abbreviations.h"
#include "lab/results/brief.h"

namespace niclab::lab {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// A result with more to say than a screen holds.
Brief long_brief(std::size_t sentences, std::size_t rows, std::size_t warnings) {
    Brief b;
    for (std::size_t i = 0; i < sentences; ++i)
        b.answer.push_back("Sentence " + std::to_string(i) + " about a flow" + std::string(90, 'x') + ".");
    b.table.head = {"head"};
    b.table.rows = rows;
    b.table.first = [](std::size_t count) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back("  row " + std::to_string(i));
        return all;
    };
    for (std::size_t i = 0; i < warnings; ++i) b.warnings.push_back("Note: " + std::to_string(i));
    b.about = "x, 1 run, seed 1";
    return b;
}

TEST(Brief, HasAtMostFifteenLinesWhateverIsKnown) {
    for (const std::size_t columns : {80u, 100u, 120u})
        for (const std::size_t sentences : {1u, 4u, 30u})
            for (const std::size_t rows : {0u, 3u, 40u})
                for (const std::size_t warnings : {0u, 2u, 30u}) {
                    const auto lines = lines_of(to_text(long_brief(sentences, rows, warnings), "results/x", columns));
                    EXPECT_LE(lines.size(), kBriefLines) << sentences << ' ' << rows << ' ' << warnings;
                    EXPECT_EQ(lines.front().rfind("Sentence 0", 0), 0u);
                    EXPECT_EQ(lines.back(), "results/x");
                }
}

TEST(Brief, KeepsTwoRowsBeforeItKeepsTheLastSentences) {
    const std::string text = to_text(long_brief(30, 40, 0), "f", 120);
    EXPECT_NE(text.find("  row 1\n"), std::string::npos) << text;
    EXPECT_NE(text.find(" more sentences: see summary.txt.\n"), std::string::npos) << text;
    EXPECT_EQ(to_text(long_brief(1, 3, 1), "f", 120).find(" more "), std::string::npos);
}

TEST(Brief, LeavesOutTheTableFirstWhereTheAnswerIsMoreImportant) {
    Brief b = long_brief(13, 40, 0);
    EXPECT_NE(to_text(b, "f", 120).find(" more sentence"), std::string::npos);
    b.table.kept = 0;
    const std::string text = to_text(b, "f", 120);
    EXPECT_NE(text.find("Sentence 12"), std::string::npos) << text;
    EXPECT_EQ(text.find("head"), std::string::npos) << text;
}

TEST(Brief, IsFoldedToTheTerminalButForTheFolder) {
    Brief b = long_brief(3, 2, 0);
    b.answer = {"A word"};
    while (b.answer[0].size() < 400) b.answer[0] += " and another";
    const std::string folder(200, 'f');
    for (const std::size_t columns : {80u, 120u}) {
        auto lines = lines_of(to_text(b, folder, columns));
        EXPECT_EQ(lines.back(), folder);
        lines.pop_back();
        const auto longest = std::max_element(lines.begin(), lines.end(),
                                              [](const auto& x, const auto& y) { return x.size() < y.size(); });
        EXPECT_LE(longest->size(), columns);
        EXPECT_GT(longest->size(), columns - 15);
    }
}

TEST(Brief, OfARunWithoutPacketsSaysSo) {
    Results r;
    r.experiment = "x";
    r.runs = 1;
    r.seed = 3;
    const std::string text = to_text(brief(r), "f", 100);
    EXPECT_EQ(text, "No packet arrived.\nx, 1 run, seed 3. Tables: --verbose, or summary.txt in this folder:\nf\n");
}

TEST(Brief, WarnsOfViolationsAndOfALedgerThatDoesNotBalance) {
    Results r;
    r.checks["pci"].add({"P18", "client.pci", "parity", 5});
    r.ledger = {{"a_to_b", "cells", 3, 1, 0, 0, {}}};
    const std::string text = to_text(brief(r), "f", 120);
    EXPECT_NE(text.find("Warning: the checker of pci found 1 violation, the first of rule P18.\n"), std::string::npos);
    EXPECT_NE(text.find("Warning: the ledger of cells a_to_b does not balance.\n"), std::string::npos) << text;
}

TEST(Abbreviations, AreWrittenOutWhereTheyOccurAsWords) {
    EXPECT_EQ(abbreviations("waiting in the sending SAR: the PDU's other cells"),
              "PDU: protocol data unit, a packet with its trailer; SAR: segmentation and reassembly chip.");
    EXPECT_EQ(abbreviations("SARA and a_SAR and UTOPIA"), "");
    EXPECT_EQ(abbreviations("PDUs before it"), "PDU: protocol data unit, a packet with its trailer.");
}

}  // namespace
}  // namespace niclab::lab
