/// @file A machine's bus, with its bridge, its one slot and its checker: PCI, ISA, EISA or PCI
/// Express, according to its card.
#pragma once

#include <functional>

#include "ethernet_card.h"
#include "host/bridge.h"
#include "host/eisa_bridge.h"
#include "host/isa_bridge.h"
#include "host/isa_masters.h"
#include "host/pcie_bridge.h"
#include "pci/fast/two_level_bus.h"
#include "probe/account/pin_watch.h"
#include "probe/eisa/eisa_watch.h"
#include "probe/isa/isa_watch.h"
#include "probe/pcie/pcie_watch.h"

namespace niclab::linux_kernel {

/// A transaction of the card as a bus master that moved data, or was aborted.
struct CardTransaction {
    core::Femtoseconds at;
    bool write;
    std::uint64_t address;
    std::uint32_t dwords;
    bool aborted;  ///< By the target after these dwords, or because there is none.
};

/// `listener` is called for each CardTransaction of the card "nic" on a PCI bus, after it.
void on_card_transaction(probe::PciWatch& watch, const std::function<void(const CardTransaction&)>& listener);

class Backplane : public sc_core::sc_module {
public:
    struct Config {
        std::string machine;  ///< Name of its bus in the checker.
        unsigned slot = 5;    ///< For PCI and EISA.
        std::uint32_t memory_octets = 8u << 20;
        std::uint64_t seed = 1;
        pcie::Assignment assignment{};  ///< For PCI Express: what the BIOS assigns.
    };
    virtual host::Port& port() = 0;
    /// Transactions of PCI, commands of ISA or EISA, or TLPs.
    virtual std::uint64_t transactions() const = 0;
    /// Name of the standard of the checked rules.
    virtual const char* standard() const = 0;
    /// Inserts the card into the slot, and then checks the bus. To be called once.
    virtual std::unique_ptr<EthernetCard> insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc,
                                                 const OnCable& cable, check::Report& report) = 0;
    /// `listener` is called for each CardTransaction, after it. Only PCI and PCI Express report any.
    virtual void on_card_transaction(const std::function<void(const CardTransaction&)>& /*listener*/) {}
    /// Its transfers take the same time, and its wires have no levels. To be called before the
    /// simulation begins. The link of PCI Express has one level only.
    virtual void enter_transaction_level() {}
    /// The bus of the cards that `make` makes.
    static std::unique_ptr<Backplane> of(const MakeCard& make, const Config& config);

protected:
    Backplane(sc_core::sc_module_name name, const Config& config)
        : sc_module(name), config_(config), memory_(config.memory_octets) {}
    Config config_;
    host::Memory memory_;
};

class PciBackplane : public Backplane {
public:
    explicit PciBackplane(const Config& config);
    host::Port& port() override { return bridge_; }
    host::Bridge& bridge() { return bridge_; }
    core::Clock& clock() { return clock_; }
    /// It begins at signal level.
    pci::TwoLevelBus& bus() { return bus_; }
    /// Latencies of its bridge.
    const host::Profile& profile() const { return profile_; }
    /// The observer of the bus, after insert().
    probe::PciWatch& watch() { return *watch_; }
    std::uint64_t transactions() const override { return watch_->transactions(); }
    const char* standard() const override { return "PCI"; }
    void enter_transaction_level() override { bus_.enter_transaction_level(); }
    void on_card_transaction(const std::function<void(const CardTransaction&)>& listener) override {
        linux_kernel::on_card_transaction(*watch_, listener);
    }
    std::unique_ptr<EthernetCard> insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc, const OnCable& cable,
                                         check::Report& report) override;

private:
    core::Clock clock_;
    pci::TwoLevelBus bus_;
    host::Profile profile_;
    host::Bridge bridge_;
    std::unique_ptr<probe::PciWatch> watch_;
};

class IsaBackplane : public Backplane {
public:
    explicit IsaBackplane(const Config& config);
    host::Port& port() override { return bridge_; }
    std::uint64_t transactions() const override { return watch_->commands(); }
    const char* standard() const override { return "ISA"; }
    void enter_transaction_level() override { bus_.enter_transaction_level(); }
    std::unique_ptr<EthernetCard> insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc, const OnCable& cable,
                                         check::Report& report) override;

private:
    core::Clock halves_;
    isa::Bus bus_;
    host::IsaBridge bridge_;
    std::unique_ptr<host::IsaMasters> masters_;
    std::unique_ptr<probe::IsaWatch> watch_;
};

class EisaBackplane : public Backplane {
public:
    explicit EisaBackplane(const Config& config);
    host::Port& port() override { return bridge_; }
    std::uint64_t transactions() const override { return watch_->commands(); }
    const char* standard() const override { return "EISA"; }
    void enter_transaction_level() override { bus_.enter_transaction_level(); }
    std::unique_ptr<EthernetCard> insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc, const OnCable& cable,
                                         check::Report& report) override;

private:
    core::Clock halves_;
    eisa::Bus bus_;
    host::EisaBridge bridge_;
    std::unique_ptr<probe::EisaWatch> watch_;
};

/// The link has the most generation and lanes of the 82574L.
class PcieBackplane : public Backplane {
public:
    explicit PcieBackplane(const Config& config);
    host::Port& port() override { return bridge_; }
    pcie::Board& board() { return board_; }
    std::uint64_t transactions() const override { return watch_->accepted(); }
    const char* standard() const override { return "PCI Express"; }
    void on_card_transaction(const std::function<void(const CardTransaction&)>& listener) override;
    std::unique_ptr<EthernetCard> insert(const MakeCard& make, core::Clock& txc, core::Clock& rxc, const OnCable& cable,
                                         check::Report& report) override;

private:
    pcie::Board board_;
    host::PcieBridge bridge_;
    std::unique_ptr<probe::PcieWatch> watch_;
};

}  // namespace niclab::linux_kernel
