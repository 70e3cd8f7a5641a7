// Symbols of a link as waveforms: each symbol at its time, idle after the last one.
#include <algorithm>

#include "pcie/slot/function.h"
#include "probe/pcie/lane_waves.h"
#include "support/sim_test.h"

namespace niclab::probe {
namespace {

/// Keeps all changes.
class Sink : public WaveSink {
public:
    struct Change {
        core::Femtoseconds at;
        std::string name;
        std::uint64_t value;
    };
    Id add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t, bool) override {
        EXPECT_EQ(bits, 9u);
        names_.push_back(scope + "." + name);
        return Id(names_.size() - 1);
    }
    void add_clock(const std::string&, const std::string&, const core::Clock&) override {}
    std::size_t wanted() const override { return names_.size(); }
    std::vector<Change> changes;
    const std::vector<std::string>& names() const { return names_; }

protected:
    void take(Id id, std::uint64_t value, bool) override { changes.push_back({core::now_fs(), names_[id], value}); }

private:
    std::vector<std::string> names_;
};

struct Packets : pcie::LinkObserver {
    void packet(const pcie::LinkPacket& p) override { all.push_back({p.way, p.begin, p.end, p.tlp != nullptr}); }
    struct Packet {
        pcie::Way way;
        core::Femtoseconds begin, end;
        bool is_tlp;
    };
    std::vector<Packet> all;
};

/// No memory.
struct Nothing : pcie::Store {
    bool holds(std::uint64_t, unsigned) const override { return false; }
    void read(std::uint64_t, std::uint8_t*, unsigned) override {}
    void write(std::uint64_t, const std::uint8_t*, unsigned) override {}
};

/// Gives the bus after the root port its number, and reads the identity of the card there, some times.
class Cpu : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Cpu);
    Cpu(sc_core::sc_module_name name, pcie::Board& board) : sc_module(name), board_(board) {
        board.cpu.done = [this](const pcie::CpuPort::Done& done) {
            identity = done.data[0] | std::uint32_t{done.data[1]} << 8 | std::uint32_t{done.data[2]} << 16 |
                       std::uint32_t{done.data[3]} << 24;
        };
        SC_THREAD(work);
    }
    std::uint32_t identity = 0;

private:
    void work() {
        start(pcie::TlpType::ConfigWrite, pcie::kBusRegister, 0x0001'0100);
        for (unsigned n = 0; n < 8; ++n) start(pcie::TlpType::ConfigRead, 1u << 24, 0);
    }
    void start(pcie::TlpType type, std::uint64_t address, std::uint32_t value) {
        pcie::CpuPort::Request request;
        request.type = type, request.address = address;
        for (unsigned k = 0; k < 4; ++k) request.data[k] = std::uint8_t(value >> 8 * k);
        {
            const core::KernelBridge::SyncScope scope(board_.kernel);
            board_.cpu.start(request);
        }
        wait(3, sc_core::SC_US);
    }
    pcie::Board& board_;
};

class PcieLanes : public test::SimTest {};

TEST_F(PcieLanes, EverySymbolOfAPacketIsOnItsLaneAtItsTime) {
    constexpr std::uint32_t kMemoryOctets = 1u << 16;
    pcie::BoardConfig config;
    config.link.lanes = {1, 2};
    pcie::Identity identity;
    identity.vendor = 0x8086, identity.device = 0x1234;
    pcie::Board board("board", config, kMemoryOctets, 0, 1);
    Nothing memory;
    board.use(memory);
    bus::DmaChannel channel("channel");
    pcie::Function function("function", board, identity, channel);
    Sink sink;
    LaneWaves waves("waves", sink, "a.pcie", board);
    EXPECT_EQ(sink.names(), (std::vector<std::string>{"a.pcie.UP0", "a.pcie.DOWN0", "a.pcie.UP1", "a.pcie.DOWN1"}));
    Packets packets;
    board.observe(packets);
    Cpu cpu("cpu", board);
    run(sc_core::sc_time(500, sc_core::SC_US));
    EXPECT_EQ(cpu.identity, 0x1234'8086u);
    ASSERT_GT(packets.all.size(), 20u);
    for (const auto& p : packets.all) {
        const std::string lane = p.way == pcie::Way::Up ? "a.pcie.UP0" : "a.pcie.DOWN0";
        const unsigned first = p.is_tlp ? 0x1FB : 0x15C;
        EXPECT_TRUE(std::any_of(sink.changes.begin(), sink.changes.end(), [&](const Sink::Change& c) {
            return c.name == lane && c.at == p.begin && c.value == first;
        })) << p.begin;
    }
    EXPECT_EQ(sink.changes.back().value, 0u) << "idle";
}

}  // namespace
}  // namespace niclab::probe
