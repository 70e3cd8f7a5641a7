// Captures: what the file says of itself, the order of its records, and how long one may be held back.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/config.h"
#include "probe/capture/capture_queue.h"
#include "support/temporary_folder.h"

namespace niclab::probe {
namespace {

class Capture : public ::testing::Test, protected test::InFolder {
protected:
    std::string path() const { return folder_ + "/c.pcapng"; }
    std::string bytes() const {
        std::ifstream in(path(), std::ios::binary);
        std::stringstream all;
        all << in.rdbuf();
        return all.str();
    }
    /// First octet and comment of every packet, in the order of the file.
    std::vector<std::string> packets() const {
        const std::string s = bytes();
        const auto word = [&s](std::size_t at) {
            std::uint32_t w = 0;
            for (unsigned i = 0; i < 4; ++i) w |= std::uint32_t(static_cast<unsigned char>(s[at + i])) << 8 * i;
            return w;
        };
        std::vector<std::string> found;
        for (std::size_t at = 0; at < s.size(); at += word(at + 4)) {
            EXPECT_EQ(word(at + 4), word(at + word(at + 4) - 4)) << "lengths before and after a block";
            if (word(at) != 6) continue;
            const std::size_t options = at + 28 + (word(at + 20) + 3) / 4 * 4;
            const bool comment = options + 4 < at + word(at + 4);
            found.push_back(std::to_string(s[at + 28]) + (comment ? s.substr(options + 4, word(options) >> 16) : ""));
        }
        return found;
    }
};

/// Held at most one more than what `octets` carry; records come up to 100 fs late.
CaptureQueue::Config small(std::size_t octets) { return {octets, 100}; }
CaptureQueue::Record record(std::uint8_t first, core::Femtoseconds at, const char* comment = "") {
    return {0, at, {first, 0, 0, 0, 0}, comment};
}

TEST_F(Capture, TheSectionNamesApplicationAndCommentAndNothingElse) {
    Pcapng(path(), {"niclab 1", "seed 7"}).finish();
    const std::string head = bytes();
    const char expected[] =
        "\x0a\x0d\x0d\x0a\x38\0\0\0\x4d\x3c\x2b\x1a\x01\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"
        "\x01\0\x06\0seed 7\0\0\x04\0\x08\0niclab 1\0\0\0\0\x38\0\0\0";
    EXPECT_EQ(head, std::string(expected, sizeof expected - 1));
}

TEST_F(Capture, AnInterfaceSaysItsLinkTypeAndDescription) {
    Pcapng file(path());
    EXPECT_EQ(file.add_interface("a", Pcapng::kErf, "first"), 0u);
    EXPECT_EQ(file.add_interface("b", Pcapng::kFrames), 1u);
    file.finish();
    const std::string s = bytes();
    EXPECT_NE(s.find(std::string("\xc5\0\0\0\0\0\0\0\x02\0\x01\0a\0\0\0\x03\0\x05\0first\0\0\0", 28)),
              std::string::npos);
    EXPECT_NE(s.find(std::string("\x94\0\0\0\0\0\0\0\x02\0\x01\0b\0\0\0\x09\0\x01\0\x09\0\0\0", 24)),
              std::string::npos);
}

TEST_F(Capture, RecordsAreWrittenInTheOrderOfTheirTimes) {
    Pcapng file(path());
    file.add_interface("cells", Pcapng::kCells);
    CaptureQueue queue(file, small(1 << 20));
    queue.add(record(2, 1000), 1000);
    queue.add(record(1, 950), 1049);  // 99 late
    queue.add(record(4, 1200), 1200);
    queue.add(record(3, 1150), 1200);
    queue.add(record(5, 1200), 1200);  // of one instant: as they came
    queue.flush();
    file.finish();
    EXPECT_EQ(packets(), (std::vector<std::string>{"1", "2", "3", "4", "5"}));
    EXPECT_EQ(queue.early(), 0u);
}

TEST_F(Capture, AHeldRecordKeepsItsPlaceUntilItsCommentIsKnown) {
    Pcapng file(path());
    file.add_interface("cells", Pcapng::kCells);
    CaptureQueue queue(file, small(1 << 20));
    const auto ticket = queue.hold(record(1, 1000, "unknown"), 1000);
    for (core::Femtoseconds t = 2000; t < 9000; t += 1000) queue.add(record(2, t), t);
    queue.release(ticket, "known");
    queue.add(record(3, 9000), 9000);
    queue.flush();
    file.finish();
    ASSERT_EQ(packets().size(), 9u);
    EXPECT_EQ(packets().front(), "1known");
    EXPECT_EQ(packets().back(), "3");
}

TEST_F(Capture, MemoryIsBoundedAndWhatMustGoIsWrittenWithWhatIsKnown) {
    Pcapng file(path());
    file.add_interface("cells", Pcapng::kCells);
    CaptureQueue queue(file, small(205 + 7 + 2 * 205));  // the held record with its comment, and two others
    const auto ticket = queue.hold(record(1, 1000, "unknown"), 1000);
    queue.add(record(2, 2000), 2000);
    queue.add(record(3, 3000), 3000);
    EXPECT_EQ(queue.early(), 0u);
    queue.add(record(4, 4000), 4000);
    EXPECT_EQ(queue.early(), 1u);
    queue.release(ticket, "too late");
    queue.flush();
    file.finish();
    EXPECT_EQ(packets(), (std::vector<std::string>{"1unknown", "2", "3", "4"}));
}

TEST_F(Capture, WhatIsStillHeldAtTheEndIsWritten) {
    Pcapng file(path());
    file.add_interface("cells", Pcapng::kCells);
    CaptureQueue queue(file);
    queue.hold(record(1, 1000, "on its way"), 1000);
    queue.flush();
    file.finish();
    EXPECT_EQ(packets(), (std::vector<std::string>{"1on its way"}));
}

}  // namespace
}  // namespace niclab::probe
