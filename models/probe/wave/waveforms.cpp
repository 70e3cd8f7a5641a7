#include "probe/wave/waveforms.h"

#include <algorithm>

namespace niclab::probe {

PciWaves::PciWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& clock,
                   pci::Bus& bus, const std::vector<Idsel>& idsels)
    : sc_module(name), sink_(sink), bus_(bus), two_level_(dynamic_cast<pci::TwoLevelBus*>(&bus)) {
    SC_HAS_PROCESS(PciWaves);
    sink.add_clock(scope, "CLK", clock);
    rst_ = sink.add(scope, "RST_n", 1, 1);
    ad_ = sink.add(scope, "AD", 32, 0, true);
    cbe_ = sink.add(scope, "CBE_n", 4, 0, true);
    par_ = sink.add(scope, "PAR", 1, 0, true);
    frame_ = sink.add(scope, "FRAME_n", 1, 0, true);
    irdy_ = sink.add(scope, "IRDY_n", 1, 0, true);
    trdy_ = sink.add(scope, "TRDY_n", 1, 0, true);
    devsel_ = sink.add(scope, "DEVSEL_n", 1, 0, true);
    stop_ = sink.add(scope, "STOP_n", 1, 0, true);
    sink.add(scope, "LOCK_n", 1, 1);
    perr_ = sink.add(scope, "PERR_n", 1, 0, true);
    serr_ = sink.add(scope, "SERR_n", 1, 1);
    inta_ = sink.add(scope, "INTA_n", 1, 1);
    for (const Idsel& i : idsels) idsels_.emplace_back(sink.add(scope, i.name, 1, 0, true), i.line);
    const auto masters = static_cast<unsigned>(bus.req().size());
    const std::uint64_t all = (1u << masters) - 1;
    req_id_ = sink.add(scope, "REQ_n", masters, all);
    gnt_id_ = sink.add(scope, "GNT_n", masters, all);
    add_agents(scope);
    SC_METHOD(on_levels);
    sensitive << bus.levels();
    dont_initialize();
    if (bus.wide()) {
        add_upper(scope);
        SC_METHOD(on_upper);
        sensitive << bus.levels();
        dont_initialize();
    }
    SC_METHOD(on_drive);
    for (const pci::Bus::Half& half : bus.halves()) sensitive << *half.drive;
    dont_initialize();
    SC_METHOD(on_lines);
    for (const auto* wires : {&bus.req(), &bus.gnt(), &bus.inta_wires()})
        for (const auto& wire : *wires) sensitive << *wire;
    sensitive << bus.rst();
    dont_initialize();
}

void PciWaves::add_agents(const std::string& scope) {
    std::size_t number = 0;
    for (const pci::Bus::Half& half : bus_.halves()) {
        auto agent = std::find_if(agents_.begin(), agents_.end(), [&](const Agent& a) { return a.name == half.agent; });
        if (agent == agents_.end()) agent = agents_.insert(agents_.end(), Agent{half.agent, {}, {}, 0});
        agent->halves.push_back(number++);
    }
    const char* groups[] = {"AD", "CBE", "PAR", "FRAME", "IRDY", "DEVSEL_TRDY_STOP", "PERR"};
    for (Agent& agent : agents_)
        for (unsigned i = 0; i < 7; ++i) agent.ids[i] = sink_.add(scope + ".oe_" + agent.name, groups[i], 1, 0);
}

bool PciWaves::set_recording(bool on) {
    const core::EdgeCall recorder = core::edge_call<&PciWaves::on_record>(*this);
    return !two_level_ || two_level_->record(on ? &recorder : nullptr);
}

void PciWaves::on_record() {
    if (!(bus_.now() == last_)) {
        on_levels();
        if (bus_.wide()) on_upper();
    }
    on_drive();
    show_requests();
}

void PciWaves::on_levels() {
    const pci::Levels& now = bus_.now();
    const std::uint8_t enabled = now.enabled, toggled = enabled ^ last_.enabled;
    const auto changed = [toggled](std::uint8_t group, auto a, auto b) { return (toggled & group) || a != b; };
    // C/BE# has a command on an idle bus and in an address phase, which is the clock in which
    // FRAME# becomes asserted; otherwise byte enables, which are low when enabled.
    if (now.frame && !last_.frame) address_phase_fs_ = core::now_fs();
    const bool command = now.frame ? core::now_fs() == address_phase_fs_ : !now.irdy;
    if (changed(pci::kEnAd, now.ad, last_.ad)) {
        sink_.change(ad_, now.ad, !(enabled & pci::kEnAd));
        for (const auto& [id, line] : idsels_) sink_.change(id, now.ad >> line & 1, !(enabled & pci::kEnAd));
    }
    const std::uint32_t cbe = ((command ? now.cbe : ~now.cbe) & 0xFu) | (enabled & pci::kEnCbe ? 0 : kNotShown);
    if (cbe != cbe_shown_) sink_.change(cbe_, cbe & 0xFu, (cbe & kNotShown) != 0);
    cbe_shown_ = cbe;
    if (changed(pci::kEnPar, now.par, last_.par)) sink_.change(par_, now.par, !(enabled & pci::kEnPar));
    const auto control = [&](WaveSink::Id id, std::uint8_t group, bool a, bool b) {
        if (changed(group, a, b)) sink_.change(id, !a, !(enabled & group));
    };
    control(frame_, pci::kEnFrame, now.frame, last_.frame);
    control(irdy_, pci::kEnIrdy, now.irdy, last_.irdy);
    control(trdy_, pci::kEnTarget, now.trdy, last_.trdy);
    control(devsel_, pci::kEnTarget, now.devsel, last_.devsel);
    control(stop_, pci::kEnTarget, now.stop, last_.stop);
    control(perr_, pci::kEnPerr, now.perr, last_.perr);
    if (now.serr != last_.serr) sink_.change(serr_, !now.serr);
    last_ = now;
}

void PciWaves::add_upper(const std::string& scope) {
    upper_[0] = sink_.add(scope, "AD_HIGH", 32, 0, true);
    upper_[1] = sink_.add(scope, "CBE_HIGH_n", 4, 0, true);
    upper_[2] = sink_.add(scope, "PAR64", 1, 0, true);
    upper_[3] = sink_.add(scope, "REQ64_n", 1, 0, true);
    upper_[4] = sink_.add(scope, "ACK64_n", 1, 0, true);
}

void PciWaves::on_upper() {
    const pci::Levels& now = bus_.now();
    const std::uint8_t enabled = now.enabled64;
    if (now.req64 && !req64_) upper_address_fs_ = core::now_fs();
    req64_ = now.req64;
    const bool address = core::now_fs() == upper_address_fs_;  // C/BE[7:4]# are reserved in it
    const auto show = [&](unsigned i, std::uint8_t group, std::uint32_t value) {
        const bool driven = (enabled & group) != 0;
        sink_.change(upper_[i], driven ? value : 0, !driven);
    };
    show(0, pci::kEnAdHigh, now.ad_high);
    show(1, pci::kEnCbeHigh, (address ? now.cbe_high : ~now.cbe_high) & 0xFu);
    show(2, pci::kEnPar64, now.par64);
    show(3, pci::kEnReq64, !now.req64);
    show(4, pci::kEnAck64, !now.ack64);
}

void PciWaves::on_drive() {
    constexpr std::uint8_t groups[] = {pci::kEnAd,   pci::kEnCbe,    pci::kEnPar, pci::kEnFrame,
                                       pci::kEnIrdy, pci::kEnTarget, pci::kEnPerr};
    for (Agent& agent : agents_) {
        std::uint8_t enabled = 0;
        for (const std::size_t half : agent.halves) enabled |= bus_.driven(half).enabled;
        const std::uint8_t toggled = enabled ^ agent.enabled;
        for (unsigned i = 0; i < 7; ++i)
            if (toggled & groups[i]) sink_.change(agent.ids[i], (enabled & groups[i]) != 0);
        agent.enabled = enabled;
    }
}

void PciWaves::show_requests() {
    const std::uint32_t all = (1u << bus_.req().size()) - 1;
    const std::uint32_t req = bus_.requests(), gnt = bus_.grants();
    if (req != req_) sink_.change(req_id_, ~(req_ = req) & all);
    if (gnt != gnt_) sink_.change(gnt_id_, ~(gnt_ = gnt) & all);
}

void PciWaves::on_lines() {
    show_requests();
    const auto& inta = bus_.inta_wires();
    sink_.change(inta_, std::none_of(inta.begin(), inta.end(), [](const auto& wire) { return wire->read(); }));
    sink_.change(rst_, !bus_.rst().read());
}

UtopiaWaves::UtopiaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
                         const core::Clock& clock, const utopia::TxPins<core::Net>& tx,
                         const utopia::RxPins<core::Net>& rx, unsigned width)
    : sc_module(name), tx_(tx), rx_(rx), transmit_{sink}, receive_{sink} {
    SC_HAS_PROCESS(UtopiaWaves);
    const auto add = [&sink, width](const std::string& where, const std::string& side, WaveSink::Id* ids) {
        const struct {
            const char* name;
            unsigned bits, initial;
        } wires[] = {{"Data", width, 0}, {"SOC", 1, 0}, {"Enb_n", 1, 1}, {"Clav", 1, 0}, {"Prty", 1, 0}};
        for (unsigned i = 0; i < 5; ++i)
            ids[i] = sink.add(where, side + wires[i].name, wires[i].bits, wires[i].initial);
    };
    sink.add_clock(scope + ".utopia_tx", "TxClk", clock);
    add(scope + ".utopia_tx", "Tx", transmit_.ids);
    sink.add_clock(scope + ".utopia_rx", "RxClk", clock);
    add(scope + ".utopia_rx", "Rx", receive_.ids);
    SC_METHOD(on_transmit);
    sensitive << tx.data << tx.soc << tx.enb << tx.clav << tx.prty;
    dont_initialize();
    SC_METHOD(on_receive);
    sensitive << rx.data << rx.soc << rx.enb << rx.clav << rx.prty;
    dont_initialize();
}

template <class Levels, class Link>
template <class Change>
void UtopiaWaves::Side<Levels, Link>::report(const Levels& now, Change change) {
    if (now.data != last.data) change(ids[0], now.data);
    if (now.soc != last.soc) change(ids[1], now.soc);
    if (now.enb != last.enb) change(ids[2], !now.enb);
    if (now.clav != last.clav) change(ids[3], now.clav);
    if (now.prty != last.prty) change(ids[4], now.prty);
    last = now;
}

template <class Levels, class Link>
template <class Pins>
void UtopiaWaves::Side<Levels, Link>::observe(const Pins& pins) {
    Levels now;
    now.data = pins.data.read(), now.soc = pins.soc.read(), now.prty = pins.prty.read();
    now.enb = pins.enb.read(), now.clav = pins.clav.read();
    report(now, [this](WaveSink::Id id, std::uint64_t value) { sink.change(id, value); });
}

template <class Levels, class Link>
void UtopiaWaves::Side<Levels, Link>::follow(Link& followed) {
    link = &followed;
    source = sink.add_late(followed);
}

template <class Levels, class Link>
void UtopiaWaves::Side<Levels, Link>::set_recording(bool on) {
    const auto record = [](void* self, const Levels& levels, core::Femtoseconds at) {
        auto& side = *static_cast<Side*>(self);
        side.report(levels, [&side, at](WaveSink::Id id, std::uint64_t value) {
            side.sink.change_late(side.source, id, value, at);
        });
    };
    link->record(on ? +record : nullptr, this);
}

void UtopiaWaves::follow(utopia::TxCellLink& tx, utopia::RxCellLink& rx) {
    transmit_.follow(tx);
    receive_.follow(rx);
}

bool UtopiaWaves::set_recording(bool on) {
    transmit_.set_recording(on);
    receive_.set_recording(on);
    return true;
}

LineWaves::LineWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
                     const fiber::LinePins<core::Net>& tx, const fiber::LinePins<core::Net>& rx)
    : sc_module(name),
      tx_(tx),
      rx_(rx),
      transmit_{sink, sink.add(scope, "TxOctet", 8, 0), sink.add(scope, "TxFrame", 1, 0)},
      receive_{sink, sink.add(scope, "RxOctet", 8, 0), sink.add(scope, "RxFrame", 1, 0)} {
    SC_HAS_PROCESS(LineWaves);
    SC_METHOD(on_transmit);
    sensitive << tx.octet << tx.frame;
    dont_initialize();
    SC_METHOD(on_receive);
    sensitive << rx.octet << rx.frame;
    dont_initialize();
}

void LineWaves::Side::observe(const fiber::LinePins<core::Net>& pins) {
    const fiber::LineOctet now{pins.octet.read(), pins.frame.read()};
    sink.change(octet, now.octet);
    if (now.frame != last.frame) sink.change(frame, now.frame);
    last = now;
}

void LineWaves::Side::record(fiber::LineOctet now, core::Femtoseconds at) {
    if (now.octet != last.octet) sink.change_late(source, octet, now.octet, at);
    if (now.frame != last.frame) sink.change_late(source, frame, now.frame, at);
    last = now;
}

phy::OctetLine::Recorder LineWaves::Side::recorder(bool on) {
    if (!on) return {};
    return {[](void* self, fiber::LineOctet now, core::Femtoseconds at) { static_cast<Side*>(self)->record(now, at); },
            this};
}

void LineWaves::follow(phy::OctetLine& from, phy::OctetLine& to) {
    transmit_.line = &from;
    receive_.line = &to;
    for (Side* side : {&transmit_, &receive_}) side->source = side->sink.add_late(*side->line);
}

bool LineWaves::set_recording(bool on) {
    transmit_.line->record_launched(transmit_.recorder(on));
    receive_.line->record_arrived(receive_.recorder(on));
    return true;
}

SlowWaves::SlowWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& card,
                     const core::Wire<card::SramAccess>& sram, const std::string& host, const core::Wire<bool>* txd)
    : sc_module(name), sink_(sink), sram_(sram), txd_(txd) {
    SC_HAS_PROCESS(SlowWaves);
    const std::string scope = card + ".sar.sram";
    ids_[0] = sink.add(scope, "ADDR", 17, 0);
    ids_[1] = sink.add(scope, "DATA", 32, 0, true);
    ids_[2] = sink.add(scope, "WE_n", 1, 1);
    ids_[3] = sink.add(scope, "OE_n", 1, 1);
    if (txd) txd_id_ = sink.add(host + ".com1", "TxD", 1, 1);
    SC_METHOD(on_sram);
    sensitive << sram;
    dont_initialize();
    if (!txd) return;
    SC_METHOD(on_serial);
    sensitive << *txd;
    dont_initialize();
}

/// Calls `change(id, value, z)` for each level that differs from the last ones.
template <class Change>
void SlowWaves::report(const card::SramAccess& now, Change change) {
    const bool z = !now.we && !now.oe;
    if (now.address != last_.address) change(ids_[0], now.address, false);
    if (now.data != last_.data || z != (!last_.we && !last_.oe)) change(ids_[1], now.data, z);
    if (now.we != last_.we) change(ids_[2], !now.we, false);
    if (now.oe != last_.oe) change(ids_[3], !now.oe, false);
    last_ = now;
}

void SlowWaves::on_sram() {
    report(sram_.read(), [this](WaveSink::Id id, std::uint64_t value, bool z) { sink_.change(id, value, z); });
}

void SlowWaves::follow(card::Engine& engine) {
    core::Decoupled* const reporter = engine.sram_reporter();
    if (!reporter) return;
    engine_ = &engine;
    source_ = sink_.add_late(*reporter);
}

bool SlowWaves::set_recording(bool on) {
    const auto record = [](void* self, const card::SramAccess& levels, core::Femtoseconds at) {
        auto& waves = *static_cast<SlowWaves*>(self);
        waves.report(levels, [&waves, at](WaveSink::Id id, std::uint64_t value, bool z) {
            waves.sink_.change_late(waves.source_, id, value, at, z);
        });
    };
    return !engine_ || engine_->record_sram(on ? card::SramRecorder{record, this} : card::SramRecorder{});
}

RedrawWaves::RedrawWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
                         core::Tap<core::Femtoseconds>& redrawn)
    : sc_module(name), sink_(sink), id_(sink.add(scope, "redraw", 1, 0)) {
    SC_HAS_PROCESS(RedrawWaves);
    SC_METHOD(on_end);
    sensitive << end_;
    dont_initialize();
    redrawn.listen([this](core::Femtoseconds from, core::Femtoseconds to) {
        sink_.change(id_, 1);
        core::fire(end_, to - from);
    });
}

}  // namespace niclab::probe
