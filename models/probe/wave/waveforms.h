/// @file Bundles of wires as waveforms: one method per bundle, woken by its wires, that passes on
/// changes.
///
/// Behaviour: asserted is converted to electrical levels here: a name that ends in _n is low when
///   asserted. A shared wire that is not driven is z.
#pragma once

#include <string>
#include <vector>

#include "card/engine.h"
#include "core/tap.h"
#include "fiber/pins.h"
#include "pci/fast/two_level_bus.h"
#include "phy/fast/octet_line.h"
#include "probe/wave/wave_sink.h"
#include "utopia/fast/cell_link.h"
#include "utopia/pins.h"

namespace niclab::probe {

/// An interface of waves that are recorded at transaction level, without wires.
class Recorded {
public:
    virtual ~Recorded() = default;
    /// Starts or ends the recording of levels while the wires are at transaction level. At signal
    /// level the wires themselves are observed. Returns false if it cannot start now.
    virtual bool set_recording(bool on) = 0;
};

class PciWaves : public sc_core::sc_module, public Recorded {
public:
    /// A card's IDSEL: the name of its wave, and the wire of AD to which it is connected.
    struct Idsel {
        std::string name;
        unsigned line;
    };
    PciWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& clock,
             pci::Bus& bus, const std::vector<Idsel>& idsels);
    bool set_recording(bool on) override;

private:
    struct Agent {
        std::string name;
        std::vector<std::size_t> halves;  ///< Their numbers at the bus.
        WaveSink::Id ids[7];
        std::uint8_t enabled = 0;
    };
    static constexpr std::uint32_t kNotShown = 1 << 4;  ///< Of C/BE#: it is z.
    void on_levels();
    void on_record();
    void on_upper();
    void add_upper(const std::string& scope);
    void on_drive();
    void show_requests();
    void on_lines();
    void add_agents(const std::string& scope);

    WaveSink& sink_;
    pci::Bus& bus_;
    pci::TwoLevelBus* two_level_;                            ///< The bus, or nullptr if it is always at signal level.
    std::vector<std::pair<WaveSink::Id, unsigned>> idsels_;  ///< With their wires of AD.
    pci::Levels last_;
    std::uint32_t cbe_shown_ = kNotShown;
    core::Femtoseconds address_phase_fs_ = ~core::Femtoseconds{0};
    std::vector<Agent> agents_;
    std::uint32_t req_ = 0, gnt_ = 0;
    bool req64_ = false;
    core::Femtoseconds upper_address_fs_ = ~core::Femtoseconds{0};
    WaveSink::Id upper_[5];  ///< Of a 64-bit bus.
    WaveSink::Id ad_, cbe_, par_, frame_, irdy_, trdy_, devsel_, stop_, perr_, serr_, inta_, rst_, req_id_, gnt_id_;
};

/// Both UTOPIA directions of one card, with their clock.
class UtopiaWaves : public sc_core::sc_module, public Recorded {
public:
    UtopiaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& clock,
                const utopia::TxPins<core::Net>& tx, const utopia::RxPins<core::Net>& rx, unsigned width = 8);
    /// Sets the links of the card, which set_recording() requires.
    void follow(utopia::TxCellLink& tx, utopia::RxCellLink& rx);
    bool set_recording(bool on) override;

private:
    /// One direction.
    template <class Levels, class Link>
    struct Side {
        WaveSink& sink;
        WaveSink::Id ids[5] = {};  ///< Data, SOC, Enb, Clav, Prty.
        WaveSink::Id source = WaveSink::kUnwanted;
        Link* link = nullptr;
        Levels last{};
        /// Calls `change(id, value)` for each level that differs from the last ones.
        template <class Change>
        void report(const Levels& now, Change change);
        template <class Pins>
        void observe(const Pins& pins);
        void follow(Link& followed);
        void set_recording(bool on);
    };
    void on_transmit() { transmit_.observe(tx_); }
    void on_receive() { receive_.observe(rx_); }
    const utopia::TxPins<core::Net>& tx_;
    const utopia::RxPins<core::Net>& rx_;
    Side<utopia::TxLevels, utopia::TxCellLink> transmit_;
    Side<utopia::RxLevels, utopia::RxCellLink> receive_;
};

/// The line octets of one card.
class LineWaves : public sc_core::sc_module, public Recorded {
public:
    LineWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
              const fiber::LinePins<core::Net>& tx, const fiber::LinePins<core::Net>& rx);
    /// Sets the lines from and to the card, which set_recording() requires.
    void follow(phy::OctetLine& from, phy::OctetLine& to);
    bool set_recording(bool on) override;

private:
    /// One direction.
    struct Side {
        WaveSink& sink;
        WaveSink::Id octet, frame;
        WaveSink::Id source = WaveSink::kUnwanted;
        phy::OctetLine* line = nullptr;
        fiber::LineOctet last{};
        void observe(const fiber::LinePins<core::Net>& pins);
        void record(fiber::LineOctet now, core::Femtoseconds at);
        phy::OctetLine::Recorder recorder(bool on);
    };
    void on_transmit() { transmit_.observe(tx_); }
    void on_receive() { receive_.observe(rx_); }
    const fiber::LinePins<core::Net>&tx_, &rx_;
    Side transmit_, receive_;
};

/// SRAM of one card, and its host's serial port if `txd` is given.
class SlowWaves : public sc_core::sc_module, public Recorded {
public:
    SlowWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& card,
              const core::Wire<card::SramAccess>& sram, const std::string& host, const core::Wire<bool>* txd);
    /// Sets the engine with the SRAM, which set_recording() requires.
    void follow(card::Engine& engine);
    bool set_recording(bool on) override;

private:
    template <class Change>
    void report(const card::SramAccess& levels, Change change);
    void on_sram();
    void on_serial() { sink_.change(txd_id_, txd_->read()); }
    WaveSink& sink_;
    const core::Wire<card::SramAccess>& sram_;
    const core::Wire<bool>* txd_;
    card::Engine* engine_ = nullptr;
    WaveSink::Id source_ = WaveSink::kUnwanted;
    card::SramAccess last_;
    WaveSink::Id ids_[4], txd_id_;
};

/// High while oscillators are stopped because their phases are redrawn, which no real clock does.
class RedrawWaves : public sc_core::sc_module {
public:
    /// `redrawn` reports the end of that time.
    RedrawWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
                core::Tap<core::Femtoseconds>& redrawn);

private:
    void on_end() { sink_.change(id_, 0); }
    WaveSink& sink_;
    WaveSink::Id id_;
    sc_core::sc_event end_;
};

}  // namespace niclab::probe
