// Random cards, each sending to itself over a line that loses and damages cells. Nothing hangs,
// every cell is accounted for, and data that arrives without an error is equal to the sent data.
#include <memory>
#include <set>

#include "base/random.h"
#include "support/packet_bench.h"
#include "support/repetitions.h"

namespace niclab::test {
namespace {

using packet_sar::Transfer;

packet_sar::Config random_config(base::RandomStream& random) {
    const auto draw = [&random](std::int64_t lo, std::int64_t hi) {
        return static_cast<unsigned>(random.uniform(lo, hi));
    };
    packet_sar::Config c;
    c.memory_octets = 256 * 1024;
    c.transmit_octets = 68 * 1024;
    c.receive = random.chance(0.5) ? Transfer::Dma : Transfer::Pio;
    c.transmit_burst_dwords = draw(1, 16);
    c.receive_burst_dwords = draw(1, 16);
    c.rx_fifo_cells = draw(1, 40);
    c.transmit_firmware_clocks = random.chance(0.5) ? draw(0, 200) : 0;
    c.transmit_firmware_pdu_clocks = random.chance(0.3) ? draw(0, 900) : 0;
    c.receive_firmware_clocks = random.chance(0.5) ? draw(0, 200) : 0;
    c.receive_firmware_pdu_clocks = random.chance(0.3) ? draw(0, 900) : 0;
    c.lookup_clocks = draw(0, 30);
    c.interrupt_pdus = draw(1, 4);
    c.interrupt_delay_us = 50;
    c.null_cells = random.chance(0.3);
    c.hold_without_buffer = random.chance(0.5);
    return c;
}

/// One card, its host and its line.
class RandomCard {
public:
    RandomCard(unsigned number, base::RandomStream& random)
        : random_(random), config_(random_config(random)), bench(config_, ("card" + std::to_string(number)).c_str()) {
        bench.memory.latency = static_cast<unsigned>(random.uniform(1, 30));
    }

    void begin() {
        bench.enable();
        // Sometimes so little that PDUs find no room.
        bench.open(PacketBench::kVci, static_cast<std::uint32_t>(random_.uniform(1, 4)) * 0x1000);
    }
    void send() {
        const auto octets =
            static_cast<std::size_t>(random_.chance(0.5) ? random_.uniform(1, 150) : random_.uniform(1, 4000));
        const auto sdu = PacketBench::sdu_of(octets, static_cast<unsigned>(random_.uniform(0, 255)));
        sent_.insert(atm::aal5_encode(sdu));
        const std::uint32_t place = PacketBench::kSendBuffers + sends_++ % 64 * 0x1000;
        bench.put_in_host_memory(sdu, place);
        bench.describe(sdu, place);
        bench.doorbell();
    }
    /// The line's other end: cells that were sent come back, but for some.
    void turn_line() {
        for (; turned_ < bench.line.cells.size(); ++turned_) {
            if (random_.chance(0.01)) continue;
            atm::Cell cell = bench.line.cells[turned_];
            if (random_.chance(0.01)) cell.payload()[random_.uniform(0, 47)] ^= 0x10;
            if (random_.chance(0.01)) cell.set_header({0, 0, 77, 0, false});
            bench.source.cells.push_back(cell);
        }
    }
    void serve() {
        if (bench.inta.read()) bench.read(packet_sar::reg::kEvents);
        while (head_ != bench.read(packet_sar::reg::kStatusTail)) {
            take_entry();
            head_ = (head_ + 1) % packet_sar::window::kStatusEntries;
            bench.write(packet_sar::reg::kStatusHead, head_);
        }
        if (random_.chance(0.3)) return;
        const std::uint64_t more = std::min<std::uint64_t>(4, kBuffers - supplied_);
        supplied_ += more;
        bench.supply(static_cast<unsigned>(more));
    }
    bool quiet() const {
        return bench.source.cells.empty() && turned_ == bench.line.cells.size() &&
               bench.engine.transmit_stats().pdus == sends_;
    }
    void expect_balance() const {
        EXPECT_EQ(bench.accounted(), bench.source.sent) << bench.name();
        EXPECT_EQ(bench.engine.transmit_stats().user_cells, bench.line.cells.size()) << bench.name();
        EXPECT_EQ(wrong_, 0u) << bench.name();
    }
    std::uint64_t good() const { return good_; }

private:
    static constexpr std::uint64_t kBuffers = 16;

    void take_entry() {
        std::uint32_t words[4];
        const bool pio = config_.receive == Transfer::Pio;
        for (std::uint32_t i = 0; i < 4; ++i)
            words[i] = pio ? bench.read_window(packet_sar::window::kStatusRing + 16 * head_ + 4 * i)
                           : bench.memory.dwords[PacketBench::kStatusRing / 4 + 4 * head_ + i];
        if (!pio) --supplied_;
        if (pio || (words[3] & packet_sar::status::kCrcError)) return;  // where a PDU lies in a circle others test
        std::vector<std::uint8_t> pdu(words[2]);
        for (std::uint32_t i = 0; i < pdu.size(); ++i) pdu[i] = bench.memory.octet(words[1] + i);
        ++(sent_.count(pdu) ? good_ : wrong_);
    }
    base::RandomStream& random_;
    packet_sar::Config config_;
    std::set<std::vector<std::uint8_t>> sent_;
    std::size_t sends_ = 0, turned_ = 0;
    std::uint32_t head_ = 0;
    std::uint64_t supplied_ = 0, good_ = 0, wrong_ = 0;

public:
    PacketBench bench;
};

class PacketSarRandom : public SimTest {};

TEST_F(PacketSarRandom, EveryCellIsAccountedFor) {
    base::RandomStream random(20260, "packet_sar");
    std::vector<std::unique_ptr<RandomCard>> cards;
    for (unsigned i = 0; i < test::repetitions(24, 4); ++i) cards.push_back(std::make_unique<RandomCard>(i, random));
    for (auto& card : cards) card->begin();
    for (unsigned round = 0; round < 30; ++round) {
        for (auto& card : cards) {
            if (round < 20) card->send();
            card->turn_line();
            card->serve();
        }
        PacketBench::clocks(1500);
    }
    for (unsigned i = 0; i < 300; ++i) {
        bool quiet = true;
        for (auto& card : cards) {
            card->turn_line(), card->serve();
            quiet = quiet && card->quiet();
        }
        if (quiet) break;
        PacketBench::clocks(2000);
    }
    PacketBench::clocks(30'000);
    std::uint64_t good = 0;
    for (auto& card : cards) {
        EXPECT_TRUE(card->quiet()) << card->bench.name();
        card->expect_balance();
        good += card->good();
    }
    EXPECT_GT(good, cards.size() * 5 / 4);
}

}  // namespace
}  // namespace niclab::test
