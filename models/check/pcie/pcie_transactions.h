/// @file The rules of the transaction layer, T14 to T30, over TLPs in the order of their acceptance.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "check/pcie/pcie_packet.h"
#include "check/pcie/pcie_rules.h"

namespace niclab::check {

class PcieTransactions {
public:
    PcieTransactions(std::string link, const PcieLimits& limits, Report& report)
        : link_(std::move(link)), limits_(limits), report_(report) {}

    /// A TLP that its receiver accepts: `n` octets from its header on.
    void accept(PcieWay way, const std::uint8_t* tlp, std::size_t n, core::Femtoseconds at);
    /// Reports what had to happen before `at`.
    void until(core::Femtoseconds at);
    /// Number of TLPs.
    std::uint64_t accepted() const { return accepted_; }

private:
    struct Outstanding {
        PcieHeader request;
        unsigned left = 0;          ///< Octets to be returned.
        std::uint64_t address = 0;  ///< Of the next octet.
        core::Femtoseconds at = 0;
        bool late = false;
    };
    using Key = std::pair<unsigned, unsigned>;  ///< Way of the request; requester and tag.

    void fail(PcieRule r, std::string seen);
    bool well_formed(const PcieHeader& h, const std::uint8_t* tlp, std::size_t n);
    void request(PcieWay way, const PcieHeader& h);
    void enables(const PcieHeader& h);
    void completion(PcieWay way, const PcieHeader& h);
    void part_of_read(Outstanding& o, const PcieHeader& h);
    void message(PcieWay way, const PcieHeader& h);

    const std::string link_;
    const PcieLimits limits_;
    Report& report_;
    core::Femtoseconds at_ = 0;
    std::map<Key, Outstanding> outstanding_;
    unsigned asserted_ = 0;  ///< Bit n: INTA to INTD.
    std::uint64_t accepted_ = 0;
};

}  // namespace niclab::check
