#include "sar/sar.h"

#include <algorithm>

namespace niclab::sar {

Sar::Sar(sc_core::sc_module_name name, core::Clock& clock, pci::DmaChannel& dma, core::Fifo<atm::Cell>& tx_cells,
         core::Fifo<atm::CellWord>& rx_words, utopia::UtilityBusIf& utility, const Config& config)
    : Clocked(name, clock),
      config_(config),
      port_("registers"),
      sram_(config.sram_words),
      dma_(dma),
      reassembler_(config_, registers_, sram_, dma_, rx_words),
      segmenter_(config_, registers_, sram_, dma_, tx_cells),
      command_(config_, registers_, sram_, reassembler_, utility),
      eeprom_(config.mac),
      utility_(utility),
      timer_step_fs_(static_cast<core::Femtoseconds>(256e15 / config.timer_octet_hz)) {
    SC_HAS_PROCESS(Sar);
    port_.requests.set_consumer(*this);
    dma.response.set_consumer(*this);
    SC_METHOD(on_clock);
    sensitive << clock.edge();
    dont_initialize();
    SC_METHOD(on_traffic);
    sensitive << tx_cells.popped_event() << rx_words.pushed_event();
    dont_initialize();
}

void Sar::before_end_of_elaboration() {
    if (rst.size() == 0) return;
    SC_HAS_PROCESS(Sar);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
}

void Sar::on_reset() {
    count_call();
    in_reset_ = rst->read();
    wake();
}

void Sar::stay_reset() {
    if (port_.requests.has_item()) port_.requests.take();
    if (registers_.cfg & cfg::kUmode) octet_handshake(false);
    registers_.gp = 0;
    reset_engines();
    dma_.start();  // takes back the burst that the initiator gave up
    drive_interrupt();
}

void Sar::reset_engines() {
    const std::uint32_t pins = registers_.gp;
    registers_ = Registers{};
    registers_.gp = pins;
    dma_.reset();
    segmenter_.reset();
    reassembler_.reset();
}

void Sar::on_clock() {
    if (woken()) return;
    if (in_reset_) return stay_reset();
    sram_.begin_clock();
    take_register_access();
    run_engines();
    dma_.start();
    drive_interrupt();
    if (sram_.taken()) {
        if (!(sram_wires.read() == sram_.access())) sram_wires.write(sram_.access());
    } else if (sram_wires.read().oe || sram_wires.read().we) {
        SramAccess none = sram_.access();
        none.oe = none.we = false;
        sram_wires.write(none);
    }
    const bool quiet = !sram_.taken() && segmenter_.idle() && reassembler_.idle() && command_.idle();
    if (quiet && !port_.requests.has_item() && (inta_ || !interrupts_.delaying())) sleep();
}

void Sar::run_engines() {
    for (const SramUser user : config_.priority) {
        switch (user) {
            case SramUser::ReceiveFifo:
                reassembler_.tick_fifo();
                break;
            case SramUser::Transmit:
                segmenter_.tick(timer());
                break;
            case SramUser::Receive:
                reassembler_.tick();
                break;
            case SramUser::Host:
                command_.tick();
                break;
        }
    }
}

std::uint32_t Sar::timer() const { return static_cast<std::uint32_t>(core::now_fs() / timer_step_fs_) & 0xFFFFFFu; }

void Sar::take_register_access() {
    if (!port_.requests.has_item()) return;
    const RegisterAccess access = port_.requests.item();
    port_.requests.take();
    if (access.write)
        write_register(access.offset, access.data);
    else
        port_.answer = read_register(access.offset);
}

std::uint32_t Sar::status() const {
    const auto pairs = [this](unsigned kind) { return std::min(reassembler_.buffers(kind) / 2, 255u); };
    return pairs(0) << 24 | pairs(1) << 16 | registers_.events | (registers_.command_busy ? stat::kCmdBusy : 0u);
}

std::uint32_t Sar::read_register(std::uint32_t offset) {
    const auto clear = [](std::uint32_t& counter) {
        const std::uint32_t value = counter;
        counter = 0;
        return value;
    };
    switch (offset) {
        case reg::kDr0:
            return registers_.dr[0];
        case reg::kCfg:
            return registers_.cfg;
        case reg::kStat:
            return status();
        case reg::kRsqt:
            return reassembler_.rsq.tail_address();
        case reg::kCdc:
            return clear(registers_.cdc);
        case reg::kVpec:
            return clear(registers_.vpec);
        case reg::kIcc:
            return clear(registers_.icc);
        case reg::kRawct:
            return registers_.rawct;
        case reg::kTmr:
            return timer();
        case reg::kTstb:
            return registers_.tstb;
        case reg::kTsqt:
            return segmenter_.tsq.tail_address();
        case reg::kGp:
            return (registers_.gp & 0xFu) | (eeprom_.output() ? gp::kEepromOut : 0u);
        default:
            return 0;
    }
}

void Sar::write_register(std::uint32_t offset, std::uint32_t data) {
    switch (offset) {
        case 0x00:
        case 0x04:
        case 0x08:
        case 0x0C:
            registers_.dr[offset / 4] = data;
            break;
        case reg::kCmd:
            command_.start(data);
            break;
        case reg::kCfg:
            write_configuration(data);
            break;
        case reg::kStat:
            registers_.events &= ~data;
            break;
        case reg::kRsqb:
            reassembler_.rsq.set_base(data, cfg::rsq_octets(registers_.cfg));
            break;
        case reg::kRsqh:
            reassembler_.rsq.set_head(data);
            break;
        case reg::kTstb:
            registers_.tstb = data;
            segmenter_.restart_schedule();
            break;
        case reg::kTsqb:
            segmenter_.tsq.set_base(data, tsq::kOctets);
            break;
        case reg::kTsqh:
            segmenter_.tsq.set_head(data);
            break;
        case reg::kGp:
            if ((data ^ registers_.gp) & gp::kPhyReset) utility_.reset((data & gp::kPhyReset) != 0);
            registers_.gp = data;
            eeprom_.drive(data);
            break;
        case reg::kVpm:
            registers_.vpm = data;
            break;
        default:
            break;
    }
}

void Sar::write_configuration(std::uint32_t data) {
    if (data & cfg::kReset) {
        const std::uint32_t handshake = registers_.cfg & cfg::kUmode;
        reset_engines();
        registers_.cfg = handshake;  // until it is written below
    }
    if ((data ^ registers_.cfg) & cfg::kUmode) octet_handshake((data & cfg::kUmode) != 0);
    registers_.cfg = data;
    reassembler_.rsq.resize(cfg::rsq_octets(data));
}

void Sar::drive_interrupt() {
    if (utility_.interrupt()) registers_.events |= stat::kPhyi;
    const bool level = interrupts_.level(registers_, clock().cycle());
    if (level == inta_) return;
    inta->write(inta_ = level);
    if (level) ++raised_;
}

void Sar::describe(core::StatsVisitor& v) const {
    const Segmenter::Stats& t = segmenter_.stats();
    const Reassembler::Stats& r = reassembler_.stats();
    v.counter("tx_user_cells", t.user_cells, "cells", "User cells put into the transmit FIFO.");
    v.counter("tx_null_cells", t.null_cells, "cells", "Null cells put into the transmit FIFO.");
    v.counter("tx_late_slots", t.late_slots, "slots", "Slots lost because a payload came too late.");
    v.counter("tx_nulls_before_ready_pdu", t.nulls_before_ready_pdu, "cells",
              "Null cells right behind a user cell although a queue held a PDU.");
    v.counter("tx_short_pdus", t.short_pdus, "PDUs", "PDUs whose buffers ended inside a cell.");
    v.counter("tx_descriptors", t.descriptors, "entries", "SCQ entries fetched.");
    v.counter("tx_status_entries", t.status_entries, "entries", "TSQ entries written.");
    v.counter("rx_stored", r.stored, "cells", "Received cells sent to host memory.");
    v.counter("rx_fifo_overflow", r.fifo_overflow, "cells", "Cells dropped because the receive FIFO was full.");
    v.counter("rx_receive_disabled", r.receive_disabled, "cells", "Cells dropped because RXPATH was off.");
    v.counter("rx_lookup_errors", r.lookup_errors, "cells", "Cells of no open connection, dropped.");
    v.counter("rx_raw_cells", r.raw_cells, "cells", "OAM and raw cells, dropped: no raw queue yet.");
    v.counter("rx_no_buffer", r.no_buffer, "cells", "Cells dropped for want of a free buffer.");
    v.counter("rx_crc_errors", r.crc_errors, "PDUs", "AAL5 PDUs with a wrong CRC-32.");
    v.counter("rx_status_entries", r.status_entries, "entries", "RSQ entries written.");
    v.counter("rx_peak_fifo_cells", r.peak_fifo_cells, "cells", "Highest fill of the receive FIFO.");
    v.counter("commands", command_.commands(), "commands", "Commands of the host.");
    v.counter("interrupts", raised_, "events", "Assertions of INTA#.");
    const char* names[kSramUsers] = {"sram_rx_fifo", "sram_transmit", "sram_receive", "sram_host"};
    for (unsigned i = 0; i < kSramUsers; ++i) {
        const Sram::UserStats& s = sram_.stats(static_cast<SramUser>(i));
        v.counter(std::string(names[i]) + "_accesses", s.accesses, "accesses", "SRAM accesses of this user.");
        v.counter(std::string(names[i]) + "_waits", s.waits, "clocks", "Clocks this user waited for the SRAM.");
    }
}

}  // namespace niclab::sar
