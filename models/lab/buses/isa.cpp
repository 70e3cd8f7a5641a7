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
    explicit IsaBus(core::Femtoseconds phase) : Board("bclk_halves", "isa", phase) {}
    void connect(card::Slot& slot) override { slot.isa = &wires_; }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config& config) override {
        auto bridge = std::make_unique<host::IsaBridge>("isa_bridge", halves_, wires_, memory, config.isa);
        if (std::any_of(config.drivers.begin(), config.drivers.end(), [](const auto& d) { return d.masters_isa; }))
            masters_ = std::make_unique<host::IsaMasters>("isa_masters", wires_, bridge->controller, memory);
        return bridge;
    }

private:
    std::unique_ptr<host::IsaMasters> masters_;  ///< nullptr if no card needs it, to save time.
};

}  // namespace

const Kind& kind() {
    static const Kind kind = board_kind<IsaBus>(bus::Kind::Isa, "isa", "the ISA bus", "bclk_halves");
    return kind;
}

}  // namespace niclab::lab::buses::isa
