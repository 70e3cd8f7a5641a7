/// @file  PCI pin sequences as text, one row a wire, one column a clock.
///
/// A row is a name and a token a clock; `token*n` stands for n clocks, and the last token holds to the end. Control
/// wires are electrical levels, `-` is a wire nobody drives. A token may name its driver behind a slash (`0/h`, `D1/ab`
/// for two).
///
///     REQ# GNT#            letters of the agents with the wire low, or -, or x
///     FRAME# IRDY#         0 1 -       driven by a
///     AD                   hex or -    driven by a
///     C/BE#                hex or -    driven by a
///     PAR                  p right, P wrong, -: over the clock before, driven by whoever drove AD then
///     T                    DEVSEL# TRDY# STOP# together: letters d, t, s of those that are low, . for none, - for
///                          not driven; driven by t
///     PERR# SERR#          0 1 -       driven by t
///     REQ64# ACK64# RST# M66EN         0 1
///
/// Agents: a and b initiators (a also has configuration registers), t a target, h the host bridge.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/pci_checker.h"

namespace niclab::conformance {

class PciPattern {
public:
    /// Rows separated by newlines. Throws std::invalid_argument with the row when a token means nothing.
    explicit PciPattern(const std::string& rows);
    /// Lines of changes: `repeat CLOCK N` (the clock's column stands N times in all), or `ROW CLOCK:TOKEN ...` where
    /// CLOCK may be a range `4-9`.
    PciPattern& edit(const std::string& changes);
    /// Another pattern after this one.
    PciPattern& then(const PciPattern& next);

    std::vector<check::PciSample> samples() const;
    /// What the rows' agents are.
    static check::PciChecker::Config config();

private:
    void change(const std::string& line);
    const std::string& token(const std::string& row, std::size_t clock) const;
    check::PciSample sample(std::size_t clock) const;
    std::size_t clocks_ = 0;
    std::map<std::string, std::vector<std::string>> rows_;
};

}  // namespace niclab::conformance
