// Times between accesses of a driver, packets and interrupts.
#include <gtest/gtest.h>

#include <map>

#include "spans.h"

namespace niclab::vm {
namespace {

constexpr core::Femtoseconds kUs = 1'000'000'000;

Access write_at(core::Femtoseconds at) { return {at, at + kUs, true, 0, 0, 4}; }

std::map<std::string, Spans::Row> rows_of(const Spans& spans) {
    std::map<std::string, Spans::Row> rows;
    for (const Spans::Row& row : spans.rows()) rows.emplace(row.name, row);
    return rows;
}

TEST(VmSpans, CountsAPacketFromTheEndOfTheLastWriteBeforeIt) {
    Spans spans("bit");
    spans.on_access(write_at(10 * kUs));
    spans.on_access(write_at(20 * kUs));
    spans.on_card_transaction(23 * kUs);
    spans.on_begin(26 * kUs, false);
    spans.on_end(30 * kUs);
    spans.on_begin(40 * kUs, false);  // No write since the packet before.
    const auto rows = rows_of(spans);
    EXPECT_EQ(rows.at("last register write to first bit").count, 1u);
    EXPECT_DOUBLE_EQ(rows.at("last register write to first bit").median_us, 5);
    EXPECT_DOUBLE_EQ(rows.at("last register write to first cycle of the bus master").median_us, 2);
    EXPECT_DOUBLE_EQ(rows.at("first cycle of the bus master to first bit").median_us, 3);
    EXPECT_DOUBLE_EQ(rows.at("first to last bit of a sent packet").median_us, 4);
}

TEST(VmSpans, CountsAnInterruptFromTheFirstPacketThatArrivedSinceTheOneBefore) {
    Spans spans("cell");
    spans.on_interrupt(5 * kUs);
    spans.on_access(write_at(7 * kUs));
    spans.on_received(10 * kUs);
    spans.on_received(20 * kUs);
    spans.on_interrupt(25 * kUs);
    spans.on_interrupt(26 * kUs);  // Of something else.
    const auto rows = rows_of(spans);
    EXPECT_EQ(rows.at("last cell of a received packet to interrupt").count, 1u);
    EXPECT_DOUBLE_EQ(rows.at("last cell of a received packet to interrupt").max_us, 15);
    EXPECT_EQ(rows.at("interrupt to next register access").count, 1u);
    EXPECT_DOUBLE_EQ(rows.at("interrupt to next register access").min_us, 2);
}

}  // namespace
}  // namespace niclab::vm
