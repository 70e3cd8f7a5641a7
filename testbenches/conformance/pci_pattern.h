/// @file PCI pin sequences as text, with one row per wire and one column per clock.
///
/// A row is a name and one token per clock. `token*n` means n clocks, and the last token continues
/// to the end. Control wires are electrical levels, `-` is an undriven wire. A token may name its
/// driver after a slash (`0/h`, `D1/ab` for two).
///
///     REQ# GNT#            letters of the agents with the wire low, or -, or x
///     FRAME# IRDY#         0 1 -       driven by a
///     AD                   hex or -    driven by a
///     C/BE#                hex or -    driven by a
///     PAR                  p right, P wrong, x unknown, -: over the clock before, driven by the
///                          driver of AD then
///     T                    DEVSEL# TRDY# STOP# together: letters d, t, s of those that are low, . for none, - for not
///                          driven; driven by t
///     PERR# SERR#          0 1 -       driven by t
///     REQ64# ACK64# RST# M66EN         0 1
///
/// Agents: a and b are initiators (a also has configuration registers), t is a target, h the host
/// bridge.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/pci_checker.h"

namespace niclab::conformance {

class PciPattern {
public:
    /// Rows separated by newlines. Throws std::invalid_argument with the row if a token is not
    /// valid.
    explicit PciPattern(const std::string& rows);
    /// Lines of changes: `repeat CLOCK N` (the clock's column is used N times in all), or `ROW
    /// CLOCK:TOKEN ...` where CLOCK may be a range `4-9`.
    PciPattern& edit(const std::string& changes);
    /// Appends another pattern.
    PciPattern& then(const PciPattern& next);

    std::vector<check::PciSample> samples() const;
    /// The configuration for the agents of the rows.
    static check::PciChecker::Config config();

private:
    void change(const std::string& line);
    const std::string& token(const std::string& row, std::size_t clock) const;
    check::PciSample sample(std::size_t clock) const;
    std::size_t clocks_ = 0;
    std::map<std::string, std::vector<std::string>> rows_;
};

}  // namespace niclab::conformance
