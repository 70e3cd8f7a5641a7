/// @file The lanes of a link: time of an octet by generation and width, framing of packets, and the
/// SKP ordered sets that compensate the difference of two clocks.
///
/// Behaviour: generations 1 and 2 send 10 bits per octet (8b/10b), later ones 130 bits per 16
///   octets (128b/130b). A TLP is framed by STP, sequence number, LCRC and END in generations 1 and
///   2. Later ones have an STP token that includes the sequence number, and the LCRC. Both are 8
///   octets. A DLLP of 4 octets has its SDP, a CRC of 2 octets and, in generations 1 and 2, an END:
///   8 octets.
/// Timing: an SKP ordered set is due every 1180 symbol times with 4 symbols per lane, or every 370
///   blocks with one block. It waits for the end of a packet.
/// Source: generations, encodings and framing as in public descriptions of PCI Express 1.1 to 5.0.
///   *Assumed*: intervals of SKP ordered sets are the least allowed.
/// Not modelled: training, power states, lane skew, the place of the first octet among the lanes.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace niclab::pcie {

using base::Femtoseconds;

inline constexpr unsigned kTlpFramingOctets = 8, kDllpOctets = 8;

struct LanesConfig {
    unsigned generation = 3;  ///< 1 to 5: 2.5, 5, 8, 16 or 32 GT/s.
    unsigned width = 8;       ///< 1, 2, 4, 8 or 16 lanes.
};

class Lanes {
public:
    /// Throws std::invalid_argument for a generation or width that does not exist.
    explicit Lanes(const LanesConfig& config);

    /// Time of this number of octets over all lanes.
    Femtoseconds time_of(std::uint64_t octets) const {
        // 130 bits per 16 octets are 65 per 8.
        const std::uint64_t bits = blocks_ ? 65 * octets : 80 * octets;
        return (bits * bit_ + (std::uint64_t{1} << lanes_shift_) - 1) >> lanes_shift_;
    }
    /// The earliest begin of a packet that is ready at `ready` on a line that is free from `free` on.
    /// To be called with times that do not fall.
    Femtoseconds begin(Femtoseconds ready, Femtoseconds free);
    Femtoseconds skp_interval() const { return skp_interval_; }
    Femtoseconds skp_time() const { return skp_time_; }

private:
    Femtoseconds bit_;                  ///< Of one lane.
    bool blocks_;                       ///< 128b/130b.
    unsigned width_, lanes_shift_ = 0;  ///< 1 << lanes_shift_ is eight times the width.
    Femtoseconds skp_interval_, skp_time_, skp_due_;
};

}  // namespace niclab::pcie
