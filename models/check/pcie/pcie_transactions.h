/// @file The rules of the transaction layer, T14 to T30, over TLPs in the order of their acceptance.
#pragma once

#include <cstdint>
#include <string>

#include "base/ring.h"
#include "base/time.h"
#include "check/pcie/pcie_packet.h"
#include "check/pcie/pcie_rules.h"

namespace niclab::check {

class PcieTransactions {
public:
    PcieTransactions(std::string link, const PcieLimits& limits, Report& report)
        : link_(std::move(link)), limits_(limits), report_(report) {}

    /// A TLP that its receiver accepts: `n` octets from its header on, which is also in `h`.
    void accept(PcieWay way, const PcieHeader& h, const std::uint8_t* tlp, std::size_t n, core::Femtoseconds at);
    /// Reports what had to happen before `at`; returns the time up to which nothing else must.
    core::Femtoseconds until(core::Femtoseconds at);
    /// From a request to its completion.
    core::Femtoseconds limit() const { return limits_.completion_ms * base::kMillisecond; }
    /// Number of TLPs.
    std::uint64_t accepted() const { return accepted_; }

private:
    struct Outstanding {
        PcieWay way = PcieWay::Up;  ///< Of the request.
        PcieHeader request;
        unsigned left = 0;          ///< Octets to be returned.
        std::uint64_t address = 0;  ///< Of the next octet.
        core::Femtoseconds at = 0;
        bool late = false;
    };

    void fail(PcieRule r, std::string seen);
    bool well_formed(const PcieHeader& h, const std::uint8_t* tlp, std::size_t n);
    void request(PcieWay way, const PcieHeader& h);
    std::size_t place_of(PcieWay way, const PcieHeader& h) const;
    void enables(const PcieHeader& h);
    void completion(PcieWay way, const PcieHeader& h);
    void part_of_read(Outstanding& o, const PcieHeader& h);
    void message(PcieWay way, const PcieHeader& h);

    const std::string link_;
    const PcieLimits limits_;
    Report& report_;
    core::Femtoseconds at_ = 0;
    base::Ring<Outstanding> outstanding_;  ///< Oldest first.
    unsigned asserted_ = 0;                ///< Bit n: INTA to INTD.
    std::uint64_t accepted_ = 0;
};

}  // namespace niclab::check
