/// @file A search for ATM cells in descrambled STS-3c or STS-12c frames, with headers as received:
/// the view of a line analyzer.
///
/// Behaviour: it shares no code with the PHY, which corrects a header before it passes the cell on.
///   User cells and cells with a wrong HEC are shown; null cells are not.
/// Source: GR-253 3.5.1 for the pointer, I.432.1 for delineation (in sync after 6 correct headers,
///   lost after 7 wrong ones) and x^43 + 1; all from memory.
/// Assumed: a pointer without new data flag is accepted when it was received three times.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "atm/cell.h"
#include "probe/capture/capture_frames.h"

namespace niclab::probe {

/// A reader of the SPE's payload, without path overhead and fixed stuff, at any position of the
/// pointer. After a new pointer the SPE under way continues until the new one's J1, or to its end;
/// octets between the two belong to no SPE.
class PayloadReader {
public:
    explicit PayloadReader(unsigned sts) : sts_(sts) {}
    /// An octet of payload; its position in the frame.
    using Octet = std::function<void(std::uint8_t value, unsigned place)>;
    /// One frame, or the first octets of the last one: calls `take` for each octet of payload from
    /// the first J1 on.
    void frame(const std::vector<std::uint8_t>& octets, const Octet& take);

private:
    static constexpr unsigned kRows = 9;
    unsigned columns() const { return 90 * sts_; }
    unsigned spe_columns() const { return 87 * sts_; }
    unsigned spe() const { return kRows * spe_columns(); }
    /// Octets of the SPE before payload begins: path overhead and fixed stuff.
    unsigned first_payload() const { return sts_ / 3; }
    enum class Move { None, Increment, Decrement };
    Move pointer(unsigned word);

    unsigned sts_;
    bool known_ = false, inside_ = false;  ///< The pointer is known; the position is between a J1 and the end of its
                                           ///< SPE.
    unsigned pointer_ = 0, candidate_ = 0, repeats_ = 0;
    unsigned to_j1_ = 0;  ///< Octets of SPEs before the next J1, unless the pointer changes.
    unsigned next_ = 0;   ///< Index in the SPE of its next octet; 0 is J1.
};

class LineCells {
public:
    /// `sts`: N, 3 or 12.
    explicit LineCells(unsigned sts = 3) : payload_(sts) {}
    using Found = std::function<void(const atm::Cell&, core::Femtoseconds first_octet)>;

    /// One frame, or the begin of the last; calls `found` for each cell that ends in it.
    void frame(const FrameReader::Frame& frame, const Found& found);
    /// Whether the HEC is correct.
    static bool header_is_right(const std::uint8_t* header);

private:
    static constexpr unsigned kSure = 6, kLost = 7;
    void octet(std::uint8_t value, core::Femtoseconds at, const Found& found);
    bool hunt(std::uint8_t value, core::Femtoseconds at);
    void judge();

    PayloadReader payload_;
    atm::Cell cell_;
    std::array<core::Femtoseconds, atm::kHeaderOctets> times_{};  ///< Of the header's octets.
    unsigned index_ = 0;                                          ///< Octets of the present cell.
    bool delineated_ = false, right_ = false;
    unsigned good_ = 0, bad_ = 0;
    std::uint64_t line_ = 0;  ///< The last octets of scrambled payload.
};

}  // namespace niclab::probe
