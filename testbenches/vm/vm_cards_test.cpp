// The cards of `niclab vm`, and its words for the begin of a waveform.
#include <gtest/gtest.h>

#include "cards.h"
#include "core/config.h"
#include "summary.h"
#include "wave_window.h"

namespace niclab::vm {
namespace {

template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const core::ConfigError& e) {
        return e.what();
    }
    return "";
}

TEST(VmCards, HaveTheRatesOfTheirLines) {
    EXPECT_EQ(rate_of(find_card("rtl8029"), 0), 10u);
    EXPECT_EQ(rate_of(find_card("3c595"), 100), 100u);
    EXPECT_EQ(rate_of(find_card("82540em"), 0), 1000u);
    EXPECT_EQ(error_of([] { rate_of(find_card("rtl8029"), 100); }), "--mbps 100: no rate of rtl8029; expected 10");
    EXPECT_EQ(error_of([] { rate_of(find_card("3c905b"), 1000); }),
              "--mbps 1000: no rate of 3c905b; expected 10 or 100");
    EXPECT_EQ(error_of([] { rate_of(find_card("82574l"), 10); }), "--mbps 10: no rate of 82574l; expected 1000");
    EXPECT_EQ(error_of([] { rate_of(find_card("idt77901"), 10); }),
              "--mbps 10: idt77901 is on an ATM line; expected no --mbps");
}

TEST(VmWaveTrigger, IsReadFromItsText) {
    using Event = WaveTrigger::Event;
    const auto expect = [](const std::string& text, Event event, std::uint64_t number, std::uint32_t offset = 0) {
        const WaveTrigger t = parse_trigger(text);
        EXPECT_EQ(t.event, event) << text;
        EXPECT_EQ(t.number, number) << text;
        EXPECT_EQ(t.offset, offset) << text;
    };
    expect("access", Event::Access, 1);
    expect("pause:3", Event::Pause, 3);
    expect("write:1e", Event::Write, 1, 0x1E);
    expect("write:3818:2", Event::Write, 2, 0x3818);
    const auto refused = [](const std::string& text, const std::string& why) {
        EXPECT_EQ(error_of([&text] { parse_trigger(text); }).rfind("--vcd-at " + text + ": " + why, 0), 0u) << text;
    };
    for (const char* wrong : {"frame:", "frame:0", "frame:x", "frame:1:2"})
        refused(wrong, "not an event; expected frame or frame:N with N from 1");
    for (const char* wrong : {"write", "write:", "write:g", "write:1e:0", "write:1e:1:1"})
        refused(wrong, "not an event; expected write:OFFSET[:N] with a hexadecimal OFFSET, and N from 1");
    for (const char* wrong : {"", "noon"}) refused(wrong, "unknown event; expected one of access, frame");
    refused("interupt:2", "unknown event (did you mean \"interrupt\"?); expected one of");
}

TEST(VmSummary, NamesTheFirstFaultOfTheKernel) {
    EXPECT_EQ(kernel_row("[    1.0] eth0: link up\r\n"), "");
    EXPECT_EQ(
        kernel_row("[    1.0] eth0: link up\r\n[   14.0] eth0: NETDEV WATCHDOG: timed out\r\n"),
        "kernel      1 message about faults in console.log, the first: [   14.0] eth0: NETDEV WATCHDOG: timed out\n");
    EXPECT_EQ(
        kernel_row("[    2.0] WARNING: CPU: 0 PID: 1 at a.c:1\n[    2.1] Oops: 0002\n[    2.2] other\n"),
        "kernel      2 messages about faults in console.log, the first: [    2.0] WARNING: CPU: 0 PID: 1 at a.c:1\n");
}

}  // namespace
}  // namespace niclab::vm
