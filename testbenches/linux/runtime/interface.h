/// @file The Ethernet interface of a simulated Linux machine for the layers above a driver.
///
/// Behaviour: all functions except the queries are work of the machine's CPU. Frames wait here
///   while the driver's queue is stopped, by the driver or by byte queue limits. A watchdog calls
///   ndo_tx_timeout if the queue remains stopped.
/// Timing: the watchdog waits for the driver's watchdog_timeo, and at least kWatchdogUs: the
///   back-offs of one frame take up to 366 ms, and jiffies may be short.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "kernel/net.h"
#include "runtime/queue_limit.h"

namespace niclab::linux_kernel {

class Machine;

class Interface {
public:
    using Frame = std::vector<std::uint8_t>;  ///< Without FCS.
    using Address = std::array<std::uint8_t, ETH_ALEN>;

    static constexpr double kWatchdogUs = 450'000;

    explicit Interface(Machine& machine) : machine_(machine) {}
    /// The driver has registered a device.
    void attach(net_device* device) { device_ = device; }
    /// The driver unregisters it, or frees it.
    void detach();
    net_device* device() const { return device_; }
    /// Of the device, which must exist.
    Address address() const;

    /// Result of the driver's open() and stop().
    int open();
    int close();
    /// Sends a frame, now or when the driver accepts it.
    void send(const Frame& frame);
    /// As a user sets it: the kernel checks the range of the driver, and the driver may refuse.
    int set_mtu(unsigned mtu);
    /// A VLAN is joined or left: a driver with a filter of VLANs is notified.
    int join_vlan(std::uint16_t number, bool joined);
    /// Receives these groups or all, and all frames if promiscuous.
    void listen(const std::vector<Address>& groups, bool promiscuous, bool all_groups = false);
    /// The driver's own counters, updated.
    const net_device_stats& stats();
    /// Frames that the driver has not accepted yet.
    std::size_t waiting() const { return waiting_.size(); }

    /// For a time without anything to happen: the watchdog expires now, if the queue is stopped.
    /// False: it is not, or has been stopped at three expiries in a row.
    bool skip_to_watchdog();

    std::deque<Frame> received;

    // For the functions that a driver calls.
    void go_on();
    /// The driver stops its queue at `caller`, or starts it (nullptr).
    void set_stopped(net_device& device, CodeAddress caller);
    void queue_sent(unsigned octets, CodeAddress caller) { limit_.add(octets, caller); }
    void queue_completed(unsigned octets, CodeAddress caller);
    void queue_reset() { limit_.reset(); }
    /// A driver's poll runs after the present work of the CPU,
    void put_off(napi_struct* poll);
    /// or at once, if it was deferred, until it has nothing left to do.
    void run_poll(napi_struct* poll);
    /// A poll has ended its work.
    void complete_poll() { ++completions_; }
    void take(Frame frame, CodeAddress caller);

private:
    void push();
    void push_all();
    sk_buff* packet_of(Frame frame);
    /// There is a frame, and the driver accepts one.
    bool may_push() const;
    void run_polls();
    /// Until no CPU transmits.
    void await_transmission();
    void run_watchdog();
    /// Jiffies that a queue may be stopped.
    unsigned long watchdog_jiffies() const;
    void start_watchdog(unsigned long since);
    bool is_stalled() const;
    void expire();
    int transmit(sk_buff* skb);
    void check_refusal();
    void check_netpoll(napi_struct& poll);
    void check_poll(const napi_struct& poll, int done, bool completed, std::size_t locks);
    /// Reports what the driver has taken since open().
    void report_left(const char* when);

    Machine& machine_;
    net_device* device_ = nullptr;
    std::deque<Frame> waiting_;
    std::deque<netdev_hw_addr> groups_;
    std::vector<napi_struct*> polls_;       ///< Deferred.
    bool pushing_ = false, again_ = false;  ///< A CPU hands frames to the driver; another one wanted to.
    QueueLimit limit_;
    CodeAddress stopped_at_ = nullptr;
    unsigned completions_ = 0;  ///< Of polls.
    unsigned netpolls_ = 0;     ///< Polls with a budget of 0.
    timer_list watchdog_{};
    unsigned expiries_ = 0;                               ///< In a row, without a frame in between.
    std::uint64_t taken_before_ = 0, mapped_before_ = 0;  ///< Resources at the last open().
};

}  // namespace niclab::linux_kernel
