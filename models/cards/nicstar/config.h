/// @file  Parameters of the SAR.
#pragma once

#include <array>
#include <cstdint>

#include "bus/command.h"
#include "card/sram.h"

namespace niclab::nicstar {

/// How the host says that a queue's tail has moved.
enum class Doorbell : std::uint8_t {
    Command,   ///< It has the tail written into SRAM.
    Register,  ///< It writes a register of the queue.
    Polled,    ///< It writes into its own memory, where the card looks.
};

struct Config {
    std::uint32_t sram_words = 32768;   ///< 32768 or 131072; addresses alias modulo this.
    unsigned register_wait_clocks = 2;  ///< PCI clocks until the answer to a read is there.
    bool null_cells = true;             ///< The 77201 fills every slot nobody uses; false is a variant.
    bool late_credit = true;            ///< Slots lost to a late payload are owed to the schedule; false: lost to it.
    bool assembly_stage = false;   ///< Structure "A1": a cell is assembled beside the FIFO and enters it a slot later.
    unsigned schedule_clocks = 8;  ///< 0..255 PCI clocks of decision after TST and SCD were read (fitted).
    unsigned receive_clocks = 5;   ///< 0..255 PCI clocks of decision for each received cell (fitted).
    bool jump_takes_slot = false;  ///< An END entry uses up a cell slot (*assumed* not).
    unsigned rx_fifo_cells = 315;  ///< 1..315; 13 words a cell in 4096 words (*assumed*).
    unsigned command_clocks = 2;   ///< 0..1000 clocks to decode a command (*assumed*).
    unsigned utility_clocks = 10;  ///< 1..1000 clocks of a utility bus access (*assumed*).
    bool fixed_falls_through = false;   ///< An empty FIXED slot goes to the variable-rate channels (*assumed* not).
    bool empty_at_last_buffer = false;  ///< SFBQE and LFBQE with the last buffer, not with the first that is missed.
    std::uint32_t timer_start = 0;      ///< 0..0xFFFFFF: TMR at power-on; a roll-over takes 221 s else.
    // Variants: what other cards do otherwise.
    bool host_tables = false;    ///< Connection table and channel descriptors in host memory.
    unsigned table_cache = 0;    ///< 0..4096 entries of them on the card, each way.
    unsigned lookup_clocks = 0;  ///< 0..1000 more clocks a look-up of a connection or channel takes.
    Doorbell doorbell = Doorbell::Command;
    unsigned poll_clocks = 330;           ///< 8..1000000 clocks from one look at a polled tail to the next.
    unsigned descriptor_prefetch = 2;     ///< 1..8 entries of a queue read ahead, the present one included.
    bool cut_through = false;             ///< Look-up begins with a cell's first word, not when it is whole.
    bool packet_memory = false;           ///< A received PDU is kept on the card until it is whole.
    unsigned packet_memory_cells = 2048;  ///< 1..65536
    unsigned dma_burst_dwords = 16;       ///< 1..16, longest burst of payload.
    bool dma_aligned = false;             ///< Bursts end at multiples of their length.
    bus::Command read_command = bus::Command::MemoryRead;                    ///< Of payload.
    unsigned coalesce_pdus = 1;                                              ///< 1..1024 events until INTA#.
    double coalesce_us = 100;                                                ///< Or so long after the first.
    double timer_octet_hz = 19.44e6;                                         ///< TMR counts 256 of these.
    std::array<std::uint8_t, 6> mac = {0x00, 0x20, 0x48, 0x00, 0x00, 0x01};  ///< In the EEPROM, at 0x6C.
    /// Priority among the users of the SRAM, first wins (*assumed*).
    card::SramUser priority[card::kSramUsers] = {card::SramUser::ReceiveFifo, card::SramUser::Transmit,
                                                 card::SramUser::Receive, card::SramUser::Host};
};

/// Octets of the burst that starts at `address`, where `octets` are left: of at most `dwords`, and where they are
/// `aligned` up to the next multiple of that.
constexpr unsigned burst_octets(std::uint32_t address, unsigned octets, unsigned dwords, bool aligned) {
    const unsigned longest = 4 * dwords - (aligned ? address % (4 * dwords) : address % 4);
    return octets < longest ? octets : longest;
}

}  // namespace niclab::nicstar
