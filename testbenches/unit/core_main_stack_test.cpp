// What the sanitizers need to know after a simulation with threads.
#include <gtest/gtest.h>

#include "core/main_stack.h"
#include "support/sim_test.h"

namespace niclab::test {
namespace {

struct Short : sc_core::sc_module {
    SC_HAS_PROCESS(Short);
    explicit Short(sc_core::sc_module_name name) : sc_module(name) { SC_THREAD(work); }
    void work() { wait(1, sc_core::SC_NS); }
};

class MainStack : public SimTest {};

TEST_F(MainStack, IsTheActiveOneAfterAThreadHasEnded) {
    Short thread("thread");
    run(sc_core::sc_time(1, sc_core::SC_US));
    const core::StackBounds seen = core::announce_main_stack();
    if (seen.octets == 0) GTEST_SKIP() << "not a build with AddressSanitizer";
    EXPECT_TRUE(seen.holds(&seen));
}

}  // namespace
}  // namespace niclab::test
