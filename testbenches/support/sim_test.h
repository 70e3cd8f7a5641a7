/// @file  Fixture of every test that simulates: one simulation per process, and no warning goes unnoticed.
#pragma once

#include <gtest/gtest.h>

#include <systemc>

namespace niclab::test {

/// SystemC has one kernel per process: ctest starts a process per test, and a second simulation in one process
/// fails with a sentence that says so.
class SimTest : public ::testing::Test {
protected:
    SimTest();
    ~SimTest() override;

    /// Runs the simulation for `duration`.
    static void run(const sc_core::sc_time& duration);
};

}  // namespace niclab::test
