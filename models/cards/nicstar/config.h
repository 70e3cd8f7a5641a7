/// @file  Parameters of the SAR.
#pragma once

#include <array>
#include <cstdint>

#include "bus/command.h"
#include "card/sram.h"

namespace niclab::nicstar {

/// The way in which the host reports that a queue's tail has moved.
enum class Doorbell : std::uint8_t {
    Command,   ///< By a command that writes the tail into SRAM.
    Register,  ///< By a write to a register of the queue.
    Polled,    ///< By a write to its own memory, which the card polls.
};

struct Config {
    std::uint32_t sram_words = 32768;   ///< 32768 or 131072; addresses alias modulo this.
    unsigned register_wait_clocks = 2;  ///< PCI clocks until the result of a read is available.
    bool null_cells = true;             ///< The 77201 fills every unused slot; false is a variant.
    bool late_credit = true;            ///< Slots lost to a late payload are owed to the schedule; false: the schedule
                                        ///< is delayed.
    bool assembly_stage = false;   ///< Structure "A1": a cell is assembled next to the FIFO and enters it a slot later.
    unsigned schedule_clocks = 8;  ///< 0..255 PCI clocks of decision after TST and SCD were read (fitted).
    unsigned receive_clocks = 5;   ///< 0..255 PCI clocks of decision for each received cell (fitted).
    bool jump_takes_slot = false;  ///< An END entry uses up a cell slot (*assumed* not).
    unsigned rx_fifo_cells = 315;  ///< 1..315; 13 words per cell in 4096 words (*assumed*).
    unsigned command_clocks = 2;   ///< 0..1000 clocks to decode a command (*assumed*).
    unsigned utility_clocks = 10;  ///< 1..1000 clocks of a utility bus access (*assumed*).
    bool fixed_falls_through = false;   ///< An empty FIXED slot goes to the variable-rate channels (*assumed* not).
    bool empty_at_last_buffer = false;  ///< SFBQE and LFBQE are set with the last buffer, not with the first missing
                                        ///< one.
    std::uint32_t timer_start = 0;      ///< 0..0xFFFFFF: TMR at power-on; otherwise a roll-over takes 221 s.
    // Variants: properties of other cards.
    bool host_tables = false;    ///< Connection table and channel descriptors in host memory.
    unsigned table_cache = 0;    ///< 0..4096 entries of them in a cache on the card, per direction.
    unsigned lookup_clocks = 0;  ///< 0..1000 additional clocks for a look-up of a connection or channel.
    Doorbell doorbell = Doorbell::Command;
    unsigned poll_clocks = 330;           ///< 8..1000000 clocks between two polls of a tail.
    unsigned descriptor_prefetch = 2;     ///< 1..8 entries of a queue that are read ahead, including the present one.
    bool cut_through = false;             ///< Look-up begins with a cell's first word, not when the cell is complete.
    bool packet_memory = false;           ///< A received PDU is kept on the card until it is complete.
    unsigned packet_memory_cells = 2048;  ///< 1..65536
    unsigned dma_burst_dwords = 16;       ///< 1..16, longest burst of payload.
    bool dma_aligned = false;             ///< Bursts end at multiples of their length.
    bus::Command read_command = bus::Command::MemoryRead;                    ///< Of payload.
    unsigned coalesce_pdus = 1;                                              ///< 1..1024 events until INTA#.
    double coalesce_us = 100;                                                ///< Or this time after the first one.
    double timer_octet_hz = 19.44e6;                                         ///< TMR counts 256 of these.
    std::array<std::uint8_t, 6> mac = {0x00, 0x20, 0x48, 0x00, 0x00, 0x01};  ///< In the EEPROM, at 0x6C.
    /// Priority among the users of the SRAM, first wins (*assumed*).
    card::SramUser priority[card::kSramUsers] = {card::SramUser::ReceiveFifo, card::SramUser::Transmit,
                                                 card::SramUser::Receive, card::SramUser::Host};
};

/// Octets of the burst at `address` when `octets` are left: at most `dwords`. If `aligned`, it ends
/// at the next multiple of that length.
constexpr unsigned burst_octets(std::uint32_t address, unsigned octets, unsigned dwords, bool aligned) {
    const unsigned longest = 4 * dwords - (aligned ? address % (4 * dwords) : address % 4);
    return octets < longest ? octets : longest;
}

}  // namespace niclab::nicstar
