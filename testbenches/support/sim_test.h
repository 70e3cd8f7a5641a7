/// @file A fixture of all tests that simulate: each has its own kernel, and every warning is an
/// error.
#pragma once

#include <gtest/gtest.h>

#include <systemc>

namespace niclab::test {

/// Each of several tests gets a new simulation context, which is deleted after its fixture; a
/// single one uses SystemC's own. To be called once, before the tests run.
void give_each_test_its_own_kernel();

/// Time resolution 1 fs; warnings and errors of the kernel are exceptions.
class SimTest : public ::testing::Test {
protected:
    SimTest();
    ~SimTest() override;

    /// Runs the simulation for `duration`.
    static void run(const sc_core::sc_time& duration);
};

}  // namespace niclab::test
