// The cards of `niclab vm`, and its words for the begin of a waveform.
#include <gtest/gtest.h>

#include "cards.h"
#include "core/config.h"
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
    for (const char* wrong : {"", "noon", "frame:", "frame:0", "frame:x", "frame:1:2", "write", "write:", "write:g",
                              "write:1e:0", "write:1e:1:1"})
        EXPECT_EQ(error_of([wrong] {
                      parse_trigger(wrong);
                  }).rfind("--vcd-at " + std::string(wrong) + ": unknown event; expected ", 0),
                  0u)
            << wrong;
}

}  // namespace
}  // namespace niclab::vm
