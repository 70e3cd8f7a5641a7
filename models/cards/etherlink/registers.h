/// @file The registers in the windows that only store values, and those that show the state of
/// other parts.
///
/// Source: 3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: windows, offsets, bits. Link beat is
///   visible in Media only if its bit 7 enables it. Window 1 is always at 10H to 1FH, and at 00H if
///   it is selected. A write to a register affects the enabled octets.
/// Assumed: window 0 shows 6D50H and 5950H at its beginning. Window 7 shows RxErrors, RxStatus,
///   Timer and TxStatus at window 1's offsets. The timer counts units of 3.2 us from the time at
///   which the latch was set, up to 255. The management data wire reads 1 if it is not driven.
///   Ports without a register read zero.
/// A chip with lists: the maximum packet size is without FCS (3c59x.c). Window 7 has the VLAN mask
///   and type, and the events that wake the host (elinkxlreg.h of NetBSD); NetDiagnostic has a
///   revision in bits 5:1 (if_xlreg.h of FreeBSD). A 3C905 has large frames as a Vortex instead, and
///   the transceiver at its MII only. Assumed: window 7 of a 3C905 stores what is written.
/// Not modelled: ResetOptions, full duplex, the loopbacks of NetDiagnostic, the coax transceiver and
///   the events that wake the host have no effect. On a Vortex the maximum packet size has none, and
///   no device answers on the management wires.
#pragma once

#include "cards/etherlink/eeprom.h"
#include "cards/etherlink/layout.h"
#include "cards/etherlink/management.h"
#include "cards/etherlink/receiver.h"
#include "cards/etherlink/transmitter.h"

namespace niclab::etherlink {

/// The indications of the card for its host, the enables for status and interrupt, and the
/// latch of INTA#.
///
/// Source: 3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: bits, SetStatusEnb, SetIntrEnb, AckIntr.
/// Behaviour: an enabled indication sets the latch at each clock. An acknowledgement of bit 0
///   clears it, permanently only if no enabled indication is left.
/// Assumed: TxAvailable, RxEarly and the request are acknowledged, and a host error, too, after its
///   cause has ended. The others end with their cause. INTA# is not driven while no interrupt is
///   enabled.
struct Interrupts {
    std::uint16_t raised = 0;    ///< Indications that wait for an acknowledgement.
    std::uint16_t standing = 0;  ///< Indications that last as long as their cause.
    std::uint16_t status_enable = 0, interrupt_enable = 0;
    bool latch = false;

    /// Indications that are visible in the status.
    std::uint16_t seen() const { return (raised | standing) & status_enable & status::kIndications; }
    /// One edge.
    void clock() { latch |= (seen() & interrupt_enable) != 0; }
    bool inta() const { return latch && interrupt_enable != 0; }
    void acknowledge(std::uint16_t which) {
        raised &= std::uint16_t(~which);
        if (which & status::kLatch) latch = false;
    }
};

/// Of the bus master.
struct MasterRegisters {
    std::uint32_t address = 0;
    std::uint16_t length = 0, status = 0;
};

class Registers {
public:
    Registers(const Config& config, Receiver& receiver, Transmitter& transmitter, Statistics& statistics)
        : config_(config), receiver_(receiver), transmitter_(transmitter), statistics_(statistics), eeprom_(config) {
        reset();
    }
    /// RST# or TotalReset.
    void reset();
    /// The interrupt that a 3C509's driver has selected; 0: none.
    unsigned irq() const { return resources_ >> 12; }

    /// Reads any octet of the window except those of the command port and the FIFO.
    std::uint8_t read(unsigned port, base::Femtoseconds now);
    void write(unsigned port, std::uint8_t value, base::Femtoseconds now);
    /// Whether the port is one of the FIFO's, in any window.
    bool is_fifo(unsigned port) const {
        if (config_.lists) return false;
        return (port >= kOperating && port < kOperating + kFifoEnd) || (window == 1 && port < kFifoEnd);
    }
    std::uint16_t status_register() const;
    /// The selected transceiver is that of the network, and has a link.
    bool hears() const {
        if (management && chosen() == (config_.boomerang ? kTransceiverMii : kTransceiverNway))
            return management->has_link();
        if (config_.boomerang) return false;
        return link && chosen() == (config_.mbps == 100 ? kTransceiver100 : kTransceiver10);
    }
    /// Type of frames with a VLAN tag, of a chip with lists.
    std::uint16_t vlan_type() const { return std::uint16_t(window7_[kVlanType] | window7_[kVlanType + 1] << 8); }

    unsigned window = 0;
    bool link = true;                  ///< The cable is connected.
    Management* management = nullptr;  ///< The device on its management wires.
    bool command_in_progress = false, dma_in_progress = false;
    base::Femtoseconds latched_at = 0;
    const char* ignored_mode = nullptr;  ///< A mode that the driver has selected and this model ignores.
    Interrupts interrupts;
    MasterRegisters master;

private:
    unsigned chosen() const { return config_.isa ? kTransceiver10 : internal_config_ >> 20 & 0xF; }
    /// Words of the windows: the value of a word, and a write of one of its octets.
    std::uint16_t word(unsigned offset, base::Femtoseconds now);
    std::uint16_t word0(unsigned offset, base::Femtoseconds now);
    std::uint16_t window0(unsigned port, base::Femtoseconds now);
    std::uint16_t operating(unsigned offset, base::Femtoseconds now) const;
    std::uint16_t word2(unsigned offset) const;
    std::uint16_t word3(unsigned offset) const;
    std::uint16_t word4(unsigned offset) const;
    std::uint16_t word5(unsigned offset) const;
    std::uint16_t word7(unsigned offset, base::Femtoseconds now) const;
    std::uint16_t management_word() const;
    void drive_management(std::uint8_t value);
    void write0(unsigned offset, std::uint8_t value, base::Femtoseconds now);
    void write2(unsigned offset, std::uint8_t value);
    void write3(unsigned offset, std::uint8_t value);
    void write4(unsigned offset, std::uint8_t value);
    void write7(unsigned offset, std::uint8_t value);

    Config config_;
    Receiver& receiver_;
    Transmitter& transmitter_;
    Statistics& statistics_;
    Eeprom eeprom_;
    std::uint32_t internal_config_ = 0;
    std::uint16_t mac_control_ = 0, max_packet_ = 0, net_diagnostic_ = 0, media_ = 0, management_ = 0;
    std::uint16_t configuration_ = 0, resources_ = 0;   ///< Of a 3C509: window 0, at 4 and 8.
    std::array<std::uint8_t, kWindowPorts> window7_{};  ///< Of a chip with lists.
};

}  // namespace niclab::etherlink
