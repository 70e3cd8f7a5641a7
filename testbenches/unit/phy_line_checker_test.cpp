/// The line's checker with octets in runs, compared with one that gets each octet.
#include <gtest/gtest.h>

#include "base/random.h"
#include "check/line_checker.h"
#include "phy/tacp.h"
#include "phy/transmit_overhead.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

struct Octet {
    std::uint8_t value;
    bool frame;
};

class LineCheckerRuns : public test::SimTest {
protected:
    /// What a transmitter without anything to send launches, now and then with a wrong bit.
    std::vector<Octet> line(unsigned octets) {
        core::Fifo<atm::Cell> cells("cells", 4);
        Tacp tacp(cells);
        TransmitOverhead overhead{Config{}};
        std::vector<Octet> all;
        while (all.size() < octets) {
            const bool frame = overhead.at_frame_start();
            std::uint8_t octet = overhead.next(overhead.wants_payload() ? tacp.next(0) : std::uint8_t{0}, {});
            if (all.size() > octets / 2 && random_.chance(1e-3)) octet ^= 0x10;
            all.push_back({octet, frame});
        }
        return all;
    }
    base::RandomStream random_{5, "line_checker"};
};

TEST_F(LineCheckerRuns, AreJudgedAsTheirOctets) {
    constexpr core::Femtoseconds kPeriod = 51'440'329;
    check::Report each_report, runs_report;
    check::LineChecker each("line", each_report), runs("line", runs_report);
    const std::vector<Octet> octets = line(80 * 2430);
    for (unsigned i = 0; i < octets.size(); ++i) each.octet(octets[i].value, octets[i].frame, i * kPeriod);
    for (unsigned i = 0; i < octets.size();) {
        std::vector<std::uint8_t> run;
        const auto most = static_cast<std::size_t>(random_.uniform(0, 60));
        for (unsigned k = i; k < octets.size() && !octets[k].frame && run.size() < most; ++k)
            run.push_back(octets[k].value);
        runs.octets(run.data(), static_cast<unsigned>(run.size()), i * kPeriod, kPeriod);
        i += static_cast<unsigned>(run.size());
        if (i < octets.size() && run.size() < most) runs.octet(octets[i].value, octets[i].frame, i * kPeriod), ++i;
    }
    EXPECT_EQ(runs.frames(), each.frames());
    EXPECT_EQ(runs.cells(), each.cells());
    EXPECT_GT(each.frames(), 50u);
    ASSERT_EQ(runs_report.violations().size(), each_report.violations().size());
    EXPECT_GT(each_report.total(), 30u) << "nothing was wrong";
    EXPECT_EQ(runs_report.total(), each_report.total());
    for (std::size_t i = 0; i < each_report.violations().size(); ++i) {
        EXPECT_EQ(runs_report.violations()[i].seen, each_report.violations()[i].seen);
        EXPECT_EQ(runs_report.violations()[i].at, each_report.violations()[i].at);
    }
}

/// From any octet of a frame on, and from after its last one, before that of the next was
/// processed.
TEST_F(LineCheckerRuns, CountWhatIsSteppedOver) {
    constexpr unsigned kFrame = 2430, kPayload = 2340;
    const std::vector<Octet> octets = line(80 * kFrame);
    for (const unsigned reported : {1u, 1000u, kFrame - 1, kFrame}) {
        check::Report report;
        check::LineChecker checker("line", report);
        const unsigned frames = 7, from = 20 * kFrame + reported;
        const unsigned first = reported == kFrame ? 21 + frames : 20 + frames;
        for (unsigned i = 0; i < from; ++i) checker.octet(octets[i].value, octets[i].frame, i);
        checker.pass(frames, first * kPayload % atm::kCellOctets);
        for (unsigned i = first * kFrame; i <= 35 * kFrame; ++i) checker.octet(octets[i].value, octets[i].frame, i);
        EXPECT_EQ(checker.frames(), 35u) << reported;
        EXPECT_EQ(report.total(), 0u) << reported;
    }
}

}  // namespace
}  // namespace niclab::phy
