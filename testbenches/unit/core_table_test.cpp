#include <gtest/gtest.h>

#include "core/table.h"

namespace niclab::core {

namespace {

struct Port {
    std::string name;
    std::uint64_t frames;
    double rate;
    std::vector<std::uint64_t> sizes;
};

const Table<Port>& ports() {
    static const Table<Port> table{
        {{"port", "", "Its name."}, [](const Port& p) -> Cell { return p.name; }},
        {{"frames", "frames", "Sent."}, [](const Port& p) -> Cell { return p.frames; }},
        {{"mbit_s", "Mb/s", "Mean."},
         [](const Port& p) -> Cell {
             return Decimal{p.rate, 2};
         }},
        {{"sizes", "octets", "Of each."}, [](const Port& p) -> Cell { return p.sizes; }},
    };
    return table;
}

const std::vector<Port> kPorts{{"a", 18446744073709551615u, 1.23456, {64, 1518}}, {"b", 0, 10, {}}};

}  // namespace

TEST(Table, AFileHasALineForTheNamesAndOnePerRow) {
    EXPECT_EQ("port,frames,mbit_s,sizes\na,18446744073709551615,1.23,64 1518\nb,0,10.00,\n", ports().csv(kPorts));
}

TEST(Table, JsonHasAllDecimalsAndTheNamesInOrder) {
    EXPECT_EQ(R"([{"port":"a","frames":18446744073709551615,"mbit_s":1.23456,"sizes":[64,1518]},)"
              R"({"port":"b","frames":0,"mbit_s":10.0,"sizes":[]}])",
              ports().json(kPorts).dump());
}

TEST(Table, ColumnsMayBeAddedToATable) {
    Table<Port> table = ports();
    table.add({{{"half", "Mb/s", "Of the mean."}, [](const Port& p) -> Cell { return Decimal{p.rate / 2, 1}; }}});
    EXPECT_EQ("a,18446744073709551615,1.23,64 1518,0.6\n", table.line(kPorts[0]));
    EXPECT_EQ("half", table.columns().back().name);
}

}  // namespace niclab::core
