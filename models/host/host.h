/// @file A host: memory, its bridges to PCI and to other buses, a driver for each card,
/// programs and a serial port. Composition only.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bus/kind.h"
#include "host/application.h"
#include "host/bridge.h"
#include "host/memory.h"
#include "host/port.h"
#include "host/profile.h"
#include "host/serial_port.h"
#include "isa/controller.h"

namespace niclab::host {

/// The port of the driver of a further card: all functions are the bridge's except INTA#,
/// which is the card's own.
class SlotPort : public Port {
public:
    SlotPort(Port& bridge, const core::Wire<bool>& interrupt) : bridge_(bridge), interrupt_(interrupt) {}

    std::uint32_t config_read32(unsigned slot, std::uint8_t offset) override {
        return bridge_.config_read32(slot, offset);
    }
    void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) override {
        bridge_.config_write32(slot, offset, value);
    }
    std::uint32_t read32(std::uint32_t address) override { return bridge_.read32(address); }
    void write32(std::uint32_t address, std::uint32_t value) override { bridge_.write32(address, value); }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count,
                     bus::Purpose purpose) override {
        bridge_.write_block(address, dwords, count, purpose);
    }
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override {
        bridge_.read_block(address, dwords, count, purpose);
    }
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override { return bridge_.io_read(address, octets); }
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        bridge_.io_write(address, octets, value);
    }
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override {
        return bridge_.memory_read(address, octets);
    }
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        bridge_.memory_write(address, octets, value);
    }
    Memory& memory() override { return bridge_.memory(); }
    const core::Wire<bool>& interrupt() const override { return interrupt_; }

private:
    Port& bridge_;
    const core::Wire<bool>& interrupt_;
};

/// A program and the card that it uses.
struct Program {
    std::string name = "application";
    unsigned card = 0;  ///< Index in Config::drivers.
    Application::Config application;
};

/// A factory of a card's driver, for the port through which the card is accessed.
struct CardDriver {
    std::function<std::unique_ptr<NetDevice>(Port&)> make;
    bus::Kind bus = bus::kPci;
    bool masters_isa = false;
};

struct Config;
/// A bus of a host in addition to PCI, with the path of the CPU to it, a module of the host.
struct OtherBus {
    bus::Kind kind;
    std::function<std::unique_ptr<Port>(Memory&, const Config&)> make_bridge;
};

struct Config {
    Profile profile;
    isa::ControllerConfig isa;               ///< For a host with a card on ISA.
    std::uint32_t memory_octets = 8u << 20;  ///< 4 MiB .. 256 MiB
    bool serial_marker = false;              ///< Programs write to the serial port at each call.
    /// Drivers of the cards in the host's slots. The cards are agents nic, nic1 and so on of their
    /// bus; at most one is on ISA, one on EISA, and one on PCI Express.
    std::vector<CardDriver> drivers;
    std::vector<Program> programs;
};

class Host : public sc_core::sc_module {
public:
    Host(sc_core::sc_module_name name, core::Clock& pci_clock, pci::Bus& bus, const Config& config, std::uint64_t seed,
         const std::vector<OtherBus>& more = {})
        : sc_module(name),
          config_(config),
          memory(config.memory_octets),
          bridge("bridge", pci_clock, bus, memory, config_.profile, seed),
          com1("com1", config.profile.serial_us) {
        for (const OtherBus& other : more) bridges_[other.kind] = other.make_bridge(memory, config_);
        for (unsigned k = 0; k < config.drivers.size(); ++k)
            drivers_.push_back(config.drivers[k].make(port_of(k, bus)));
        for (const Program& p : config.programs)
            programs_.push_back(std::make_unique<Application>(p.name.c_str(), *drivers_[p.card], com1, config_.profile,
                                                              p.application, identities_));
    }

    /// The path of the CPU to that bus, which the host must have.
    Port& bridge_to(bus::Kind kind) { return kind == bus::kPci ? bridge : *bridges_.at(kind); }
    /// Of a card.
    NetDevice& driver(std::size_t card = 0) { return *drivers_.at(card); }
    const NetDevice& driver(std::size_t card = 0) const { return *drivers_.at(card); }
    Application& program(std::size_t index = 0) { return *programs_.at(index); }
    const std::vector<std::unique_ptr<Application>>& programs() const { return programs_; }
    const Application& program(std::size_t index = 0) const { return *programs_.at(index); }

private:
    Config config_;

public:
    Memory memory;
    Bridge bridge;
    SerialPort com1;

private:
    Port& port_of(unsigned card, pci::Bus& bus) {
        const bus::Kind kind = config_.drivers[card].bus;
        if (card == 0 || kind != bus::kPci) return bridge_to(kind);
        return *ports_.emplace_back(std::make_unique<SlotPort>(bridge, bus.inta("nic" + std::to_string(card))));
    }
    std::map<bus::Kind, std::unique_ptr<Port>> bridges_;
    std::uint32_t identities_ = 0;  ///< Number of packets that the programs have sent.
    std::vector<std::unique_ptr<SlotPort>> ports_;
    std::vector<std::unique_ptr<NetDevice>> drivers_;
    std::vector<std::unique_ptr<Application>> programs_;
};

}  // namespace niclab::host
