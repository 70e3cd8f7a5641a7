/// @file A ring of descriptors in host memory: prefetch into the chip, and write-back of results,
/// in the order of the ring. It does not interpret a descriptor.
///
/// Source: 317453, sections 3.2.4 and 3.4.1 (from memory of it). The chip fetches when it has no
///   descriptor, or has fewer than PTHRESH and the host offers at least HTHRESH. Results are
///   written when WTHRESH of them wait, or on flush(). WTHRESH 0: at once.
/// Timing: a fetch or a write-back is one burst, of at most 64 octets. It ends at the end of the
///   ring, and a write-back at a multiple of 4 KiB (*assumed*), as a write of PCI Express has to.
/// Assumed: the cache holds 64 descriptors, in processing or not. A result is written as its whole
///   descriptor. A descriptor without a result advances the head and is not written.
/// Limitations: addresses below 4 GiB. GRAN and LWTHRESH have no effect: thresholds count
///   descriptors.
#pragma once

#include <array>
#include <deque>

#include "cards/ether_board/bus_master.h"
#include "cards/i8254x/layout.h"
#include "cards/i8254x/octets.h"
#include "core/tap.h"

namespace niclab::i8254x {

using ether_board::BusUser, ether_board::Transfer;

/// Of a narrow one the first kDescriptorOctets.
using Descriptor = std::array<std::uint8_t, kWideDescriptorOctets>;

/// What the host is to receive for a result: nothing, an interrupt when it is written, or one after
/// a delay.
enum class Notice : std::uint8_t { None, AtOnce, Delayed };

class DescriptorRing : public BusUser {
public:
    /// Receives a report of each result: it is handed to the bus, and the bus has written it.
    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void handed(Notice) {}
        virtual void written(Notice notice) = 0;
    };
    DescriptorRing(Owner& owner, bus::Purpose fetch, bus::Purpose write_back)
        : owner_(owner), fetch_(fetch), write_back_(write_back) {}

    /// A register of the ring, by its distance from the first (layout.h, ring).
    std::uint32_t read(std::uint32_t at) const;
    void write(std::uint32_t at, std::uint32_t value);

    /// Octets of its descriptors from now on.
    void set_width(unsigned octets) { width_ = octets; }
    /// Descriptors are fetched while it is enabled.
    void enable(bool on) { enabled_ = on; }
    /// A fetched descriptor that is not in use yet.
    bool available() const { return !fetched_.empty(); }
    /// Takes the oldest of them.
    Descriptor take();
    /// Returns the oldest descriptor in use, with its result; or without one, if `report` is false.
    void complete(const Descriptor& result, bool report, Notice notice);
    /// Writes all results that wait.
    void flush() { flushing_ = !results_.empty(); }
    bool has_results() const { return !results_.empty(); }
    /// Descriptors of the host's that the chip has not used.
    unsigned offered() const { return distance(used_, tail_); }
    unsigned size() const { return length_ / width_; }
    /// The chip has processed all descriptors, and has written all results.
    bool drained() const { return head_ == tail_ && in_use_ == 0 && results_.empty(); }
    /// Reset: no register, descriptor or result remains; a transfer under way has no effect.
    void reset();
    core::Tap<unsigned> filled;  ///< Reports the descriptors that the chip has and not returned.
    std::uint64_t fetches() const { return fetches_; }
    std::uint64_t write_backs() const { return write_backs_; }

    bool next(Transfer& transfer) override;
    void done(const Transfer& transfer) override;

private:
    struct Result {
        unsigned index;
        Descriptor descriptor;
        Notice notice;
    };
    static constexpr unsigned kCached = 64;
    void report_level() const {
        if (filled.active()) filled(core::now_fs(), distance(head_, tail_));
    }
    unsigned of_a_burst() const { return ether_board::kBurstOctets / width_; }
    unsigned distance(unsigned from, unsigned to) const { return size() == 0 ? 0 : (to + size() - from) % size(); }
    unsigned after(unsigned index, unsigned n) const { return size() == 0 ? 0 : (index + n) % size(); }
    unsigned to_fetch() const;
    unsigned to_write() const;
    std::uint32_t address(unsigned index) const { return base_ + index * width_; }
    unsigned threshold(unsigned shift) const { return control_ >> shift & 0x3F; }

    Owner& owner_;
    const bus::Purpose fetch_, write_back_;
    std::uint32_t base_ = 0, base_high_ = 0, length_ = 0, control_ = 0, delay_ = 0;
    unsigned head_ = 0, tail_ = 0;  ///< Indices, as in the registers.
    unsigned next_ = 0;             ///< Index of the next one to be fetched,
    unsigned used_ = 0;             ///< to be taken,
    unsigned closed_ = 0;           ///< and to be completed.
    unsigned in_use_ = 0;           ///< Taken and not completed.
    std::deque<Descriptor> fetched_;
    std::deque<Result> results_;
    unsigned moving_ = 0;  ///< Descriptors on the bus.
    unsigned width_ = kDescriptorOctets;
    bool enabled_ = false, writing_ = false, flushing_ = false;
    std::uint64_t fetches_ = 0, write_backs_ = 0;
};

}  // namespace niclab::i8254x
