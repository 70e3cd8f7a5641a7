/// @file A packet as symbols, with its framing: what the lanes carry.
///
/// Behaviour: in generations 1 and 2 a TLP is between STP and END, a DLLP between SDP and END. PAD
///   fills the padded length. Later generations have an STP token of 4 octets: the length in dwords
///   with its CRC and parity, and the sequence number. An SDP token has 2 octets; IDL tokens fill
///   the padded length.
/// Source: symbols and tokens as in public descriptions of PCI Express 1.1 to 5.0, from memory.
/// Not modelled: scrambling, codes of 10 bits, sync headers of blocks, training sets.
#pragma once

#include <vector>

#include "pcie/encoding.h"
#include "pcie/lanes.h"

namespace niclab::pcie {

struct Symbol {
    std::uint8_t octet = 0;
    bool control = false;  ///< A special symbol (K), in generations 1 and 2.
};
using Symbols = std::vector<Symbol>;

/// The framing of a generation: special symbols, or tokens of data.
enum class Framing : std::uint8_t { Special, Tokens };
inline Framing framing_of(unsigned generation) { return generation < 3 ? Framing::Special : Framing::Tokens; }

/// A packet with its CRC as encode() makes it, with its framing, as `line_octets` symbols.
void frame(const Octets& packet, bool is_tlp, unsigned line_octets, Framing framing, Symbols& to);

struct Unframed {
    bool is_tlp = false;
    Octets packet;
};
/// The packet in the symbols. Throws std::invalid_argument, which names the wrong symbol.
Unframed unframe(const Symbols& symbols, Framing framing);

}  // namespace niclab::pcie
