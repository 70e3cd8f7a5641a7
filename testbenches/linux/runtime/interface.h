/// @file The Ethernet interface of a simulated Linux machine for the layers above a driver.
///
/// Behaviour: all functions except the queries are work of the machine's CPU. Frames wait here
///   while the driver's queue is stopped.
/// Not modelled: the kernel's watchdog, which calls ndo_tx_timeout if a queue remains stopped.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "kernel/net.h"

namespace niclab::linux_kernel {

class Machine;

class Interface {
public:
    using Frame = std::vector<std::uint8_t>;  ///< Without FCS.
    using Address = std::array<std::uint8_t, ETH_ALEN>;

    explicit Interface(Machine& machine) : machine_(machine) {}
    /// The driver has registered a device, or unregisters it (nullptr).
    void attach(net_device* device) { device_ = device; }
    net_device* device() const { return device_; }
    /// Of the device, which must exist.
    Address address() const;

    /// Result of the driver's open() and stop().
    int open();
    int close();
    /// Sends a frame, now or when the driver accepts it.
    void send(const Frame& frame);
    /// Receives these groups, and all frames if promiscuous.
    void listen(const std::vector<Address>& groups, bool promiscuous);
    /// The driver's own counters, updated.
    const net_device_stats& stats();
    /// Frames that the driver has not accepted yet.
    std::size_t waiting() const { return waiting_.size(); }

    std::deque<Frame> received;

    // For the functions that a driver calls.
    void go_on();
    /// A driver's poll runs after the present work of the CPU,
    void put_off(napi_struct* poll);
    /// or at once, if it was deferred, until it has nothing left to do.
    void run_poll(napi_struct* poll);
    void take(const std::uint8_t* begin, const std::uint8_t* end);

private:
    void push();
    /// There is a frame, and the driver accepts one.
    bool may_push() const;
    void run_polls();

    Machine& machine_;
    net_device* device_ = nullptr;
    std::deque<Frame> waiting_;
    std::deque<netdev_hw_addr> groups_;
    std::vector<napi_struct*> polls_;  ///< Deferred.
};

}  // namespace niclab::linux_kernel
