/// The rules of CSMA/CD at the pins of MACs at work: nobody breaks one, and who is made to is told of.
#include "probe/ether/mac_watch.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

struct MacWatch : SimTest {
    medium::Segment segment{"segment"};
    check::Report report;
    std::vector<std::unique_ptr<Station>> stations;
    std::vector<std::unique_ptr<probe::MacWatch>> watches;
    Station& add(const StationConfig& config) {
        const std::string n = std::to_string(stations.size());
        stations.push_back(std::make_unique<Station>(("s" + n).c_str(), segment, config));
        Station& s = *stations.back();
        check::CsmaConfig rules;
        rules.bus = "s" + n, rules.width = config.mac.width;
        rules.sqe_test = config.transceiver.sqe_test;
        watches.push_back(
            std::make_unique<probe::MacWatch>(("watch" + n).c_str(), s.txc, s.rxc, s.wires, rules, report));
        return s;
    }
    std::string told() const {
        std::string text;
        for (const check::Violation& v : report.violations())
            text += v.where + " " + v.rule->id + " at " + std::to_string(double(v.at) * 1e-9) + " us: " + v.seen + "\n";
        return text;
    }
    std::uint64_t attempts() const {
        std::uint64_t n = 0;
        for (const auto& w : watches) n += w->transmit().attempts();
        return n;
    }
    /// Six stations all over the cable, saturated or now and then.
    void traffic(const ether::MacRules& rules, bool saturated) {
        base::RandomStream random(3, "traffic");
        for (unsigned i = 0; i < 6; ++i) {
            StationConfig config;
            config.at_m = 90 * i, config.phase_fs = core::Femtoseconds(random.uniform(1, 100'000'000));
            config.mac.rules = rules;
            Station& s = add(config);
            s.source.again = saturated;
            if (saturated) s.send(60 + 30 * i);
        }
        for (unsigned k = 0; k < 60; ++k) {
            run(core::from_fs(core::Femtoseconds(random.uniform(1'000'000, 900'000'000'000))));
            if (!saturated) stations[k % 6]->send(std::size_t(random.uniform(60, 600)));
        }
    }
};

TEST_F(MacWatch, SaturatedStationsBreakNoRule) {
    traffic({}, true);
    EXPECT_EQ(report.total(), 0u) << told();
    EXPECT_GT(attempts(), 300u);
}

TEST_F(MacWatch, StationsThatSendNowAndThenBreakNoRule) {
    traffic({}, false);
    EXPECT_EQ(report.total(), 0u) << told();
    EXPECT_GE(attempts(), 60u);
}

TEST_F(MacWatch, NibblesBreakNoRule) {
    for (unsigned i = 0; i < 4; ++i) {
        StationConfig config;
        config.at_m = 20 * i, config.bit_fs = 10'000'000, config.phase_fs = 1'000'000 * (1 + 9 * i);
        config.mac.width = 4, config.transceiver.sqe_test = false;
        config.transceiver.transmit_delay_ns = config.transceiver.receive_delay_ns = 10;
        add(config).source.again = true;
        stations.back()->send(60);
    }
    run(core::from_fs(2'000'000'000'000));
    EXPECT_EQ(report.total(), 0u) << told();
    EXPECT_GT(attempts(), 150u);
}

/// A MAC with other rules, and the rule of the standard that tells.
struct Wrong {
    const char* rule;
    void (*change)(ether::MacRules&);
};
void PrintTo(const Wrong& w, std::ostream* os) { *os << w.rule; }
class WrongMac : public MacWatch, public ::testing::WithParamInterface<Wrong> {};

TEST_P(WrongMac, IsTold) {
    ether::MacRules rules;
    GetParam().change(rules);
    traffic(rules, true);
    bool found = false;
    for (const check::Report::Count& c : report.counts()) found |= std::string(c.rule->id) == GetParam().rule;
    EXPECT_TRUE(found) << told();
}

INSTANTIATE_TEST_SUITE_P(Rules, WrongMac,
                         ::testing::Values(Wrong{"E2", [](ether::MacRules& r) { r.gap_part2_bits = 31; }},
                                           Wrong{"E4", [](ether::MacRules& r) { r.gap_part1_bits = 60; }},
                                           Wrong{"E3", [](ether::MacRules& r) { r.full_duplex = true; }},
                                           Wrong{"E7", [](ether::MacRules& r) { r.slot_bits = 520; }}),
                         [](const auto& of) { return std::string(of.param.rule); });

}  // namespace niclab::test
