#include "backplane.h"

#include <algorithm>

#include "cards/i8254x/model.h"

namespace niclab::linux_kernel {

std::unique_ptr<Backplane> Backplane::of(const MakeCard& make, const Config& config) {
    if (std::holds_alternative<MakeIsaCard>(make)) return std::make_unique<IsaBackplane>(config);
    if (std::holds_alternative<MakeEisaCard>(make)) return std::make_unique<EisaBackplane>(config);
    if (std::holds_alternative<MakePcieCard>(make)) return std::make_unique<PcieBackplane>(config);
    return std::make_unique<PciBackplane>(config);
}

PciBackplane::PciBackplane(const Config& config)
    : Backplane("board", config),
      clock_("pci_clock", {}),
      bus_("pci", clock_),
      bridge_("bridge", clock_, bus_, memory_, profile_, config.seed) {}

std::unique_ptr<EthernetCard> PciBackplane::insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc,
                                                   const OnCable& cable, check::Report& report) {
    auto card = std::get<MakePciCard>(make)({clock_, bus_, config_.slot, "nic", txc, rxc}, cable);
    const std::vector<std::string> cards{"nic"};
    watch_ = std::make_unique<probe::PciWatch>("pci_watch", clock_, bus_, config_.machine + ".pci", cards, &report);
    return card;
}

void on_card_transaction(probe::PciWatch& watch, const std::function<void(const CardTransaction&)>& listener) {
    probe::PciAccount& account = watch.account();
    account.done = [&account, listener, before = account.done](const probe::PciTransaction& t) {
        if (before) before(t);
        const bool write = t.command % 2 != 0;  // C/BE[0]# of the address phase.
        const bool aborted = t.end == probe::PciEnd::TargetAbort || t.end == probe::PciEnd::MasterAbort;
        if ((t.dwords > 0 || aborted) && t.master >= 0 && account.masters()[std::size_t(t.master)].name == "nic")
            listener({t.at, write, t.address, t.dwords, aborted});
    };
}

IsaBackplane::IsaBackplane(const Config& config)
    : Backplane("board", config),
      halves_("bclk_halves", {isa::Controller::kHalf, 0, false}),
      bus_("isa"),
      bridge_("bridge", halves_, bus_, memory_) {}

std::unique_ptr<EthernetCard> IsaBackplane::insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc,
                                                   const OnCable& cable, check::Report& report) {
    auto card = std::get<MakeIsaCard>(make)({bus_, "nic", txc, rxc}, cable);
    // If no card requests the bus, the parts for a master would only cost time.
    const auto& lines = bus_.drqs();
    if (std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line != nullptr; }))
        masters_ = std::make_unique<host::IsaMasters>("masters", bus_, bridge_.controller, memory_);
    watch_ = std::make_unique<probe::IsaWatch>("isa_watch", halves_, bus_, config_.machine + ".isa", report);
    return card;
}

EisaBackplane::EisaBackplane(const Config& config)
    : Backplane("board", config),
      halves_("bclk_halves", {eisa::Controller::kHalf, 0, false}),
      bus_("eisa"),
      bridge_("bridge", halves_, bus_, memory_) {}

std::unique_ptr<EthernetCard> EisaBackplane::insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc,
                                                    const OnCable& cable, check::Report& report) {
    auto card = std::get<MakeEisaCard>(make)({halves_, bus_, config_.slot, "nic", txc, rxc}, cable);
    watch_ = std::make_unique<probe::EisaWatch>("eisa_watch", halves_, bus_, config_.machine + ".eisa", report);
    return card;
}

namespace {
pcie::BoardConfig board_of_the_82574l(const pcie::Assignment& assignment) {
    pcie::BoardConfig c;
    c.assignment = assignment;
    c.link.lanes = {i8254x::k82574l.generation, i8254x::k82574l.lanes};
    c.link.replay_timeout = pcie::least_replay_timeout(c);
    return c;
}
}  // namespace

PcieBackplane::PcieBackplane(const Config& config)
    : Backplane("board", config),
      board_("pcie", board_of_the_82574l(config.assignment), config.memory_octets, 0, config.seed),
      bridge_("bridge", board_, memory_, config.slot) {}

std::unique_ptr<EthernetCard> PcieBackplane::insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc,
                                                    const OnCable& cable, check::Report& report) {
    auto card = std::get<MakePcieCard>(make)({board_, "nic", txc, rxc}, cable);
    watch_ = std::make_unique<probe::PcieWatch>(board_, pcie::BoardLink::Card, config_.machine + ".pcie", &report);
    return card;
}

/// Its requests to memory, without the messages of its interrupts.
void PcieBackplane::on_card_transaction(const std::function<void(const CardTransaction&)>& listener) {
    watch_->tlp = [listener](const pcie::LinkPacket& p) {
        const bool write = p.tlp->type == pcie::TlpType::MemoryWrite;
        if (p.way != pcie::Way::Up || p.bad || p.repeated || pcie::is_interrupt(*p.tlp)) return;
        if (!write && p.tlp->type != pcie::TlpType::MemoryRead) return;
        listener({p.end, write, p.tlp->address & ~std::uint64_t{3}, pcie::touched_dwords(*p.tlp), false});
    };
}

}  // namespace niclab::linux_kernel
