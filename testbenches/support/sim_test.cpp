#include "support/sim_test.h"

#include "core/contexts.h"
#include "core/time.h"

/// Leaks that the sanitizers need not report: SystemC never frees its pool of timed notifications.
/// Notifications that many benches left pending fill blocks of it without a reference. The name is
/// the runtime's.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __lsan_default_suppressions() { return "leak:sc_core::sc_event_timed::allocate"; }

namespace niclab::test {

namespace {

void set_actions(sc_core::sc_actions of_warnings, sc_core::sc_actions of_errors) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, of_warnings);
    sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, of_errors);
}

/// A test object is deleted before the end of its test is reported: nothing of it outlives the
/// context.
class KernelPerTest : public ::testing::EmptyTestEventListener {
    void OnTestStart(const ::testing::TestInfo&) override {
        if (::testing::UnitTest::GetInstance()->test_to_run_count() == 1) return;
        before_ = sc_core::sc_get_curr_simcontext();
        kernel_.reset(new sc_core::sc_simcontext);
        sc_core::sc_curr_simcontext = kernel_.get();
    }
    void OnTestEnd(const ::testing::TestInfo&) override {
        if (!kernel_) return;
        kernel_.reset();
        sc_core::sc_curr_simcontext = before_;
        set_actions(sc_core::SC_DEFAULT_WARNING_ACTIONS, sc_core::SC_DEFAULT_ERROR_ACTIONS);
    }
    sc_core::sc_simcontext* before_ = nullptr;
    core::Context kernel_;
};

}  // namespace

void give_each_test_its_own_kernel() {
    ::testing::UnitTest::GetInstance()->listeners().Append(new KernelPerTest);  // which owns it
}

SimTest::SimTest() {
    set_actions(sc_core::SC_THROW, sc_core::SC_THROW);
    core::set_time_resolution();
}

SimTest::~SimTest() = default;

void SimTest::run(const sc_core::sc_time& duration) { core::simulate(duration.value()); }

}  // namespace niclab::test
