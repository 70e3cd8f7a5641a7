// Taps report the event and its time to every listener, independent of the present time; a signal
// has one wire.
#include <gtest/gtest.h>

#include <string>

#include "core/signal.h"
#include "core/tap.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

class TapTest : public test::SimTest {};

TEST_F(TapTest, TellsTheTimeOfWhatHappenedNotThePresent) {
    Tap<int> tap;
    EXPECT_FALSE(tap.active());
    std::string heard;
    for (const char* who : {"a", "b"})
        tap.listen([&heard, who](Femtoseconds at, const int& value) {
            heard += who + std::to_string(at) + ":" + std::to_string(value) + " ";
        });
    sc_core::sc_start(5, sc_core::SC_PS);
    EXPECT_TRUE(tap.active());
    tap(4'000, 7);  // Before the present time.
    tap(9'000, 8);  // ahead of it
    EXPECT_EQ(heard, "a4000:7 b4000:7 a9000:8 b9000:8 ");
    EXPECT_EQ(now_fs(), 5'000u);
}

TEST(SignalTest, ReachesItsOneWire) {
    Signal<int> signal;
    signal(1);  // There is no receiver.
    int sum = 0;
    signal.connect([&sum](const int& value) { sum += value; });
    EXPECT_TRUE(signal.connected());
    signal(2);
    EXPECT_EQ(sum, 2);
}

}  // namespace
}  // namespace niclab::core
