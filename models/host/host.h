/// @file  A host: memory, bridge, driver, application and serial port. Composition only.
#pragma once

#include <memory>

#include "host/application.h"
#include "host/bridge.h"
#include "host/driver.h"
#include "host/memory.h"
#include "host/packet_driver.h"
#include "host/profile.h"
#include "host/serial_port.h"

namespace niclab::host {

/// Which card the driver is for.
enum class DriverKind { Nicstar, Packet };

struct Config {
    Profile profile;
    std::uint32_t memory_octets = 8u << 20;  ///< 4 MiB .. 256 MiB
    DriverKind driver_kind = DriverKind::Nicstar;
    Driver::Config driver;
    PacketDriver::Config packet_driver;
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
          driver_(make_driver(bridge, config)),
          driver(*driver_),
          application("application", driver, com1, config_.profile, config.application) {}

private:
    static std::unique_ptr<CardDriver> make_driver(Port& port, const Config& config) {
        if (config.driver_kind == DriverKind::Packet)
            return std::make_unique<PacketDriver>("driver", port, config.packet_driver);
        return std::make_unique<Driver>("driver", port, config.driver);
    }

    Config config_;

public:
    Memory memory;
    Bridge bridge;
    SerialPort com1;

private:
    std::unique_ptr<CardDriver> driver_;

public:
    CardDriver& driver;
    Application application;
};

}  // namespace niclab::host
