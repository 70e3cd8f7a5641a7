// The table for the terminal.
#include <gtest/gtest.h>

#include <sstream>

#include "lab/results/results.h"

namespace niclab::lab {
namespace {

/// Results with every part that grows with what happened.
Results eventful() {
    Results r;
    r.experiment = "x";
    r.version = "0";
    std::string sentence = "A word";
    while (sentence.size() < 250) sentence += " and another";
    r.remarks = {sentence};
    r.notes = {sentence, std::string(150, 'x')};
    probe::Account cells{"client_to_server", "cells", 1'000'000'000, 999'999'000, 0, 0, {}};
    for (const char* cause : {"line_no_delineation", "phy_header_error", "rx_fifo_overflow", "lookup_error"})
        cells.dropped[cause] = 250;
    r.ledger = {cells};
    for (const char* check : {"aal5", "ledger", "pci", "sonet", "utopia", "one", "more", "than", "there", "are"})
        r.checks[check].checked = 1'000'000'000;
    r.pci.emplace_back("client", probe::PciAccount({{"nic", 1}}, {"host", "nic"}, {0, 1, 1}));
    return r;
}

TEST(Summary, FitsATerminalAndLosesNoWord) {
    const std::string text = summary(eventful());
    std::istringstream lines(text);
    std::size_t wide = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line == std::string(150, 'x')) continue;  // a word that has no blank to break at
        EXPECT_LE(line.size(), 100u) << line;
        wide = std::max(wide, line.size());
    }
    EXPECT_GT(wide, 90u);
    std::size_t words = 0;
    for (std::size_t at = text.find("another"); at != std::string::npos; at = text.find("another", at + 1)) ++words;
    EXPECT_EQ(words, 2u * 21u);
    EXPECT_NE(text.find("rx_fifo_overflow"), std::string::npos);
}

}  // namespace
}  // namespace niclab::lab
