/// @file A checker of the wires of UTOPIA level 1 against the rules of utopia_rules.h, clock by
/// clock.
///
/// Behaviour: one checker per direction. It is passive and independent of the models; a clock
///   without a violation costs a few comparisons.
/// Limitations: it does not check the processing of a received cell in a PHY, or several PHYs on a
///   bus (level 2).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "check/utopia_rules.h"

namespace niclab::check {

/// One direction's wires just before a rising edge of its clock. True means asserted, independent
/// of the polarity.
struct UtopiaSample {
    std::uint16_t data = 0;
    bool soc = false;
    bool enb = false;
    bool prty = false;     ///< A level.
    bool clav = false;     ///< Cell level: TxClav, RxClav. Octet level: not TxFull*, not RxEmpty*.
    bool unknown = false;  ///< Data, SOC or parity is neither 0 nor 1.
};

class UtopiaChecker {
public:
    struct Config {
        std::string bus = "utopia";
        bool octet_level = false;
        unsigned width = 8;  ///< 8 or 16: 53 or 27 words per cell.
        /// The samples may begin during a cell: nothing is checked before the begin of a cell is
        /// known.
        bool synchronise = false;
        UtopiaLimits limits{};
    };

    UtopiaChecker(const Config& config, Report& report)
        : config_(config),
          report_(report),
          words_(config.width == 16 ? (config.limits.cell_octets + 1) / 2 : config.limits.cell_octets),
          judging_(!config.synchronise) {}

    std::uint64_t cells() const { return cells_; }
    /// Skips `cells` cells between two idle clocks, each like those before.
    void pass(std::uint64_t cells) { cells_ += cells; }
    /// Whether rules are checked now.
    bool judging() const { return judging_; }
    /// The cell that the last sample completed: 4 octets of header, the HEC, 48 of payload.
    const std::uint8_t* cell() const { return octets_.data(); }
    /// Octets received of the cell under way, 0 between cells; cell() begins with them.
    unsigned octets_taken() const {
        if (config_.width != 16) return index_;
        return index_ < 3 ? 2 * index_ : 2 * index_ - 1;
    }
    void set_octet_level(bool on) { config_.octet_level = on; }
    /// The data changed `setup_fs` before this edge, `hold_fs` after the one before; U13.
    void timing(core::Femtoseconds at, core::Femtoseconds setup_fs, core::Femtoseconds hold_fs) {
        if (setup_fs < config_.limits.setup_fs || hold_fs < config_.limits.hold_fs)
            fail(UtopiaRule::SetupHold, at, "changes too near to the edge");
    }

protected:
    void fail(UtopiaRule r, core::Femtoseconds at, const char* seen);
    /// Returns true when it completes a cell.
    bool word_taken(const UtopiaSample& s, core::Femtoseconds at) {
        if (s.unknown) fail(UtopiaRule::Known, at, "X on an enabled word");
        if ((__builtin_parity(s.data) == 0) != s.prty) fail(UtopiaRule::Parity, at, "even parity");
        store(s.data);
        if (++index_ < words_) return false;
        index_ = 0;
        ++cells_;
        return true;
    }
    /// Whether `n` more words are inside the cell under way.
    bool takes(unsigned n) const { return judging_ && config_.width == 8 && index_ > 0 && index_ + n < words_; }
    void take_words(const std::uint8_t* octets, unsigned n, bool clav) {
        std::copy_n(octets, n, octets_.begin() + index_);
        index_ += n;
        p_ = {octets[n - 1], false, true, __builtin_parity(octets[n - 1]) == 0, clav, false};
    }
    /// 16 bit: the third word has the HEC and UDF2, which is not stored.
    void store(std::uint16_t data) {
        if (config_.width != 16) {
            octets_[index_] = static_cast<std::uint8_t>(data);
            return;
        }
        const unsigned first = index_ < 3 ? 2 * index_ : 2 * index_ - 1;
        octets_[first] = static_cast<std::uint8_t>(data >> 8);
        if (index_ != 2) octets_[first + 1] = static_cast<std::uint8_t>(data);
    }

    Config config_;
    Report& report_;
    unsigned words_;
    bool judging_;
    bool seen_ = false;   ///< There is a sample before this one.
    unsigned index_ = 0;  ///< Words of the cell under way.
    std::uint64_t cells_ = 0;
    UtopiaSample p_;
    std::array<std::uint8_t, 56> octets_{};
};

/// Transmit direction: the ATM layer drives data, the PHY TxClav.
class UtopiaTxChecker : public UtopiaChecker {
public:
    using UtopiaChecker::UtopiaChecker;
    /// `n` clocks inside a cell: a word in each, without TxSOC, with its parity, TxClav as given in
    /// all of them. Returns false without effect if each clock must be sampled separately.
    bool words(const std::uint8_t* octets, unsigned n, bool clav) {
        if (config_.octet_level || !takes(n) || (p_.clav && !clav && near_end(index_ + 1))) return false;
        take_words(octets, n, clav);
        return true;
    }
    /// True when the clock completes a cell.
    bool sample(const UtopiaSample& s, core::Femtoseconds at) {
        if (!judging_ && !synchronise(s)) return false;
        bool complete = false;
        if (s.enb) {
            if (s.soc != (index_ == 0)) wrong_soc(s, at);
            if (s.soc && !config_.octet_level && !p_.clav)
                fail(UtopiaRule::ClavStart, at, "a cell begins without TxClav");
            complete = word_taken(s, at);
        }
        if (config_.octet_level)
            octet_level(s, at);
        else if (p_.clav && !s.clav && s.enb && (index_ == 0 || near_end(index_)))
            fail(UtopiaRule::ClavFalls, at, "TxClav falls with one of the last words");
        p_ = s;
        return complete;
    }

private:
    bool near_end(unsigned index) const { return index > words_ - config_.limits.clav_words; }
    bool synchronise(const UtopiaSample& s);
    void wrong_soc(const UtopiaSample& s, core::Femtoseconds at);
    void octet_level(const UtopiaSample& s, core::Femtoseconds at);
    unsigned after_full_ = 0;  ///< Octets since TxFull* was first sampled.
};

/// Receive direction: the PHY drives data and RxClav, the ATM layer RxEnb*.
class UtopiaRxChecker : public UtopiaChecker {
public:
    using UtopiaChecker::UtopiaChecker;
    /// The same for the receive direction, with RxClav and RxEnb* asserted in all clocks.
    bool words(const std::uint8_t* octets, unsigned n) {
        if (config_.octet_level || !p_.enb || !takes(n)) return false;
        take_words(octets, n, true);
        p_soc_ = false;
        return true;
    }
    void sample(const UtopiaSample& s, core::Femtoseconds at) {
        if (!judging_ && !synchronise(s)) return;
        if (!p_.enb) {
            if (s.soc && !p_soc_) fail(UtopiaRule::RxEnabled, at, "RxSOC without RxEnb*");
        } else if (config_.octet_level) {
            octet_level(s, at);
        } else if (s.soc || index_ > 0) {
            if (s.soc && index_ != 0) fail(UtopiaRule::RxSoc, at, "RxSOC inside a cell"), index_ = 0;
            if (index_ == 0 && !p_.clav) fail(UtopiaRule::RxAnnounced, at, "a cell begins without RxClav");
            word_taken(s, at);
        } else if (p_.clav) {
            fail(UtopiaRule::RxPromise, at, "no cell though RxClav promised one");
        }
        if (!config_.octet_level && index_ > 0 && !s.clav)
            fail(UtopiaRule::RxPromise, at, "RxClav falls inside a cell");
        p_soc_ = s.soc;
        p_ = s;
    }

private:
    bool synchronise(const UtopiaSample& s);
    void octet_level(const UtopiaSample& s, core::Femtoseconds at);
    bool p_soc_ = false;
};

}  // namespace niclab::check
