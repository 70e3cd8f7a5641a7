/// @file The trial of an Ethernet driver by `niclab driver`: two machines on a cable, every kind of
/// address, a full ring, and the end.
#pragma once

#include <array>

#include "trial.h"
#include "two_stations.h"

namespace niclab::linux_kernel {

class EthernetTrial : public Trial {
public:
    struct Config {
        EthernetKind kind;
        TwoStations::Config bench;  ///< With its own maker of cards, or none: that of the kind.
        unsigned frames = 500;      ///< In each direction.
        std::uint64_t seed = 1;
    };
    explicit EthernetTrial(const Config& config) : config_(config), bench_(bench_of(config)) {
        bench_.expect_at_most(kMostOthers + 2 * config.frames);
    }
    const MachinePair& pair() const override { return bench_; }
    const TwoStations& bench() const { return bench_; }
    /// The bench of a trial with `config`.
    static TwoStations::Config bench_of(const Config& config);

private:
    using Frame = Interface::Frame;
    using Address = Interface::Address;
    std::vector<Part> parts() override;
    std::vector<std::string> violations() const override { return bench_.violations(); }
    std::string standards() const override {
        return std::string(bench_.client_node.backplane->standard()) + " and CSMA/CD";
    }
    std::string trouble() const override;
    void begin_step() override { mismatch_.clear(); }
    bool goes_on() override;

    Step probe();
    Step open();
    Step frames();
    Step multicast();
    Step promiscuous();
    Step ring_overrun();
    Step cable_pulled();
    Step cable_pulled_unseen();
    Step unload();
    // ethernet_trial_faults.cpp
    Step bad_frames();
    Step close_in_traffic();
    Step transmit_timeout();
    Step overrun_while_sending();
    void make_deaf(Machine& receiver, const Machine& sender);  // ethernet_trial.cpp
    Step overrun_in_handler();
    /// Whether a driver has selected a mode that its card's model ignores.
    Step modes();
    Step large_counters();  // ethernet_trial_counters.cpp
    // ethernet_trial_sizes.cpp
    Step mtu();
    Step vlan();
    // ethernet_trial_operations.cpp
    Step statistics();
    Step ethtool();
    Step station_address();
    Step suspend();
    void ring_sizes(const std::function<void(bool, const std::string&)>& part);
    void ethtool_statistics(const std::function<void(bool, const std::string&)>& part);
    /// Frames of 5 that arrived in each direction.
    struct BothWays {
        std::size_t there = 0, back = 0;
        bool all() const { return there == 5 && back == 5; }
        std::string text() const { return std::to_string(there) + " + " + std::to_string(back) + " of 5 frames"; }
    };
    BothWays both_ways();
    void connect_tester(bool connected);
    /// "; 5 of 5 more frames of the client are on the cable", and what is wrong with them.
    std::string on_cable();
    /// Simulates until the tester has sent its frames and nothing arrives any more.
    void run_tester();
    /// The driver's counters, which it reads from the card before.
    net_device_stats queried(Machine& machine);
    /// The number of frames from `sender` to an address that `receiver` has received, after all
    /// earlier ones.
    std::size_t taken(Machine& sender, Machine& receiver, const Address& to, std::size_t frames = 5);
    /// The number of received frames that were not sent; keeps what is wrong with the first.
    std::size_t compared(const std::vector<Frame>& sent, const Machine& receiver);
    /// The number of these frames that `receiver` has received; 0 if a received one is wrong.
    std::size_t arrived(Machine& sender, Machine& receiver, const std::vector<Frame>& frames);
    void send_both_ways(const std::vector<Frame>& there, const std::vector<Frame>& back);
    void read_counters();
    void listen(Machine& machine, const std::vector<Address>& groups, bool promiscuous);
    /// The number of frames that arrive, of one to each of kManyGroups that were joined, and of one to
    /// each of as many others with all groups on.
    std::array<std::size_t, 2> many_groups();
    /// Simulates until both have sent their frames and nothing arrives any more, and no frame is
    /// left undetected.
    void settle();
    void run_quiet();
    bool skip_to_watchdog();
    void remind(Machine& sender, Station& receiver);
    net_device_stats stats(Machine& machine);

    Config config_;
    TwoStations bench_;
    static constexpr unsigned kManyGroups = 24;
    static constexpr std::size_t kMostOthers = 2000;  ///< Frames of the steps with numbers of their own.
    std::string mismatch_;  ///< The first received frame of the present step that was not sent.
    unsigned late_ = 0;     ///< Frames that were reported together with the next one.
};

}  // namespace niclab::linux_kernel
