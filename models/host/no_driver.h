/// @file A placeholder for a host's driver while another driver, such as Linux's, runs the card.
#pragma once

#include "host/netdevice.h"

namespace niclab::host {

class NoDriver : public NetDevice {
public:
    NoDriver(sc_core::sc_module_name name, Port& port) : NetDevice(name, port) {}
    void probe() override {}
    void open(Channel) override {}
    void transmit(const std::vector<std::uint8_t>&, Channel, std::uint32_t) override {}
    bool idle() const override { return true; }
    std::size_t room(std::size_t) const override { return 0; }
    bool transmit_idle() const override { return true; }

private:
    void wait_for_work() override {}
    void service() override {}
};

}  // namespace niclab::host
