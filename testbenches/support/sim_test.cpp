#include "support/sim_test.h"

#include "core/clock.h"
#include "support/main_stack.h"

/// What the sanitizers need not report: SystemC never gives its pool of timed notifications back. What many benches in a
/// row left pending when they went fills blocks of it that nothing points at any more. The name is the runtime's.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __lsan_default_suppressions() { return "leak:sc_core::sc_event_timed::allocate"; }

namespace niclab::test {

namespace {
bool used = false;
}

SimTest::SimTest() {
    if (used) {
        ADD_FAILURE() << "SystemC has one kernel per process: run the tests with ctest, which starts a process each.";
        std::exit(1);
    }
    used = true;
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
    sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
    core::set_time_resolution();
}

SimTest::~SimTest() = default;

void SimTest::run(const sc_core::sc_time& duration) {
    core::simulate(duration.value());
    announce_main_stack();
}

}  // namespace niclab::test
