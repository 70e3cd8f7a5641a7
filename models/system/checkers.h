/// @file  The passive checkers of a bench: on both PCI buses, both cards' UTOPIA wires, both launched lines.
#pragma once

#include <memory>

#include "probe/pin_watch.h"
#include "system/bench.h"
#include "system/results.h"

namespace niclab::system {

class Checkers {
public:
    explicit Checkers(Bench& bench);
    /// Puts the verdicts into `results.checks`: pci, utopia, sonet and aal5.
    void report(Results& results) const;

private:
    void add_side(Side& side, LineNet& launch);

    check::Report pci_, utopia_, line_, aal5_;
    std::vector<std::unique_ptr<probe::PciWatch>> buses_;
    std::vector<std::unique_ptr<probe::CardWatch>> cards_;
};

}  // namespace niclab::system
