/// Which decision of a receiver belongs to which launched cell.
#include <gtest/gtest.h>

#include <vector>

#include "probe/track/line_matcher.h"

namespace niclab::probe {

namespace {

using Outcome = LineMatcher::Outcome;
constexpr core::Femtoseconds kOctet = 1000, kDelay = 41'000;

struct MatcherBench {
    LineMatcher matcher{kDelay, kOctet};
    std::vector<Outcome> outcomes;
    unsigned inserted = 0;
    MatcherBench() {
        matcher.decided = [this](Outcome o, core::Femtoseconds) { outcomes.push_back(o); };
        matcher.inserted = [this] { ++inserted; };
    }
    static atm::Header header(unsigned vci) { return {0, 0, static_cast<std::uint16_t>(vci), 0, false}; }
    /// Cells of 53 octets from time 0 on.
    void launch(unsigned cells) {
        for (unsigned i = 0; i < cells; ++i) matcher.launched(header(100 + i), i * 53 * kOctet);
    }
};

}  // namespace

TEST(LineMatcher, EachCellIsDecidedInItsWindow) {
    MatcherBench b;
    b.launch(3);
    b.matcher.at_end(Outcome::Passed, MatcherBench::header(100), kDelay + 52 * kOctet);
    b.matcher.at_header(Outcome::HeaderError, kDelay + (53 + 14) * kOctet);  // a row's overhead between its octets
    b.matcher.at_end(Outcome::Passed, MatcherBench::header(7), kDelay + (106 + 52) * kOctet);
    EXPECT_EQ(b.outcomes, (std::vector<Outcome>{Outcome::Passed, Outcome::HeaderError, Outcome::Altered}));
    EXPECT_EQ(b.inserted, 0u);
    EXPECT_EQ(b.matcher.pending(), 0u);
}

TEST(LineMatcher, ARowsOverheadMayDelayACellByItsOctetsAndNoMore) {
    for (const unsigned gap : {10u, 40u})
        for (const unsigned late : {gap, gap + 1, gap + 2}) {
            MatcherBench b;
            b.matcher = LineMatcher{kDelay, kOctet, gap};
            b.matcher.decided = [&b](Outcome o, core::Femtoseconds) { b.outcomes.push_back(o); };
            b.matcher.inserted = [&b] { ++b.inserted; };
            b.launch(1);
            b.matcher.at_end(Outcome::Passed, MatcherBench::header(100), kDelay + (52 + late) * kOctet);
            EXPECT_EQ(b.outcomes.size(), late <= gap + 1 ? 1u : 0u) << gap << ' ' << late;
            EXPECT_EQ(b.inserted, late <= gap + 1 ? 0u : 1u);
        }
}

TEST(LineMatcher, WhatNobodyDecidesIsLost) {
    MatcherBench b;
    b.launch(2);
    b.matcher.at_end(Outcome::Passed, MatcherBench::header(101), kDelay + (53 + 52) * kOctet);
    EXPECT_EQ(b.outcomes, (std::vector<Outcome>{Outcome::NoDelineation, Outcome::Passed}));
}

TEST(LineMatcher, ADecisionOutsideEveryWindowConcernsANullCell) {
    MatcherBench b;
    b.matcher.launched(MatcherBench::header(1), 53 * kOctet);
    b.matcher.at_header(Outcome::HeaderError, kDelay + 4 * kOctet);
    b.matcher.at_end(Outcome::Passed, MatcherBench::header(9), kDelay + 52 * kOctet);
    EXPECT_TRUE(b.outcomes.empty());
    EXPECT_EQ(b.inserted, 1u);
    EXPECT_EQ(b.matcher.pending(), 1u);
}

}  // namespace niclab::probe
