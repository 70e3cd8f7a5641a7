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
    explicit EisaBus(core::Femtoseconds phase) : Board("eisa_halves", "eisa", phase) {}
    void connect(card::Slot& slot) override { slot.eisa_halves = &halves_, slot.eisa = &wires_; }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config&) override {
        return std::make_unique<host::EisaBridge>("eisa_bridge", halves_, wires_, memory);
    }
};

}  // namespace

const Kind& kind() {
    static const Kind kind = board_kind<EisaBus>(bus::Kind::Eisa, "eisa", "the EISA bus", "eisa_halves");
    return kind;
}

}  // namespace niclab::lab::buses::eisa
