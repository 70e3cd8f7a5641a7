/// @file The address filter of the chip: selects frames by their destination, and returns the match
/// for their descriptor.
///
/// Source: 19436, p. 164 (PAM, LAFM, BAM; DRCVBC). The hash is from pcnet32.c of Linux 6.1: the top
///   six bits of the CRC, its bits as on the line.
#pragma once

#include <optional>

#include "cards/lance/registers.h"

namespace niclab::lance {

/// Bit of the status word of an accepted frame; 0 if it is accepted only in promiscuous mode.
inline std::optional<std::uint16_t> match(const Registers& r, const Address& to) {
    if (!ether_board::is_group(to)) {
        if (to == r.physical() && !r.mode(mode::kNoPhysical)) return rmd::kPhysical;
    } else if (ether_board::is_broadcast(to) && !r.mode(mode::kNoBroadcast)) {
        return rmd::kBroadcast;
    } else if (r.filtered(ether_board::hash_of<true>(to))) {
        return rmd::kFiltered;
    }
    if (r.mode(mode::kPromiscuous)) return std::uint16_t{0};
    return std::nullopt;
}

}  // namespace niclab::lance
