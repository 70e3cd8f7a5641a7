/// @file The transfer of PDUs to send into packet memory: descriptors, and payload if the card has
/// DMA.
///
/// Source: all *assumed*; the descriptor ring is in packet memory, as in adapters with commands
///   that the host writes through a window.
/// Timing: a descriptor takes the processor's clocks for a PDU, then kDescriptorClocks. Payload
///   comes in bursts, one after the other, while earlier PDUs are sent.
/// Limitations: (all *assumed*) a descriptor of length 0 or over 65535 is skipped and counted, and
///   so is a PDU with an aborted burst. With Pio the host is responsible for the contents of packet
///   memory.
/// Limits: payload starts at a multiple of 4 octets.
#pragma once

#include <array>

#include "cards/board/unit.h"
#include "cards/packet_sar/config.h"
#include "cards/packet_sar/dma_share.h"
#include "cards/packet_sar/layout.h"
#include "cards/packet_sar/packet_memory.h"
#include "cards/packet_sar/processor.h"

namespace niclab::packet_sar {

/// A PDU in packet memory.
struct SendPdu {
    std::uint32_t offset = 0;  ///< In packet memory.
    std::uint32_t octets = 0;  ///< Of the SDU; 0: dropped.
    std::uint32_t room = 0;    ///< Size of its packet memory.
    std::uint32_t header = 0;
};

class Fetcher {
public:
    struct Stats {
        std::uint64_t pdus = 0, bad_descriptors = 0, aborted_pdus = 0, memory_waits = 0;
    };

    Fetcher(const Config& config, PacketMemory& memory, DmaShare& dma, Processor& processor, card::PacketTaps& taps)
        : config_(config),
          memory_(memory),
          dma_(dma),
          processor_(processor),
          taps_(taps),
          circle_{window::kTransmit, config.transmit_octets} {
        reset();
    }

    /// One PCI clock.
    void tick();
    /// Nothing to do until the host writes, a burst ends, the processor is done or a PDU was sent.
    bool idle() const;
    void reset();
    void set_tail(std::uint32_t tail) { tail_ = tail % window::kTxEntries; }

    /// The oldest PDU in packet memory, or nullptr.
    const SendPdu* front() const { return done_ != fetched_ ? &queue_[done_] : nullptr; }
    /// The oldest PDU was sent: its memory is free.
    void pop();
    std::uint32_t done() const { return done_; }
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Firmware, Descriptor, Room, Copy };
    static constexpr unsigned kDescriptorClocks = 4;

    bool may_fetch() const { return fetched_ != tail_ && (fetched_ + 1) % window::kTxEntries != done_; }
    bool has_room() const { return used_ + queue_[fetched_].room <= circle_.octets; }
    void read_descriptor();
    void reserve();
    void ask_burst();
    void take_burst(const bus::Burst& burst);
    void finish();

    const Config& config_;
    PacketMemory& memory_;
    DmaShare& dma_;
    Processor& processor_;
    card::PacketTaps& taps_;
    Circle circle_;

    State state_ = State::Idle;
    unsigned clocks_ = 0;
    std::uint32_t tail_ = 0, fetched_ = 0, done_ = 0;  ///< Indices of the ring.
    std::array<SendPdu, window::kTxEntries> queue_;    ///< By index of the ring.
    std::uint32_t write_ = 0, used_ = 0;               ///< Of the circular buffer.
    std::uint32_t host_ = 0, copied_ = 0;              ///< Host address of the payload; octets of it that were
                                                       ///< received.
    Stats stats_;
};

}  // namespace niclab::packet_sar
