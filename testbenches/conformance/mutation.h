/// @file A mutation of the rules: one rule disabled or one number off by one, according to
/// NICLAB_MUTATION. The patterns must detect it.
///
/// Behaviour: `P5` disables a rule, `pci.decode_clocks+1` or `-1` changes a number; nothing changes
///   if the variable is not set. mutate.py tries all of them.
#pragma once

#include <cstdlib>
#include <string>

#include "check/csma_rules.h"
#include "check/eisa_rules.h"
#include "check/isa_rules.h"
#include "check/line_rules.h"
#include "check/pci_rules.h"
#include "check/pcie/pcie_rules.h"
#include "check/utopia_rules.h"

namespace niclab::conformance {

inline std::string mutation() {
    const char* const wanted = std::getenv("NICLAB_MUTATION");
    return wanted ? wanted : "";
}

/// A report that ignores the disabled rule.
inline check::Report mutated_report() {
    check::Report report;
    report.ignore(mutation());
    return report;
}

/// The numbers of `group`, with the mutated one.
template <class Limits>
Limits mutated(const std::string& group) {
    Limits limits;
    limits.each([&group](const char* name, const char*, unsigned& number) {
        if (mutation() == group + "." + name + "+1") ++number;
        if (mutation() == group + "." + name + "-1") --number;
    });
    return limits;
}
inline check::PciLimits pci_limits() { return mutated<check::PciLimits>("pci"); }
inline check::UtopiaLimits utopia_limits() { return mutated<check::UtopiaLimits>("utopia"); }
inline check::CsmaLimits csma_limits() { return mutated<check::CsmaLimits>("csma"); }
inline check::IsaLimits isa_limits() { return mutated<check::IsaLimits>("isa"); }
inline check::EisaLimits eisa_limits() { return mutated<check::EisaLimits>("eisa"); }
inline check::PcieLimits pcie_limits() { return mutated<check::PcieLimits>("pcie"); }
inline check::LineLimits line_limits() { return mutated<check::LineLimits>("line"); }
inline check::Aal5Limits aal5_limits() { return mutated<check::Aal5Limits>("aal5"); }

}  // namespace niclab::conformance
