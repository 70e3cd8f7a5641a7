/// @file TPOP, TLOP and TSOP: puts payload octets into a scrambled STS-Nc frame.
///
/// Source: GR-253 (from memory). B1 is over the previous scrambled frame, B2 (N interleaved) over
///   its line overhead and SPE. B3 is over the previous SPE, fixed stuff included. Far-end errors
///   are in M1 (of the third STS-1) and G1. S1 is 0.
/// Timing: payload runs take the short path of next(), the octets of overhead in each row the long
///   one.
/// Not modelled: data channels, orderwires; those octets are 0.
#pragma once

#include <array>
#include <cstdint>

#include "phy/config.h"
#include "phy/far_end.h"
#include "phy/frame_start.h"
#include "sonet/frame.h"
#include "sonet/pointer_generator.h"
#include "sonet/scrambler.h"
#include "sonet/spe.h"

namespace niclab::phy {

/// The settings of the transmitter in the registers; the defaults are an ordinary line.
struct TransmitControl {
    bool line_ais = false;         ///< LAIS: ones in line overhead and SPE.
    bool path_ais = false;         ///< PAIS: ones in H1 H2 H3 and SPE.
    bool line_rdi = false;         ///< RDI of TLOP, in addition to the automatic one.
    bool path_rdi = false;         ///< PRDI of TPOP, in addition to the automatic one.
    bool dark = false;             ///< DLOS: zeros.
    bool wrong_framing = false;    ///< DFP: the first bit of an A1 that the far end checks is wrong.
    bool wrong_section = false;    ///< DBIP8: B1 inverted.
    bool wrong_line = false;       ///< DBIP: B2 inverted.
    bool wrong_path = false;       ///< DB3: B3 inverted.
    bool scramble = true;          ///< DS clear.
    bool auto_febe = true;         ///< AUTOFEBE.
    bool auto_line_rdi = true;     ///< AUTOLRDI.
    bool auto_path_rdi = true;     ///< AUTOPRDI.
    std::uint8_t path_febe = 0;    ///< Other than 0: replaces the automatic count in G1.
    std::uint8_t path_status = 0;  ///< Bits 2:0 of G1.
    std::uint8_t k1 = 0, k2 = 0;   ///< RDI replaces bits 2:0 of K2.
    std::uint8_t signal_label = sonet::kPathSignalLabelAtm;
    sonet::PointerGenerator::Control pointer;
};

class TransmitOverhead {
public:
    explicit TransmitOverhead(const Config& config);

    /// True if the next octet is a payload octet, which TACP supplies.
    bool wants_payload() const { return run_ > 0; }
    /// Number of following payload octets without overhead between them.
    unsigned payload_run() const { return run_; }
    /// The next octet is the first A1 of a frame.
    bool at_frame_start() const { return index_ == format_.frame_octets; }
    /// The next octet of the line; `payload` is used if wants_payload().
    std::uint8_t next(std::uint8_t payload, const FarEndReport& report) {
        if (run_ == 0) return next_overhead(report);
        --run_;
        const auto octet = static_cast<std::uint8_t>(payload | ones_);
        line_bip_[lane_] ^= octet;
        if (++lane_ == format_.sts) lane_ = 0;
        path_bip_ ^= octet;
        const auto sent = static_cast<std::uint8_t>(octet ^ scrambler_[index_++]);
        section_bip_ ^= sent;
        return sent & light_;
    }
    /// The next `n` octets of payload, at most payload_run(); they are converted to octets of the
    /// line.
    void next_run(std::uint8_t* octets, unsigned n) {
        const std::uint8_t* scrambler = scrambler_ + index_;
        const std::uint8_t ones = ones_, light = light_;
        const unsigned sts = format_.sts;
        unsigned lane = lane_, path = 0, section = 0;
        for (unsigned i = 0; i < n; ++i) {
            const auto octet = static_cast<std::uint8_t>(octets[i] | ones);
            line_bip_[lane] ^= octet;
            if (++lane == sts) lane = 0;
            path ^= octet;
            const auto sent = static_cast<std::uint8_t>(octet ^ scrambler[i]);
            section ^= sent;
            octets[i] = sent & light;
        }
        lane_ = lane, index_ += n, run_ -= n;
        path_bip_ = static_cast<std::uint8_t>(path_bip_ ^ path);
        section_bip_ = static_cast<std::uint8_t>(section_bip_ ^ section);
    }
    std::uint64_t frames() const { return frames_; }
    /// State at the beginning of the last frame.
    const FrameStart& start() const { return start_; }
    /// Continues `frames` frames after it. They differ from it only in their cells, so its parities
    /// remain valid.
    void pass(std::uint64_t frames);
    /// The pointer has the position from which pass() may continue.
    bool steady() const { return pointer_.value() == sonet::kPointer; }

    void control(const TransmitControl& control);
    sonet::PointerGenerator& pointer() { return pointer_; }
    const sonet::PointerGenerator& pointer() const { return pointer_; }

private:
    std::uint8_t next_overhead(const FarEndReport& report);
    void remember_start();
    void begin_frame(const FarEndReport& report);
    void make_pointer();
    void make_path_overhead(const FarEndReport& report);
    std::uint8_t path_octet(const FarEndReport& report);

    using Row = std::array<std::uint8_t, 3 * sonet::kLargestSts>;
    TransmitControl control_;
    sonet::PointerGenerator pointer_;
    sonet::SpeTracker spe_;
    std::array<Row, sonet::kRows> overhead_{};
    std::array<std::uint8_t, sonet::kRows> path_overhead_{};
    const std::uint8_t* scrambler_;
    unsigned index_;             ///< Position of the next octet in the frame: 1 to the frame's octets; the last value
                                 ///< is the first A1.
    unsigned lane_ = 0;          ///< The one of the N parities of B2 for this octet: index_ modulo N.
    unsigned run_ = 0;           ///< Number of following payload octets.
    std::uint8_t ones_ = 0;      ///< 0xFF while an AIS replaces the SPE.
    std::uint8_t light_ = 0xFF;  ///< 0 while no light is transmitted.
    std::uint8_t section_bip_ = 0, path_bip_ = 0;
    std::array<std::uint8_t, sonet::kLargestSts> line_bip_{};
    sonet::Format format_;  ///< Not used by next().
    std::uint64_t line_errors_reported_ = 0, path_errors_reported_ = 0;
    std::uint64_t frames_ = 0;
    FrameStart start_;
};

}  // namespace niclab::phy
