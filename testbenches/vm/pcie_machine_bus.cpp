#include "pcie_machine_bus.h"

#include "probe/pcie/lane_waves.h"
#include "probe/wave/pci_row_waves.h"

namespace niclab::vm {

namespace {

constexpr const char* kLinkScope = "guest.pcie";

class PcieBusWaves : public BusWaves {
public:
    PcieBusWaves(probe::WaveWriter& writer, pcie::Board& board)
        : violations_(writer, kLinkScope, board.clock.period_fs()), lanes_("bus_waves", writer, kLinkScope, board) {}
    void report(const check::Violation& violation) override { violations_.report(violation); }

private:
    probe::ViolationRow violations_;
    probe::LaneWaves lanes_;
};

}  // namespace

pcie::Assignment PcieMachineBus::assignment() {
    constexpr std::uint32_t kLeast = 0xC000'0000, kEnd = 0xFEC0'0000;  // Above 3 GB of memory, below the I/O APIC.
    pcie::Assignment a;
    a.memory = kLeast, a.least_window = kEnd - kLeast;
    return a;
}

void PcieMachineBus::limit_to(const GuestMemory& memory) {
    store_ = std::make_unique<Store>(port().memory(), memory);
    backplane_.board().use(*store_);
}

void PcieMachineBus::on_card_transaction(const std::function<void(const linux_kernel::CardTransaction&)>& listener) {
    backplane_.on_card_transaction([this, listener](linux_kernel::CardTransaction t) {
        if (store_) t.aborted = !store_->holds(t.address, 4 * t.dwords);
        if (t.aborted) t.dwords = 0;
        listener(t);
    });
}

std::unique_ptr<BusWaves> PcieMachineBus::waves(probe::WaveWriter& writer) {
    return std::make_unique<PcieBusWaves>(writer, backplane_.board());
}

}  // namespace niclab::vm
