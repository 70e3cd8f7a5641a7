/// Accounts that do not balance are named; percentiles.
#include <gtest/gtest.h>

#include "probe/track/ledger.h"
#include "probe/track/stage_stats.h"

namespace niclab::probe {

TEST(Ledger, AnImbalanceIsNamedInEitherDirection) {
    Account cells{"client_to_server", "cells", 10, 7, 1, 0, {{"rx_fifo_overflow", 2}}};
    Ledger good;
    good.add(cells);
    EXPECT_TRUE(good.balances());
    EXPECT_TRUE(good.imbalances().empty());
    EXPECT_EQ(good.table().find("DOES NOT"), std::string::npos);
    Account few = cells, many = cells;
    few.delivered = 6;
    many.dropped["no_free_buffer"] = 3;
    Ledger bad;
    bad.add(few);
    bad.add(many);
    EXPECT_FALSE(bad.balances());
    EXPECT_EQ(bad.imbalances(),
              (std::vector<std::string>{"client_to_server: of 10 cells sent 1 are not accounted for",
                                        "client_to_server: of 10 cells sent 3 too many are accounted for"}));
    EXPECT_NE(bad.table().find("DOES NOT BALANCE"), std::string::npos);
    EXPECT_EQ(many.entries().at("dropped.no_free_buffer"), 3u);
}

TEST(StageStatistics, PercentilesInterpolate) {
    StageStats s;
    for (const double v : {4.0, 1.0, 3.0, 2.0}) s.add(v);
    EXPECT_DOUBLE_EQ(s.min(), 1);
    EXPECT_DOUBLE_EQ(s.max(), 4);
    EXPECT_DOUBLE_EQ(s.avg(), 2.5);
    EXPECT_DOUBLE_EQ(s.percentile(50), 2.5);
    EXPECT_DOUBLE_EQ(s.percentile(99), 3.97);
    EXPECT_DOUBLE_EQ(StageStats().percentile(50), 0);
}

}  // namespace niclab::probe
