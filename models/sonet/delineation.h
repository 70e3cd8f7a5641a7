/// @file Cell delineation: finds cell boundaries in a stream of octets by their HEC.
///
/// Source: ITU-T I.432, ALPHA = 7, DELTA = 6 (from memory of the standard). The hunt is octet by
///   octet: SONET keeps cells aligned to octets.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/crc.h"

namespace niclab::sonet {

class Delineation {
public:
    enum class State { Hunt, Presync, Sync };
    /// The position of the last octet in its cell.
    enum class Place { Unknown, Header, HeaderEnd, Payload, PayloadEnd };
    static constexpr unsigned kAlpha = 7, kDelta = 6;

    /// Processes one octet of the payload of the SPE. After HeaderEnd, header() has five octets and
    /// good() is the result of the HEC check.
    Place take(std::uint8_t octet) {
        if (state_ == State::Hunt) return hunt(octet);
        if (position_ < kHeader) return take_header(octet);
        if (++position_ < kCell) return Place::Payload;
        position_ = 0;
        return Place::PayloadEnd;
    }
    State state() const { return state_; }
    /// In SYNC: number of coming octets before the one that ends a header, or the payload if that
    /// is used.
    unsigned octets_to_verdict(bool headers_only) const {
        if (position_ < kHeader) return kHeader - 1 - position_;
        return kCell - 1 - position_ + (headers_only ? kHeader : 0);
    }
    /// In SYNC: number of coming octets that end neither the header nor the payload of the cell
    /// under way.
    unsigned plain_run() const {
        if (state_ != State::Sync) return 0;
        return (position_ < kHeader ? kHeader : kCell) - 1 - position_;
    }
    bool in_header() const { return position_ < kHeader; }
    /// Processes `n` of them, at most plain_run().
    void take_run(const std::uint8_t* octets, unsigned n) {
        if (in_header()) std::copy_n(octets, n, header_ + position_);
        position_ += n;
    }
    /// In SYNC: octets received of the cell under way, including the header.
    unsigned position() const { return position_; }
    /// In SYNC: continues at that position of another cell with the same header.
    void resume_at(unsigned position) { position_ = position; }
    const std::uint8_t* header() const { return header_; }
    bool good() const { return good_; }
    /// HCSADD: the sender adds 0x55 to the HEC.
    void add_coset(bool on) { coset_ = on ? 0x55 : 0; }
    /// Cell boundaries are unknown from now on.
    void lose() {
        if (state_ == State::Sync) ++losses_;
        enter(State::Hunt);
    }
    /// Number of times that SYNC was left.
    std::uint64_t losses() const { return losses_; }

private:
    static constexpr unsigned kHeader = 5, kCell = 53;

    bool hec_matches() const { return (base::crc8(header_, 4) ^ coset_) == header_[4]; }
    Place hunt(std::uint8_t octet) {
        for (unsigned i = 0; i < 4; ++i) header_[i] = header_[i + 1];
        header_[4] = octet;
        if (seen_ < kHeader) ++seen_;
        if (seen_ < kHeader || !hec_matches()) return Place::Unknown;
        enter(State::Presync);
        position_ = kHeader;
        good_ = true;
        return Place::HeaderEnd;
    }
    Place take_header(std::uint8_t octet) {
        header_[position_++] = octet;
        if (position_ < kHeader) return Place::Header;
        good_ = hec_matches();
        if (state_ == State::Presync) {
            if (!good_) return enter(State::Hunt), Place::Unknown;
            if (++count_ == kDelta) enter(State::Sync);
        } else if (good_) {
            count_ = 0;
        } else if (++count_ == kAlpha) {
            lose();
            return Place::Unknown;
        }
        return Place::HeaderEnd;
    }
    void enter(State state) {
        state_ = state;
        count_ = 0;
        if (state == State::Hunt) seen_ = 0;
    }

    State state_ = State::Hunt;
    unsigned position_ = 0, count_ = 0, seen_ = 0;
    std::uint8_t header_[kHeader] = {};
    bool good_ = false;
    std::uint8_t coset_ = 0x55;
    std::uint64_t losses_ = 0;
};

}  // namespace niclab::sonet
