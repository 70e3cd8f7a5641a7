/// @file The addresses of a slot, and the identification of a card there.
///
/// Source: IRIX Device Driver Programming Guide (SGI), "EISA Product Identifier". The identifier
///   has four octets at zC80H to zC83H of slot z: a 0 and five bits for each of three letters, then
///   the product. Letter A is 1, and the first letter's highest bit is first. A slot's ports are
///   those with A[9:8] = 00 of zXXXH, and only there AENn distinguishes slots: EISA 3.12, from
///   memory of it: *assumed*.
#pragma once

#include <cstdint>

namespace niclab::eisa {

inline constexpr unsigned kSlotBits = 12;
/// Offset from a slot's first port: four octets that name the card.
inline constexpr std::uint32_t kProductPort = 0xC80;

/// First port of slot `n`.
constexpr std::uint32_t slot_ports(unsigned n) { return n << kSlotBits; }
/// Whether the port belongs to a slot, 1 to 15, or to the board, 0.
constexpr bool of_a_slot(std::uint32_t port) { return (port & 0x300u) == 0; }
/// AEN of each slot in a cycle to `port`: asserted for all slots except that of the port.
constexpr std::uint16_t aen_of(std::uint32_t port) {
    return of_a_slot(port) ? std::uint16_t(~(1u << (port >> kSlotBits & 0xFu))) : std::uint16_t{0};
}

/// The octets at kProductPort as a dword, lowest first: "TCM" 5970H. `letters`: three, A to Z.
constexpr std::uint32_t product_id(const char* letters, std::uint16_t product) {
    const unsigned code =
        unsigned(letters[0] - 'A' + 1) << 10 | unsigned(letters[1] - 'A' + 1) << 5 | unsigned(letters[2] - 'A' + 1);
    return code >> 8 | (code & 0xFFu) << 8 | (unsigned{product} >> 8) << 16 | (product & 0xFFu) << 24;
}

}  // namespace niclab::eisa
