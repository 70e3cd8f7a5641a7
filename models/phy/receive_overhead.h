/// @file RSOP, RLOP and RPOP: finds frames, checks the three BIPs, evaluates alarms and the
/// pointer, and passes on the payload octets of the SPE.
///
/// Source: GR-253, G.783 (from memory of the standards); S/UNI parts for the choices: five frames
///   of K2 and G1.
/// Timing: payload, and octets without a known SPE, take the short path of take(). The octets of
///   overhead in each row, the search for frames and captures take the long one.
/// Not modelled: filters of K1 and K2 as a whole, orderwires, data channels, trace messages;
///   enhanced path RDI; a minimum time of RDI.
///
/// AIS: LOS, LOF and LAIS replace H1, H2 and the SPE by all ones on their way to the path layer.
/// This is GR-253 6.2.1 and G.783's consequent action aAIS (clauses from memory). Receivers do the
/// same. PM5349 (PMC-971239, registers 94 and 95) inserts AIS on LOS, LOF, and "forces a loss of
/// cell delineation". PM5380 does it, too (PMC-2010299, LOFINS, ALLONES). The pointer becomes path
/// AIS after three such frames; no payload passes. The AIS ends with its alarm, at once (PM5380).
/// Assumed: after a loss of signal the search for frames may begin with LOS, or after four frames
///   without the pattern. Here it begins with LOS, *assumed*: without transitions the clock
///   recovery loses its octets. OOF is declared with it. While an AIS is inserted, the filters of
///   K2 and G1 keep their state (an alarm of a lower layer hides them).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/signal.h"
#include "phy/alarms.h"
#include "phy/config.h"
#include "phy/far_end.h"
#include "phy/frame_start.h"
#include "phy/interrupts.h"
#include "phy/line_watch.h"
#include "sonet/frame.h"
#include "sonet/frame_search.h"
#include "sonet/persistence.h"
#include "sonet/pointer.h"
#include "sonet/scrambler.h"
#include "sonet/spe.h"

namespace niclab::phy {

/// A whole descrambled frame, row after row.
using Frame = std::vector<std::uint8_t>;

class ReceiveOverhead {
public:
    struct Stats {
        std::uint64_t frames = 0, b1_errors = 0, b2_errors = 0, b3_errors = 0;
        std::uint64_t far_line_errors = 0, far_path_errors = 0;
        std::uint64_t b2_frames = 0, b3_frames = 0;  ///< Frames with any such error.
        std::uint64_t pointer_increments = 0, pointer_decrements = 0, new_pointers = 0;
    };

    ReceiveOverhead(AlarmSet& alarms, LineWatch& watch, Interrupts& interrupts, const Config& config);

    /// Processes one line octet. Returns true if it was a payload octet of the SPE, which is then
    /// in payload().
    bool take(std::uint8_t line_octet) {
        if (run_ == 0) return take_long(line_octet);
        --run_;
        section_bip_ ^= line_octet;
        payload_ = static_cast<std::uint8_t>(line_octet ^ scrambler_[index_++]);
        line_bip_[lane_] ^= payload_;
        if (++lane_ == format_.sts) lane_ = 0;
        path_bip_ ^= payload_;
        return run_passes_;
    }
    std::uint8_t payload() const { return payload_; }
    /// Number of coming octets that need only parities: payload, or octets of no SPE.
    unsigned plain_run() const { return run_; }
    /// Whether they are payload that is passed on.
    bool run_passes() const { return run_passes_; }
    /// Processes `n` of them (at most plain_run()): line octets become payload octets.
    void take_run(std::uint8_t* octets, unsigned n) {
        const std::uint8_t* scrambler = scrambler_ + index_;
        const unsigned sts = format_.sts;
        unsigned lane = lane_, path = 0, section = 0;
        for (unsigned i = 0; i < n; ++i) {
            section ^= octets[i];
            const auto octet = static_cast<std::uint8_t>(octets[i] ^ scrambler[i]);
            line_bip_[lane] ^= octet;
            if (++lane == sts) lane = 0;
            path ^= octet;
            octets[i] = octet;
        }
        lane_ = lane, index_ += n, run_ -= n;
        payload_ = octets[n - 1];
        path_bip_ = static_cast<std::uint8_t>(path_bip_ ^ path);
        section_bip_ = static_cast<std::uint8_t>(section_bip_ ^ section);
    }

    /// Continues with the first octet of a frame that the transmitter began with this state;
    /// `frames` frames were skipped.
    void resume_at(const FrameStart& start, std::uint64_t frames);
    /// Whole frames follow each other without anything to report.
    bool steady() const {
        return in_frame() && whole_frames_ > 1 && pointer_.value() == sonet::kPointer && !capturing_;
    }
    bool in_frame() const { return search_.in_frame(); }
    std::uint64_t out_of_frame_events() const { return search_.losses(); }
    const Stats& stats() const { return stats_; }
    const FarEndReport& report() const { return report_; }
    /// For the far end: alarms of the line and of the path are active. To be called by the
    /// evaluation of alarms.
    void report_defects(bool line, bool path) { report_.line_rdi = line, report_.path_rdi = path; }
    /// C2, after five equal values.
    std::uint8_t signal_label() const { return label_; }
    /// Last received value.
    std::uint8_t k1() const { return k1_; }
    std::uint8_t k2() const { return k2_; }
    unsigned pointer() const { return pointer_.value(); }

    /// DDS: the line is not scrambled.
    void descramble(bool on);
    /// FOOF.
    void force_out_of_frame();
    /// Handles a declared or cleared alarm: starts a search for frames, and inserts an AIS
    /// downstream.
    void follow(Alarm which, bool declared);
    /// The path layer receives all ones instead of the received octets.
    bool inserts_ais() const { return ais_; }

    /// Reports that a frame begins with the present octet: its first A1.
    core::Signal<> frame_begins;
    /// Reports a whole received frame; collected only if connected.
    core::Signal<Frame> frame;

private:
    bool take_long(std::uint8_t line_octet);
    bool align(std::uint8_t line_octet);
    void begin_frame();
    void take_section(std::uint8_t octet, unsigned column);
    void take_overhead(std::uint8_t octet, unsigned row, unsigned column);
    void take_pointer();
    sonet::PointerInterpreter::Move interpret_pointer();
    void take_line_parity(std::uint8_t octet, unsigned column);
    void take_line_octets(std::uint8_t octet, unsigned row, unsigned column);
    void take_path_overhead(std::uint8_t octet);
    void take_label(std::uint8_t octet);
    /// Counters and filters are active: there is a signal and a position of frames.
    bool watching() const { return !search_.hunting() && !alarms_.active(Alarm::Los); }
    void judge(bool pattern);

    AlarmSet& alarms_;
    LineWatch& watch_;
    Interrupts& interrupts_;
    sonet::FrameSearch search_;
    sonet::PointerInterpreter pointer_;
    sonet::SpeTracker spe_;
    sonet::Debounced line_ais_, line_rdi_, path_rdi_;
    const std::uint8_t* scrambler_;
    unsigned index_;             ///< Position of the next octet in the frame: 1 to the frame's octets; the last value
                                 ///< is the first A1.
    unsigned lane_ = 0;          ///< The one of the N parities of B2 for this octet: index_ modulo N.
    unsigned run_ = 0;           ///< Number of following octets without other processing.
    unsigned whole_frames_ = 0;  ///< BIPs are compared after a whole frame.
    bool aligned_ = false, pattern_broken_ = false, capturing_ = false, ais_ = false, run_passes_ = false;
    std::uint8_t payload_ = 0, section_bip_ = 0, section_expected_ = 0;
    std::uint8_t path_bip_ = 0, path_expected_ = 0;  ///< Without a meaning outside of an SPE.
    std::uint8_t label_ = 0, label_candidate_ = 0, k1_ = 0, k2_ = 0;
    unsigned label_repeats_ = 0, line_errors_now_ = 0;
    std::array<std::uint8_t, sonet::kLargestSts> line_bip_{}, line_expected_{};
    sonet::Format format_;  ///< Not used by take().
    std::array<std::uint8_t, 2 * sonet::kLargestSts> pointer_octets_{};
    Frame captured_;
    FarEndReport report_;
    Stats stats_;
};

}  // namespace niclab::phy
