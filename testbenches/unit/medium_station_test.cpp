/// A MAC at signal level with a cable between: one station sends, others receive.
#include "support/bit_time.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {
sc_core::sc_time bits(double n) { return core::from_fs(core::Femtoseconds(n * double(kBit))); }
}  // namespace

struct MediumStation : SimTest {
    medium::Segment segment{"segment"};
    std::vector<std::unique_ptr<Station>> stations;
    Station& add(const StationConfig& config) {
        stations.push_back(std::make_unique<Station>(("s" + std::to_string(stations.size())).c_str(), segment, config));
        return *stations.back();
    }
};

TEST_F(MediumStation, AFrameArrivesOctetByOctetWithItsFcs) {
    StationConfig config;
    Station& a = add(config);
    config.at_m = 100, config.phase_fs = 37'000'000;
    Station& b = add(config);
    a.send(60), a.send(61), a.send(1514);
    run(bits(20'000));
    ASSERT_EQ(b.sink.frames.size(), 3u);
    EXPECT_TRUE(a.sink.frames.empty());
    const std::size_t lengths[] = {64, 65, 1518};
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(b.sink.frames[i].octets.size(), lengths[i]);
        EXPECT_TRUE(b.sink.frames[i].status.fcs_good);
        EXPECT_EQ(b.sink.frames[i].status.dribble_bits, 0u);
        EXPECT_EQ(a.source.ended_.at(i).status.outcome, ether::Outcome::Sent);
        EXPECT_EQ(a.source.ended_.at(i).status.octets, lengths[i]);
        EXPECT_FALSE(a.source.ended_.at(i).status.carrier_lost);
    }
    EXPECT_EQ(a.source.heartbeats, std::vector<bool>(3, true));
}

TEST_F(MediumStation, ASaturatedStationTakesTwentyOctetTimesAFrame) {
    StationConfig config;
    Station& a = add(config);
    add(config).sink.keep = false;
    for (unsigned i = 0; i < 4; ++i) a.send(60 + 100 * i);
    run(bits(20'000));
    ASSERT_EQ(a.source.begun.size(), 4u);
    for (unsigned i = 1; i < 4; ++i)
        EXPECT_EQ(a.source.begun[i].at - a.source.begun[i - 1].at, (64 + 100 * (i - 1) + 20) * 8 * kBit) << i;
}

TEST_F(MediumStation, NibblesOfMiiCarryTheSameFrames) {
    StationConfig config;
    config.bit_fs = kBit / 10, config.mac.width = 4, config.transceiver.sqe_test = false;
    config.transceiver.transmit_delay_ns = config.transceiver.receive_delay_ns = 10;
    Station& a = add(config);
    config.at_m = 50, config.phase_fs = 11'000'000;
    Station& b = add(config);
    a.send(60), a.send(1000);
    run(bits(2'000));
    ASSERT_EQ(b.sink.frames.size(), 2u);
    EXPECT_EQ(b.sink.frames[1].octets.size(), 1004u);
    EXPECT_TRUE(b.sink.frames[0].status.fcs_good && b.sink.frames[1].status.fcs_good);
    EXPECT_EQ(a.source.begun.at(1).at - a.source.begun.at(0).at, (64 + 20) * 8 * kBit / 10);
}

TEST_F(MediumStation, WhoIsPulledOutHearsItselfAloneAndNobodyHearsIt) {
    StationConfig config;
    Station& a = add(config);
    config.at_m = 50, config.phase_fs = 37'000'000;
    Station& b = add(config);
    config.at_m = 100, config.phase_fs = 61'000'000;
    Station& c = add(config);
    const auto heard = [&] { return std::vector{a.sink.frames.size(), b.sink.frames.size(), c.sink.frames.size()}; };
    a.transceiver.set_plugged(false);
    a.send(60), run(bits(2'000));
    EXPECT_FALSE(a.source.ended_.at(0).status.carrier_lost);
    EXPECT_EQ(a.source.heartbeats, std::vector<bool>(1, true));
    b.send(60), run(bits(2'000));
    EXPECT_EQ(heard(), (std::vector<std::size_t>{0, 0, 1}));
    EXPECT_EQ(segment.unheard(), 1u);
    c.transceiver.set_plugged(false);
    b.send(60), run(bits(2'000));
    EXPECT_EQ(segment.unheard(), 2u);
    a.transceiver.set_plugged(true), c.transceiver.set_plugged(true);
    a.send(60), run(bits(2'000));
    EXPECT_EQ(heard(), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_EQ(segment.unheard(), 2u);
}

TEST_F(MediumStation, ACableIsPulledBetweenSignalsOnly) {
    StationConfig config;
    Station& a = add(config);
    config.at_m = 400;
    Station& b = add(config);
    a.send(60), run(bits(100));
    EXPECT_THROW(b.transceiver.set_plugged(false), std::logic_error);
    run(bits(64 * 8 + 64 - 100 + 10));  // what was launched last is still on its way
    EXPECT_TRUE(!a.wires.txen.read() && b.wires.crs.read());
    EXPECT_THROW(b.transceiver.set_plugged(false), std::logic_error);
    run(bits(200));
    EXPECT_NO_THROW(b.transceiver.set_plugged(false));
}

TEST_F(MediumStation, AChipThatHasNoOctetInTimeSendsAFrameThatNobodyTakes) {
    StationConfig config;
    Station& a = add(config);
    Station& b = add(config);
    a.source.empty_after = 100;
    a.send(1000);
    run(bits(20'000));
    EXPECT_EQ(a.source.ended_.at(0).status.outcome, ether::Outcome::Underrun);
    ASSERT_EQ(b.sink.frames.size(), 1u);
    EXPECT_EQ(b.sink.frames[0].octets.size(), 104u);
    EXPECT_FALSE(b.sink.frames[0].status.fcs_good);
}

TEST_F(MediumStation, PaddingAndFcsAreTheChipsToAskFor) {
    StationConfig config;
    Station& a = add(config);
    Station& b = add(config);
    a.source.options = {true, 60};
    a.send(14);
    run(bits(2'000));
    a.source.options = {false, 0};
    a.send(64);
    run(bits(2'000));
    ASSERT_EQ(b.sink.frames.size(), 2u);
    EXPECT_EQ(b.sink.frames[0].octets.size(), 64u);
    EXPECT_TRUE(b.sink.frames[0].status.fcs_good);
    EXPECT_EQ(b.sink.frames[1].octets.size(), 64u);
    EXPECT_FALSE(b.sink.frames[1].status.fcs_good);
}

}  // namespace niclab::test
