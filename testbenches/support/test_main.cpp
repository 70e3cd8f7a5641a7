/// @file The entry point of every test program. SystemC requires its own main().
#include <gtest/gtest.h>

#include <systemc>

#include "support/sim_test.h"

int sc_main(int argc, char* argv[]) {
    ::testing::InitGoogleTest(&argc, argv);
    niclab::test::give_each_test_its_own_kernel();
    return RUN_ALL_TESTS();
}
