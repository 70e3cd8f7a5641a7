/// @file  A host: memory, bridge, driver, application and serial port. Composition only.
#pragma once

#include <functional>
#include <memory>

#include "host/application.h"
#include "host/bridge.h"
#include "host/memory.h"
#include "host/profile.h"
#include "host/serial_port.h"

namespace niclab::host {

struct Config {
    Profile profile;
    std::uint32_t memory_octets = 8u << 20;                        ///< 4 MiB .. 256 MiB
    std::function<std::unique_ptr<NetDevice>(Port&)> make_driver;  ///< Of the card in the host's slot.
    Application::Config application;
};

class Host : public sc_core::sc_module {
public:
    Host(sc_core::sc_module_name name, core::Clock& pci_clock, pci::Bus& bus, const Config& config, std::uint64_t seed)
        : sc_module(name),
          config_(config),
          memory(config.memory_octets),
          bridge("bridge", pci_clock, bus, memory, config_.profile, seed),
          com1("com1", config.profile.serial_us),
          driver_(config.make_driver(bridge)),
          driver(*driver_),
          application("application", driver, com1, config_.profile, config.application) {}

private:
    Config config_;

public:
    Memory memory;
    Bridge bridge;
    SerialPort com1;

private:
    std::unique_ptr<NetDevice> driver_;

public:
    NetDevice& driver;
    Application application;
};

}  // namespace niclab::host
