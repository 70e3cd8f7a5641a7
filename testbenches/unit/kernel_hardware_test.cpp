// Costs that follow from the hardware of a machine, and the machines that state it.
#include <gtest/gtest.h>

#include "kernel/hardware.h"

namespace niclab::kernel {
namespace {

core::ConfigTable machine(const std::string& hardware) {
    return core::ConfigTable({core::parse_layer("[hardware]\n" + hardware +
                                                    "\n[costs.linux20]\nunit_clocks = 3000\n"
                                                    "send_copies = 1\nreceive_copies = 2\n",
                                                "machine.toml")});
}

ScaledCosts costs_on(const std::string& hardware) {
    core::ConfigTable table = machine(hardware);
    core::ConfigTable system = table.table("costs").table("linux20");
    return read_scaled_costs(system, read_hardware(table).value());
}

TEST(Hardware, FixedCostsFollowTheProcessorAndOctetsTheMemory) {
    const ScaledCosts slow = costs_on("clock = \"50 MHz\"\nmemory_copy_mb_s = 20");
    EXPECT_DOUBLE_EQ(slow.unit_us, 60);
    EXPECT_DOUBLE_EQ(slow.send_octet_ns, 50);
    EXPECT_DOUBLE_EQ(slow.receive_octet_ns, 100);
    const ScaledCosts faster = costs_on("clock = \"100 MHz\"\nmemory_copy_mb_s = 20");
    EXPECT_DOUBLE_EQ(faster.unit_us, 30);
    EXPECT_DOUBLE_EQ(faster.send_octet_ns, 50);
    const ScaledCosts other = costs_on("clock = \"100 MHz\"\nwork_per_clock = 2\nmemory_copy_mb_s = 40");
    EXPECT_DOUBLE_EQ(other.unit_us, 15);
    EXPECT_DOUBLE_EQ(other.receive_octet_ns, 50);
}

TEST(Hardware, AnAccessToIsaFollowsTheClockOfThatBus) {
    core::ConfigTable slow = machine("clock = \"100 MHz\"\nisa_clock = \"4.1665 MHz\"");
    EXPECT_DOUBLE_EQ(read_hardware(slow)->isa_stretch(), 2);
    core::ConfigTable standard = machine("clock = \"100 MHz\"");
    EXPECT_DOUBLE_EQ(read_hardware(standard)->isa_stretch(), 1);
}

TEST(Hardware, AMachineWithoutItHasNone) {
    core::ConfigTable table({core::parse_layer("name = \"p100\"\n", "p100.toml")});
    EXPECT_FALSE(read_hardware(table).has_value());
}

TEST(Hardware, KeysOfAHostReplaceWhatFollowsFromIt) {
    core::ConfigTable own({core::parse_layer("unit_us = 7\n", "own.toml")});
    const Costs c = read_costs(own, {30, 50, 90});
    EXPECT_DOUBLE_EQ(c[std::size_t(stack::Activity::Call)].fixed_us, 7);
    EXPECT_DOUBLE_EQ(c[std::size_t(stack::Activity::CopyOut)].per_octet_ns, 50);
    EXPECT_DOUBLE_EQ(c[std::size_t(stack::Activity::Read)].per_octet_ns, 30);  // a third of what is received
}

}  // namespace
}  // namespace niclab::kernel
