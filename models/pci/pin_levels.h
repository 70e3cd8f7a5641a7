/// @file  The pins of a core as electrical levels, and their conversion from and to the records of a bus.
///
/// A name that ends in _n is low when asserted. The bus has 32 bits.
#pragma once

#include "pci/levels.h"

namespace niclab::pci {

/// What the pins of a core carry just before a clock edge.
struct PinInputs {
    std::uint32_t ad = 0;
    std::uint8_t cbe_n = 0xF;
    bool par = false, frame_n = true, irdy_n = true, trdy_n = true, devsel_n = true, stop_n = true;
    bool perr_n = true, serr_n = true;
    bool idsel = false, gnt_n = true, rst_n = true;
    std::uint8_t driven = 0;  ///< Groups (Enable) that an agent drives.
};

/// What the core drives after the edge. Where an enable is false, it does not drive the pins before it.
struct PinOutputs {
    std::uint32_t ad = 0;
    bool ad_enable = false;
    bool par = false, par_enable = false;
    bool devsel_n = true, trdy_n = true, stop_n = true, control_enable = false;
    bool perr_n = true, perr_enable = false;
    bool serr_n = true;  ///< Open drain: low is driven, high is not.
    // Of an initiator:
    std::uint8_t cbe_n = 0xF;
    bool cbe_enable = false;
    bool frame_n = true, frame_enable = false;
    bool irdy_n = true, irdy_enable = false;
    bool req_n = true;
    bool inta_n = true;        ///< Open drain, as SERR#.
    std::uint8_t unknown = 0;  ///< Groups (Enable) with a pin that is neither 0 nor 1.
};

/// Converts the values of one core, edge by edge.
class PinConverter {
public:
    /// `slot`: device number, IDSEL = AD[11 + slot], 0 to 20.
    explicit PinConverter(unsigned slot);
    /// What the pins carry before an edge; once per edge. GNT# and RST# are left to the caller.
    PinInputs inputs(const Levels& bus);
    /// What the bus gets after this edge.
    Levels drive(const PinOutputs& out) const;

private:
    unsigned idsel_;
    bool frame_ = false, second_address_ = false;  ///< Of the present edge.
};

}  // namespace niclab::pci
