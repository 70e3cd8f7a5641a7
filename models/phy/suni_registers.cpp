// The functions of the PHY's registers, and the values that they show.
#include "phy/suni.h"

namespace niclab::phy {

namespace {

constexpr std::uint8_t kIdentity = 0x30;
constexpr std::uint8_t kForceOof = 0x20;
constexpr std::uint8_t kPointerLoad = 0x10, kPointerDown = 0x04, kPointerUp = 0x02;

/// GFC in 7:4, PTI in 3:1, CLP in 0 of a header of VPI 0, VCI 0.
atm::Header header_of(std::uint8_t octet) {
    return {static_cast<std::uint8_t>(octet >> 4), 0, 0, static_cast<std::uint8_t>(octet >> 1 & 7), (octet & 1) != 0};
}

/// The bit that shows the state of an alarm. Without an optical signal there is nothing to lock to.
struct AlarmBit {
    std::uint8_t address, bit;
    Alarm alarm;
};
constexpr AlarmBit kAlarmBits[] = {
    {reg::kMasterControl, 6, Alarm::Lcd},   {reg::kClockRecovery, 3, Alarm::Los},
    {reg::kRsopStatus, 2, Alarm::Los},      {reg::kRsopStatus, 1, Alarm::Lof},
    {reg::kRsopStatus, 0, Alarm::Oof},      {reg::kRlopControl, 1, Alarm::LineAis},
    {reg::kRlopControl, 0, Alarm::LineRdi}, {reg::kRpopStatus, 5, Alarm::Lop},
    {reg::kRpopStatus, 3, Alarm::PathAis},  {reg::kRpopStatus, 2, Alarm::PathRdi},
};

}  // namespace

std::uint8_t Suni::read(std::uint8_t address) {
    edge_runners_.synchronize();
    watch_utopia();
    return registers_.read(address, live_bits(address));
}

void Suni::write(std::uint8_t address, std::uint8_t value) {
    if (pin_reset_) return;
    edge_runners_.synchronize();
    ++changes_;
    received_at_ = core::now_fs();  // of the alarms that it may raise
    registers_.write(address, value, totals());
    if (!registers_.held()) {
        if (address == reg::kRsopControl && (value & kForceOof)) overhead_rx_.force_out_of_frame();
        if (address == reg::kTpopPointer) request_pointer(value);
    }
    apply_registers();
    edge_runners_.reschedule();
}

void Suni::reset(bool asserted) {
    edge_runners_.synchronize();
    ++changes_;
    pin_reset_ = asserted;
    if (asserted) registers_.reset(totals());
    apply_registers();
    edge_runners_.reschedule();
}

void Suni::request_pointer(std::uint8_t value) {
    auto& requests = overhead_tx_.pointer().requests();
    requests.load |= (value & kPointerLoad) != 0;
    requests.decrement |= (value & kPointerDown) != 0;
    requests.increment |= (value & kPointerUp) != 0;
}

void Suni::apply_registers() {
    if (pin_reset_ || registers_.held()) {
        interrupts_.clear();
        overhead_tx_.pointer().requests() = {};
    }
    overhead_rx_.descramble(!registers_.bit(reg::kRsopControl, 6));
    apply_transmit();
    apply_cells();
    apply_loops();
}

void Suni::apply_loops() {
    diagnostic_loop_ = registers_.bit(reg::kMasterControl, 1);
    line_loop_ = registers_.bit(reg::kMasterControl, 2) && !diagnostic_loop_;
    const bool loop_timing = (line_loop_ || registers_.bit(reg::kMasterControl, 0)) && !diagnostic_loop_;
    if (loop_timing == loop_timing_) return;
    loop_timing_ = loop_timing;
    receive_period_ = receive_step_ = 0;
    follow_receive_clock();
}

void Suni::apply_transmit() {
    const Registers& r = registers_;
    TransmitControl t;
    t.line_ais = r.bit(reg::kTsopControl, 0);
    t.path_ais = r.bit(reg::kTpopDiagnostic, 0);
    t.line_rdi = r.bit(reg::kTlopControl, 0);
    t.path_rdi = r.bit(reg::kTpopStatus, 3);
    t.dark = r.bit(reg::kTsopDiagnostic, 2);
    t.wrong_framing = r.bit(reg::kTsopDiagnostic, 0);
    t.wrong_section = r.bit(reg::kTsopDiagnostic, 1);
    t.wrong_line = r.bit(reg::kTlopDiagnostic, 0);
    t.wrong_path = r.bit(reg::kTpopDiagnostic, 1);
    t.scramble = !r.bit(reg::kTsopControl, 6);
    t.auto_febe = r.bit(reg::kMasterConfig, 6);
    t.auto_line_rdi = r.bit(reg::kMasterConfig, 5);
    t.auto_path_rdi = r.bit(reg::kMasterConfig, 4);
    t.path_febe = r[reg::kTpopStatus] >> 4;
    t.path_status = r[reg::kTpopStatus] & 7;
    t.k1 = r[reg::kTransmitK1];
    t.k2 = r[reg::kTransmitK2];
    t.signal_label = r[reg::kTpopLabel];
    t.pointer = pointer_control();
    overhead_tx_.control(t);
}

sonet::PointerGenerator::Control Suni::pointer_control() const {
    const Registers& r = registers_;
    sonet::PointerGenerator::Control c;
    const std::uint8_t high = r[reg::kTpopPointerHigh];
    c.fixed = r.bit(reg::kMasterControl, 5);
    c.forced = r.bit(reg::kTpopPointer, 6);
    c.spaced = r.bit(reg::kTpopPointer, 5);
    c.flagged = r.bit(reg::kTpopPointer, 3);
    c.flag = high >> 4;
    c.ss = high >> 2 & 3;
    c.arbitrary = static_cast<std::uint16_t>((high & 3) << 8 | r[reg::kTpopPointerLow]);
    return c;
}

void Suni::apply_cells() {
    const Registers& r = registers_;
    const bool held = pin_reset_ || r.held();
    TacpControl t;
    t.fifo_reset = held || r.bit(reg::kTacpControl, 0);
    t.wrong_hcs = r.bit(reg::kTacpControl, 4);
    t.coset = r.bit(reg::kTacpControl, 2);
    t.scramble = !r.bit(reg::kTacpControl, 1);
    t.fill = header_of(r[reg::kTacpFill]);
    t.fill_octet = r[reg::kTacpFillOctet];
    tacp_.control(t);
    RacpControl c;
    c.fifo_reset = held || r.bit(reg::kRacpControl, 0);
    c.pass_null = r.bit(reg::kRacpControl, 5);
    c.pass_errors = r.bit(reg::kRacpControl, 3);
    c.correct = !r.bit(reg::kRacpControl, 4);
    c.coset = r.bit(reg::kRacpControl, 2);
    c.descramble = !r.bit(reg::kRacpControl, 1);
    c.good_to_correct = 1u << (r[reg::kRacpConfig] & 3);
    c.match = header_of(r[reg::kRacpMatch]);
    c.mask = header_of(r[reg::kRacpMask]);
    racp_.control(c);
    phy_rx_.hold_empty(c.fifo_reset);
}

std::uint8_t Suni::live_bits(std::uint8_t address) {
    unsigned bits = 0;
    for (const AlarmBit& row : kAlarmBits)
        if (row.address == address && alarms_.active(row.alarm)) bits |= 1u << row.bit;
    switch (address) {
        case reg::kMasterReset:
            bits |= kIdentity;
            break;
        case reg::kClockMonitor:
            bits |= clock_activity();
            break;
        case reg::kReceiveK1:
            bits |= idt77155_ ? overhead_rx_.k1() : 0u;
            break;
        case reg::kReceiveK2:
            bits |= idt77155_ ? overhead_rx_.k2() : 0u;
            break;
        case reg::kRpopLabel:
            bits |= overhead_rx_.signal_label();
            break;
        case reg::kTpopPointer:
            bits |= requested_moves();
            break;
        case reg::kRacpControl:
            bits |= racp_.in_sync() ? 0u : 0x80u;
            break;
        default:
            break;
    }
    return static_cast<std::uint8_t>(bits);
}

/// PLD, NSE and PSE read as 1 until they are done.
unsigned Suni::requested_moves() const {
    const auto& requests = overhead_tx_.pointer().requests();
    return (requests.load ? kPointerLoad : 0u) | (requests.decrement ? kPointerDown : 0u) |
           (requests.increment ? kPointerUp : 0u);
}

/// The clocks that ran since the last read: references 3 and 2, receive 1, transmit 0.
std::uint8_t Suni::clock_activity() {
    const std::uint64_t receive = watch_.octets(), transmit = clock().cycle();
    const bool received = receive != receive_clocks_seen_, transmitted = transmit != transmit_clocks_seen_;
    receive_clocks_seen_ = receive;
    transmit_clocks_seen_ = transmit;
    return static_cast<std::uint8_t>((transmitted ? 0x0D : 0) | (received ? 0x02 : 0));
}

CounterTotals Suni::totals() const {
    const ReceiveOverhead::Stats& line = overhead_rx_.stats();
    const Racp::Stats& cells = racp_.stats();
    CounterTotals t;
    t.b1 = line.b1_errors;
    t.b2 = line.b2_errors;
    t.b2_frames = line.b2_frames;
    t.b3 = line.b3_errors;
    t.b3_frames = line.b3_frames;
    t.far_line = line.far_line_errors;
    t.far_path = line.far_path_errors;
    t.hcs_corrected = cells.hcs_corrected;
    t.hcs_uncorrected = cells.hcs_uncorrected;
    t.rx_cells = cells.cells;
    t.tx_cells = tacp_.cells();
    return t;
}

}  // namespace niclab::phy
