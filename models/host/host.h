/// @file  A host: memory, bridge, a driver for each card, programs and serial port. Composition only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/application.h"
#include "host/bridge.h"
#include "host/memory.h"
#include "host/profile.h"
#include "host/serial_port.h"
#include "host/slot_port.h"

namespace niclab::host {

/// A program and the card it uses.
struct Program {
    std::string name = "application";
    unsigned card = 0;  ///< Of Config::make_drivers.
    Application::Config application;
};

struct Config {
    Profile profile;
    std::uint32_t memory_octets = 8u << 20;  ///< 4 MiB .. 256 MiB
    bool serial_marker = false;              ///< Programs write to the serial port around each call.
    /// Of the cards in the host's slots, which are agents nic, nic1 and so on of the bus.
    std::vector<std::function<std::unique_ptr<NetDevice>(Port&)>> make_drivers;
    std::vector<Program> programs;
};

class Host : public sc_core::sc_module {
public:
    Host(sc_core::sc_module_name name, core::Clock& pci_clock, pci::Bus& bus, const Config& config, std::uint64_t seed)
        : sc_module(name),
          config_(config),
          memory(config.memory_octets),
          bridge("bridge", pci_clock, bus, memory, config_.profile, seed),
          com1("com1", config.profile.serial_us) {
        for (unsigned k = 0; k < config.make_drivers.size(); ++k) {
            if (k > 0) ports_.push_back(std::make_unique<SlotPort>(bridge, bus.inta("nic" + std::to_string(k))));
            drivers_.push_back(config.make_drivers[k](k > 0 ? static_cast<Port&>(*ports_.back()) : bridge));
        }
        for (const Program& p : config.programs)
            programs_.push_back(std::make_unique<Application>(p.name.c_str(), *drivers_[p.card], com1, config_.profile,
                                                              p.application, identities_));
    }

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
    std::uint32_t identities_ = 0;  ///< Of the packets the programs send.
    std::vector<std::unique_ptr<SlotPort>> ports_;
    std::vector<std::unique_ptr<NetDevice>> drivers_;
    std::vector<std::unique_ptr<Application>> programs_;
};

}  // namespace niclab::host
