// The PCI Express side of a host. Packets, not pins, are checked: lab/watch/checkers.
#include "host/pcie_bridge.h"
#include "lab/buses/bus.h"
#include "probe/pcie/lane_waves.h"

namespace niclab::lab::buses::pcie {

namespace {

class PcieBus : public Bus {
public:
    PcieBus(const HostConfig& host, core::Femtoseconds phase, unsigned slot, std::uint64_t seed)
        : board_("pcie", host.pcie, host.host.memory_octets, phase, seed), slot_(slot) {}
    core::Clock& clock() override { return board_.clock; }
    const void* wires() const override { return &board_; }
    void connect(card::Slot& slot) override { slot.buses.add(board_); }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config&) override {
        return std::make_unique<host::PcieBridge>("pcie_bridge", board_, memory, slot_);
    }
    std::unique_ptr<sc_core::sc_module> make_waves(const std::string& module, probe::WaveSink& sink,
                                                   const std::string& scope) override {
        return std::make_unique<probe::LaneWaves>(module.c_str(), sink, scope, board_);
    }

private:
    niclab::pcie::Board board_;
    unsigned slot_;
};

}  // namespace

const Kind& kind() {
    static const Kind kind{
        niclab::pcie::Board::kKind,
        niclab::pcie::Board::kKind.id,
        niclab::pcie::Board::kKind.title,
        {"pcie"},
        [](const HostConfig& host) { return host.pcie.card_clock; },
        [](const HostConfig& host, core::Femtoseconds phase, unsigned slot,
           std::uint64_t seed) -> std::unique_ptr<Bus> { return std::make_unique<PcieBus>(host, phase, slot, seed); },
        {{"UP", "Symbol of a lane to the root: an octet; bit 8 marks a special symbol."},
         {"DOWN", "Symbol of a lane to the card: an octet; bit 8 marks a special symbol."}}};
    return kind;
}

}  // namespace niclab::lab::buses::pcie
