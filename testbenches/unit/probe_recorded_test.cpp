// Waveforms from records: late modules, and a PCI bus at transaction level, have the bytes of signal
// level.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/decoupled.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"
#include "support/pci_sides.h"
#include "support/temporary_folder.h"

namespace niclab::probe {
namespace {

using Side = test::PciSide;

using test::octets_of;

/// A counter of intervals of 10 ns, which reports each at its time or late; and a row with a third
/// of it.
class Counter : public core::Decoupled {
public:
    static constexpr core::Femtoseconds kInterval = 10'000'000;

    explicit Counter(WaveWriter& writer)
        : writer_(writer),
          id_(writer.add("top", "count", 32, 0)),
          row_(writer.add_row("top", "third", [](std::uint64_t code) { return std::to_string(code); })),
          source_(writer.add_late(*this)) {}
    void step() {
        ++reported_;
        writer_.change(id_, reported_);
        writer_.row(row_, reported_ / 3, core::now_fs());
    }
    void synchronize() override {
        while ((reported_ + 1) * kInterval <= core::now_fs()) {
            ++reported_;
            writer_.change_late(source_, id_, reported_, reported_ * kInterval);
            writer_.row(row_, reported_ / 3, reported_ * kInterval);
        }
    }
    void reschedule() override {}

private:
    WaveWriter& writer_;
    WaveSink::Id id_, row_, source_;
    std::uint64_t reported_ = 0;
};

class Recorded : public test::PciSides, protected test::InFolder {
protected:
    WaveWriter::Config config(const char* name) {
        WaveWriter::Config c;
        c.path = path(name);
        return c;
    }
    std::string path(const char* name) const { return folder_ + "/" + name + ".vcd"; }
    void expect_equal_files() {
        at_pins_.finish();
        recorded_.finish();
        const std::string wanted = octets_of(path("pins"));
        EXPECT_GT(wanted.size(), 30'000u);
        EXPECT_TRUE(octets_of(path("recorded")) == wanted);
    }

    WaveWriter at_pins_{config("pins")}, recorded_{config("recorded")};
};

TEST_F(Recorded, LateChangesHaveTheirPlacesAmongThoseInTime) {
    core::Clock clock("clock", {7'000'000, 7'000'000, false});
    for (WaveWriter* writer : {&at_pins_, &recorded_}) writer->add_clock("top", "CLK", clock);
    Counter in_time(at_pins_), late(recorded_);
    std::vector<WaveSink::Id> ids;
    for (WaveWriter* writer : {&at_pins_, &recorded_}) {
        ids.push_back(writer->add("top", "other", 32, 0));
        writer->wait_for_window();
    }
    recorded_.set_recording(true);
    for (unsigned n = 1; n < 9000; ++n) {
        run(core::from_fs(Counter::kInterval));
        in_time.step();
        if (n % 7 != 0) continue;
        at_pins_.change(ids[0], n);
        recorded_.change(ids[1], n);
        for (WaveWriter* writer : {&at_pins_, &recorded_}) {
            if (n == 700) writer->begin_window(core::now_fs());
            if (n == 8400) writer->end_window(core::now_fs());
        }
    }
    recorded_.set_recording(false);
    expect_equal_files();
}

/// Random bursts of three initiators, and RST#.
class RecordedPci : public Recorded, public testing::WithParamInterface<bool> {
protected:
    static void some_bursts(Side& pins, Side& whole, base::RandomStream& random) {
        for (unsigned n = 0; n < 150; ++n) {
            const auto engine = static_cast<unsigned>(random.uniform(0, test::RandomPciBench::kInitiators - 1));
            for (Side* side : {&pins, &whole}) {
                bus::Burst expected;
                side->bench.add(engine, expected);
                side->bench.engines()[engine]->wake();
            }
            clocks(static_cast<unsigned>(random.uniform(1, 40)));
            if (!random.chance(0.05)) continue;
            for (const bool on : {true, false}) {
                for (Side* side : {&pins, &whole}) side->bench.bus.rst().write(on);
                clocks(4);
            }
            for (Side* side : {&pins, &whole}) side->bench.enable();
        }
    }
};

TEST_P(RecordedPci, HasTheLevelsOfSignalLevel) {
    Side pins("pins", 611, GetParam()), whole("whole", 611, GetParam());
    PciWaves seen("seen", at_pins_, "pci", pins.bench.clock, pins.bench.bus, {{"IDSEL", 16}});
    PciWaves waves("waves", recorded_, "pci", whole.bench.clock, whole.bench.bus, {{"IDSEL", 16}});
    base::RandomStream random(611, "recorded");
    whole.bench.bus.enter_transaction_level();
    run(core::from_fs(test::kPciClock / 2));
    for (WaveWriter* writer : {&at_pins_, &recorded_}) writer->wait_for_window();
    some_bursts(pins, whole, random);
    unsigned attempts = 1;
    for (; !waves.set_recording(true) && attempts < 1000; ++attempts) clocks(1);
    ASSERT_LT(attempts, 1000u);
    clocks(1);  // The levels at the begin of the recording are shown 2 ns later.
    const std::uint64_t repeated = whole.bench.bus.transaction_bus()->counts().repeated;
    EXPECT_GT(repeated, 0u);
    for (WaveWriter* writer : {&at_pins_, &recorded_}) writer->begin_window(core::now_fs());
    some_bursts(pins, whole, random);
    EXPECT_EQ(whole.bench.bus.transaction_bus()->counts().repeated, repeated);
    for (WaveWriter* writer : {&at_pins_, &recorded_}) writer->end_window(core::now_fs());
    EXPECT_TRUE(waves.set_recording(false));
    some_bursts(pins, whole, random);
    EXPECT_GT(whole.bench.bus.transaction_bus()->counts().repeated, repeated);
    expect_equal_files();
}

INSTANTIATE_TEST_SUITE_P(Widths, RecordedPci, testing::Bool());

}  // namespace
}  // namespace niclab::probe
