/// @file The machine of a guest with an ATM card, and at the other end of its line a host with the
/// same card, niclab's own driver and AtmPeer.
///
/// Behaviour: the bench of the experiment `stream`, in which the driver of the client is the guest's.
///   Buses, UTOPIA and lines are at transaction level, with the results of the signal level. With
///   waves the bus of the guest is at signal level.
#pragma once

#include "atm_peer.h"
#include "hardware.h"
#include "lab/bench/bench.h"
#include "lab/watch/checkers.h"
#include "pci_machine_bus.h"

namespace niclab::vm {

class AtmHardware : public Hardware {
public:
    struct Config {
        std::uint32_t memory_octets = 256u << 20;
        std::uint64_t seed = 1;
        bool waves = false;
    };
    /// Throws core::ConfigError.
    explicit AtmHardware(const Config& config);

    MachineBus& bus() override { return bus_; }
    std::uint64_t violations() const override;
    std::vector<std::string> violation_sentences() const override;
    void on_violation(const std::function<void(const check::Violation&)>& listener) override {
        checkers_.hear(listener);
    }
    std::string line_rows() const override;
    const TcpServer& tcp() const override { return peer_.answers().tcp(); }
    std::uint16_t capture_type() const override;
    std::string unit() const override { return "cell"; }
    void observe(Spans& spans) override;
    std::unique_ptr<sc_core::sc_module> line_waves(probe::WaveSink& /*sink*/) override { return nullptr; }
    /// Intervals with null cells alone are skipped, except for their last SONET frames.
    core::Femtoseconds idle_interval() const override { return 10'000'000'000'000; }
    core::Femtoseconds idle_until() override { return bench_.idle_until(); }
    void simulate(core::Femtoseconds duration) override { bench_.advance_to(bench_.now() + duration); }

private:
    std::map<std::string, lab::Check> checks() const;

    lab::Experiment experiment_;
    lab::Bench bench_;
    lab::Node& node_;
    lab::Checkers checkers_;
    PciMachineBus bus_;
    AtmPeer peer_;
};

}  // namespace niclab::vm
