// Programs that request cycles of an ISA bus: the order in which they are served.
#include <gtest/gtest.h>

#include <string>

#include "support/isa_bench.h"

namespace niclab::test {

using IsaTurns = IsaTest;

/// A thread that asks for a cycle at a given time, and says when it has had it.
struct Asker : sc_core::sc_module {
    SC_HAS_PROCESS(Asker);
    Asker(sc_core::sc_module_name name, IsaBench& bench, std::string& served)
        : sc_module(name), bench_(bench), served_(served) {
        SC_THREAD(ask);
    }
    void ask() {
        wait(100, sc_core::SC_US);
        bench_.bridge.io_read(IsaBench::kPort, 2);
        served_ += basename();
    }
    IsaBench& bench_;
    std::string& served_;
};

/// Whichever of them the kernel calls first.
TEST_F(IsaTurns, WhoAskInOneMomentHaveTheBusByTheirNames) {
    IsaBench one("one"), other("other");
    for (IsaBench* bench : {&one, &other}) bench->program = [](IsaBench& b) { b.decode(true); };
    std::string of_one, of_other;
    Asker a("a", one, of_one), b("b", one, of_one), c("c", one, of_one);
    Asker f("f", other, of_other), e("e", other, of_other), d("d", other, of_other);
    run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_EQ(of_one, "abc");
    EXPECT_EQ(of_other, "def");
}

}  // namespace niclab::test
