#include "cards/packet_sar/packet_sar.h"

namespace niclab::packet_sar {

namespace {
constexpr unsigned kRegisterClocks = 2;  ///< A read is completed in the clock after its request.
}  // namespace

PacketSar::PacketSar(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& dma,
                     core::Fifo<atm::Cell>& tx_cells, core::Fifo<atm::CellWord>& rx_words, const Config& config)
    : Clocked(name, clock),
      config_(config),
      port_("registers", kRegisterClocks),
      memory_(config.memory_octets),
      dma_(dma),
      fetcher_(config_, memory_, dma_, processor_, taps_),
      sender_(config_, memory_, processor_, fetcher_, taps_, tx_cells),
      receiver_(config_, memory_, processor_, taps_, rx_words),
      deliverer_(config_, memory_, dma_, processor_, receiver_),
      interrupts_(config.interrupt_pdus,
                  static_cast<std::uint64_t>(config.interrupt_delay_us * 1e9 / double(clock.period_fs()) + 0.5)) {
    port_.requests.set_consumer(*this);
    dma.response.set_consumer(*this);
    call_at_edges<&PacketSar::on_clock>(*this);
    tx_cells.set_writer(*this), rx_words.set_reader(*this);
}

void PacketSar::before_end_of_elaboration() {
    if (rst.size() == 0) return;
    SC_HAS_PROCESS(PacketSar);
    SC_METHOD(on_reset);
    sensitive << rst;
    dont_initialize();
}

void PacketSar::on_reset() {
    count_call();
    in_reset_ = rst->read();
    wake();
}

void PacketSar::stay_reset() {
    if (port_.requests.has_item()) port_.requests.take();
    reset_engines();
    dma_.start();  // Takes back the burst that the initiator aborted.
    drive_interrupt();
}

void PacketSar::reset_engines() {
    control_ = 0;
    processor_.reset();
    fetcher_.reset();
    sender_.reset();
    receiver_.reset();
    deliverer_.reset();
    dma_.reset();
    interrupts_.reset();
}

void PacketSar::on_clock() {
    if (in_reset_) return stay_reset();
    take_register_access();
    processor_.tick();
    run_transmit();
    run_receive();
    dma_.start();
    drive_interrupt();
    if (quiet()) sleep();
}

void PacketSar::run_transmit() {
    fetcher_.tick();
    if (sender_.tick()) interrupts_.raise(event::kSent, clock().cycle());
}

void PacketSar::run_receive() {
    receiver_.tick((control_ & control::kReceive) != 0);
    if (deliverer_.tick()) interrupts_.raise(event::kReceived, clock().cycle());
}

bool PacketSar::quiet() const {
    return processor_.idle() && fetcher_.idle() && sender_.idle() && receiver_.idle() && deliverer_.idle() &&
           !port_.requests.has_item() && (inta_ || !interrupts_.delaying());
}

void PacketSar::drive_interrupt() {
    const bool level = (control_ & control::kInterrupt) != 0 && interrupts_.level(clock().cycle());
    if (level == inta_) return;
    inta->write(inta_ = level);
    if (level) ++raised_;
}

card::UnitAccount PacketSar::received_units() const {
    const Receiver::Stats& r = receiver_.stats();
    const CellFifo::Stats& f = receiver_.fifo_stats();
    card::UnitAccount account;
    account.delivered = deliverer_.stats().cells;
    account.held = receiver_.held();
    account.dropped = {
        {"rx_fifo_overflow", f.overflow},  {"receive_disabled", f.disabled},      {"invalid_cell", r.invalid},
        {"lookup_error", r.lookup_errors}, {"resource_management", r.management}, {"packet_memory_full", r.no_memory},
        {"pdu_too_long", r.too_long},      {"no_free_buffer", r.no_buffer},       {"reset", r.reset}};
    return account;
}

}  // namespace niclab::packet_sar
