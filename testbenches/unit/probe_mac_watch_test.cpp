/// The rules of CSMA/CD at signal level for active MACs: none violates one, and provoked violations
/// are reported.
#include "probe/ether/mac_watch.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {

constexpr core::Femtoseconds kNs = 1'000'000;

/// A station that detects a signal and sends some bits at once: each sender collides in its header,
/// and no other station is received after its jam.
class Collider : public medium::Listener {
public:
    Collider(medium::Segment& segment, core::Femtoseconds symbol)
        : segment_(segment), tap_(segment.attach(*this, 0)), symbol_(symbol) {}
    void signal_begins(const medium::Heard& signal) override {
        if (signal == own_) return;
        const auto burst = std::make_shared<medium::Transmission>();
        burst->begin = core::now_fs(), burst->period = symbol_, burst->symbols.assign(8, 0), burst->over = true;
        own_ = burst;
        segment_.launch(tap_, own_), segment_.finish(tap_, own_);
    }
    void signal_ends(const medium::Heard&) override {}
    core::Femtoseconds receive_delay() const override { return 0; }

private:
    medium::Segment& segment_;
    unsigned tap_;
    core::Femtoseconds symbol_;
    medium::Heard own_;
};

/// A MAC and what its card asks of it.
struct Mac {
    ether::MacRules rules;
    ether::FrameOptions options;
    medium::TransceiverConfig transceiver;
    std::size_t octets = 60;              ///< Of its frames, at least, without FCS.
    std::size_t there = ~std::size_t{0};  ///< Of a frame, in time.
};
/// Seven wires at 10 Mb/s, or MII at 100.
constexpr core::Femtoseconds bit_of(unsigned width) { return width == 1 ? 100 * kNs : 10 * kNs; }

}  // namespace

struct MacWatch : SimTest {
    medium::Segment segment{"segment"};
    check::Report report;
    std::vector<std::unique_ptr<Station>> stations;
    std::vector<std::unique_ptr<probe::MacWatch>> watches;
    std::unique_ptr<Collider> collider;
    Station& add(const Mac& mac, unsigned width, double at_m, core::Femtoseconds phase) {
        StationConfig config;
        config.at_m = at_m, config.phase_fs = phase, config.bit_fs = bit_of(width);
        config.mac.rules = mac.rules, config.mac.width = width;
        config.transceiver = mac.transceiver;
        if (width == 4) config.transceiver.sqe_test = false;
        const std::string n = std::to_string(stations.size());
        stations.push_back(std::make_unique<Station>(("s" + n).c_str(), segment, config));
        Station& s = *stations.back();
        s.source.options = mac.options, s.source.empty_after = mac.there;
        check::CsmaConfig rules;
        rules.bus = "s" + n, rules.width = width, rules.sqe_test = config.transceiver.sqe_test;
        watches.push_back(
            std::make_unique<probe::MacWatch>(("watch" + n).c_str(), s.txc, s.rxc, s.wires, rules, report));
        return s;
    }
    std::string reported() const {
        std::string text;
        for (const check::Violation& v : report.violations())
            text += v.where + " " + v.rule->id + " at " + std::to_string(double(v.at) * 1e-9) + " us: " + v.seen + "\n";
        return text;
    }
    bool told_of(const std::string& rule) const {
        for (const check::Report::Count& c : report.counts())
            if (c.rule->id == rule) return true;
        return false;
    }
    std::uint64_t attempts() const {
        std::uint64_t n = 0;
        for (const auto& w : watches) n += w->transmit().attempts();
        return n;
    }
    /// Six stations all over the cable, as long as its speed allows, saturated or now and then.
    void traffic(const Mac& mac, unsigned width, bool saturated, unsigned slices = 60) {
        const auto bits = [width](double n) { return core::Femtoseconds(n * double(bit_of(width))); };
        base::RandomStream random(3, "traffic");
        for (unsigned i = 0; i < 6; ++i) {
            Station& s =
                add(mac, width, (width == 1 ? 90 : 20) * i, bits(double(random.uniform(1, 1000)) * 1e-3 * width));
            s.source.again = saturated;
            if (saturated) s.send(mac.octets + 30 * i);
        }
        for (unsigned k = 0; k < slices; ++k) {
            run(core::from_fs(bits(double(random.uniform(10, 9'000'000)) * 1e-3)));
            if (!saturated) stations[k % 6]->send(std::size_t(random.uniform(60, 600)));
        }
    }
    /// One station with collisions in all attempts, for some frames.
    void collisions(const Mac& mac, unsigned width) {
        collider = std::make_unique<Collider>(segment, bit_of(width) * width);
        Station& s = add(mac, width, 5, bit_of(width) / 3);
        s.source.again = true;
        s.send(mac.octets);
        while (s.source.ended_.size() < 4) run(core::from_fs(bit_of(width) * 512 * 1000));
    }
};

class RightMac : public MacWatch, public ::testing::WithParamInterface<unsigned> {};

TEST_P(RightMac, SaturatedBreaksNoRule) {
    traffic({}, GetParam(), true);
    EXPECT_EQ(report.total(), 0u) << reported();
    EXPECT_GT(attempts(), 200u);
}

TEST_P(RightMac, ThatSendsNowAndThenBreaksNoRule) {
    traffic({}, GetParam(), false);
    EXPECT_EQ(report.total(), 0u) << reported();
    EXPECT_GE(attempts(), 60u);
}

TEST_P(RightMac, ThatCollidesForEverBreaksNoRule) {
    collisions({}, GetParam());
    EXPECT_EQ(report.total(), 0u) << reported();
    EXPECT_GE(attempts(), 4u * 16);
    for (const FrameList::Ended& e : stations[0]->source.ended_)
        EXPECT_EQ(e.status.outcome, ether::Outcome::ExcessiveCollisions);
}

const auto kName = [](unsigned width) { return std::string(width == 1 ? "OnSevenWires" : "OnMii"); };
INSTANTIATE_TEST_SUITE_P(Pins, RightMac, ::testing::Values(1u, 4u), [](const auto& of) { return kName(of.param); });

/// A MAC with one modified rule, or a card with a request that is not allowed; and the rule of the
/// standard that reports it. The rules that are missing cannot be violated by niclab's MAC: it
/// knows only octets (E8), E12 to E16 are its transceiver's. One attempt too many looks like
/// another frame.
struct Wrong {
    const char *what, *rule;
    bool collides;  ///< Reported where each attempt collides; otherwise among other stations.
    void (*change)(Mac&);
};
const Wrong kWrong[] = {
    {"ShortPreamble", "E1", false, [](Mac& m) { m.rules.preamble_octets = 6; }},
    {"LongPreamble", "E1", false, [](Mac& m) { m.rules.preamble_octets = 8; }},
    {"ShortGap", "E2", false, [](Mac& m) { m.rules.gap_part2_bits = 28; }},
    {"DeafMac", "E3", false, [](Mac& m) { m.rules.full_duplex = true; }},
    {"ShortGapBehindOthers", "E4", false, [](Mac& m) { m.rules.gap_part1_bits = 60; }},
    {"ShortJam", "E5", false, [](Mac& m) { m.rules.jam_bits = 24; }},
    {"LongJam", "E5", false, [](Mac& m) { m.rules.jam_bits = 56; }},
    {"BackOffGrowsForEver", "E6", true, [](Mac& m) { m.rules.backoff_limit = 16; }},
    {"BackOffBeginsTooLong", "E6", true, [](Mac& m) { m.rules.backoff_least = 3; }},
    {"LongSlot", "E7", false, [](Mac& m) { m.rules.slot_bits = 520; }},
    {"ShortSlot", "E7", true, [](Mac& m) { m.rules.slot_bits = 504; }},
    {"NeverGivesUp", "E6", true, [](Mac& m) { m.rules.attempts = 32; }},
    {"NoPadding", "E9", false, [](Mac& m) { m.octets = 40; }},
    {"LongFrames", "E10", false, [](Mac& m) { m.octets = 1515; }},
    {"NoFcs", "E11", false,
     [](Mac& m) {
         m.options.append_fcs = false;
         m.octets = 64;
     }},
    {"Underrun", "E11", false, [](Mac& m) { m.there = 62; }},
};

class WrongMac : public MacWatch, public ::testing::WithParamInterface<std::tuple<Wrong, unsigned>> {};
// NOLINTNEXTLINE(readability-identifier-naming): the name by which GoogleTest finds it
void PrintTo(const Wrong& w, std::ostream* os) { *os << w.what; }

TEST_P(WrongMac, IsTold) {
    const auto& [wrong, width] = GetParam();
    Mac mac;
    wrong.change(mac);
    wrong.collides ? collisions(mac, width) : traffic(mac, width, true, 20);
    EXPECT_TRUE(told_of(wrong.rule)) << reported();
}

INSTANTIATE_TEST_SUITE_P(Rules, WrongMac, ::testing::Combine(::testing::ValuesIn(kWrong), ::testing::Values(1u, 4u)),
                         [](const auto& of) { return std::get<0>(of.param).what + kName(std::get<1>(of.param)); });

/// The same for a transceiver, on seven wires.
const Wrong kWrongTransceivers[] = {
    {"LateCarrier", "E12", false, [](Mac& m) { m.transceiver.receive_delay_ns = 4000; }},
    {"EarlySqeTest", "E13", false, [](Mac& m) { m.transceiver.sqe_delay_ns = 300; }},
    {"LateSqeTest", "E13", false, [](Mac& m) { m.transceiver.sqe_delay_ns = 2000; }},
    {"LongSqeTest", "E13", false, [](Mac& m) { m.transceiver.sqe_pulse_ns = 2000; }},
};
INSTANTIATE_TEST_SUITE_P(Transceivers, WrongMac,
                         ::testing::Combine(::testing::ValuesIn(kWrongTransceivers), ::testing::Values(1u)),
                         [](const auto& of) { return std::string(std::get<0>(of.param).what); });

}  // namespace niclab::test
