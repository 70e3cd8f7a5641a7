// The ISA bus of a host.
#include <algorithm>

#include "host/isa_bridge.h"
#include "host/isa_masters.h"
#include "lab/buses/board_bus.h"
#include "probe/isa/isa_watch.h"
#include "probe/isa/isa_waves.h"

namespace niclab::lab::buses::isa {

namespace {

using Board = BoardBus<niclab::isa::Bus, niclab::isa::Controller, probe::IsaWatch, probe::IsaWaves>;

class IsaBus : public Board {
public:
    explicit IsaBus(core::Femtoseconds phase) : Board("bclk_halves", niclab::isa::Bus::kKind.id, phase) {}
    void connect(card::Slot& slot) override { slot.buses.add(wires_); }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config& config) override {
        auto bridge = std::make_unique<host::IsaBridge>("isa_bridge", halves_, wires_, memory, config.isa);
        if (std::any_of(config.drivers.begin(), config.drivers.end(), [](const auto& d) { return d.masters_isa; }))
            masters_ = std::make_unique<host::IsaMasters>("isa_masters", wires_, bridge->controller, memory);
        return bridge;
    }

private:
    std::unique_ptr<host::IsaMasters> masters_;  ///< nullptr if no card needs it, to save time.
};

Meanings meanings() {
    return {
        {"LA", "LA[23:17]: memory address, valid before the cycle starts."},
        {"SA", "SA[19:0]: address, valid during the command."},
        {"SD", "Data of the ISA bus."},
        {"BALE", "Address latch enable: its falling edge latches the address of a cycle."},
        {"AEN", "Address enable: high during DMA, when I/O ports must not respond."},
        {"SBHE_n", "Byte high enable: SD[15:8] carry data."},
        {"IOR_n", "I/O read command."},
        {"IOW_n", "I/O write command."},
        {"MEMR_n", "Memory read command."},
        {"MEMW_n", "Memory write command."},
        {"IOCS16_n", "The addressed I/O port has 16 bits."},
        {"MEMCS16_n", "The addressed memory has 16 bits."},
        {"IOCHRDY", "I/O channel ready: low while the card extends the command."},
        {"MASTER_n", "A card is bus master."},
        {"DACK_n", "One wire per channel: grants the bus to the requester on DRQ."},
        {"IRQ", "Interrupt request of one card, edge-triggered."},
        {"DRQ", "DMA request: a card requests a transfer by the DMA controller, or the bus."},
    };
}

}  // namespace

const Kind& kind() {
    static const Kind kind = board_kind<IsaBus>(niclab::isa::Bus::kKind, "bclk_halves", check::kIsaRules, meanings());
    return kind;
}

}  // namespace niclab::lab::buses::isa
