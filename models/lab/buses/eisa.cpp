// The EISA bus of a host.
#include "host/eisa_bridge.h"
#include "lab/buses/board_bus.h"
#include "probe/eisa/eisa_watch.h"
#include "probe/eisa/eisa_waves.h"

namespace niclab::lab::buses::eisa {

namespace {

using Board = BoardBus<niclab::eisa::Bus, niclab::eisa::Controller, probe::EisaWatch, probe::EisaWaves>;

class EisaBus : public Board {
public:
    explicit EisaBus(core::Femtoseconds phase) : Board("eisa_halves", niclab::eisa::Bus::kKind.id, phase) {}
    void connect(card::Slot& slot) override { slot.buses.add(clocked_); }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config&) override {
        return std::make_unique<host::EisaBridge>("eisa_bridge", halves_, wires_, memory);
    }

private:
    niclab::eisa::ClockedBus clocked_{halves_, wires_};
};

Meanings meanings() {
    return {
        {"LA", "LA[31:2]: address of memory or I/O ports, valid before the cycle starts."},
        {"BCLK", "Clock of the EISA bus. A cycle may extend its low phase."},
        {"D", "Data of the EISA bus."},
        {"BE_n", "Byte enables, active low."},
        {"AEN_SLOT", "Address enable, one bit per slot: the addressed I/O ports are not those of the slot."},
        {"START_n", "Start of a cycle."},
        {"CMD_n", "Data phase of the cycle. Data is valid at its end."},
        {"M_IO", "High: memory cycle; low: I/O cycle."},
        {"W_R", "High: write cycle; low: read cycle."},
        {"EX32_n", "The addressed slave has 32 bits."},
        {"EX16_n", "The addressed slave has 16 bits."},
        {"EXRDY", "Ready: low while a card extends the transfer."},
        {"MSBURST_n", "The master continues the burst with another transfer."},
        {"SLBURST_n", "The addressed slave supports bursts."},
        {"MAK_n", "Bus grant (acknowledge), one bit per slot with a master."},
        {"IRQ", "Interrupt request of one or more cards, level-sensitive."},
        {"MREQ_n", "Bus request of the master in a slot."},
    };
}

}  // namespace

const Kind& kind() {
    static const Kind kind =
        board_kind<EisaBus>(niclab::eisa::Bus::kKind, "eisa_halves", check::kEisaRules, meanings());
    return kind;
}

}  // namespace niclab::lab::buses::eisa
