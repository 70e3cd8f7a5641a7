/// @file  Entry of every test program: SystemC wants to own main().
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char* argv[]) {
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
