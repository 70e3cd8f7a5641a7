/// @file A queue that sorts captured records by time and delays some until their comment is known.
///
/// Behaviour: records are ordered by time stamp, at equal times by interface, and within an
///   interface in the order of arrival. A record may arrive up to `lateness_fs` after its time
///   stamp. A cell is complete 52 clocks after its SOC, a frame 125 us after its first octet, and a
///   cell of the line with the frame after its own. All this may be up to 126 us later if the
///   phases of the clocks are redrawn meanwhile.
/// Memory: `limit_octets` plus the records of the last `lateness_fs`. Beyond that the oldest record
///   is written with its initial comment.
#pragma once

#include <map>
#include <tuple>

#include "probe/capture/pcapng.h"

namespace niclab::probe {

class CaptureQueue {
public:
    struct Config {
        std::size_t limit_octets = 16u << 20;
        core::Femtoseconds lateness_fs = 500'000'000'000;
    };
    struct Record {
        std::uint32_t interface = 0;
        core::Femtoseconds at = 0;
        std::vector<std::uint8_t> octets;
        std::string comment;
    };
    /// A reference to a delayed record.
    struct Ticket {
        core::Femtoseconds at;
        std::uint32_t interface;
        std::uint64_t number;
        bool operator<(const Ticket& o) const {
            return std::tie(at, interface, number) < std::tie(o.at, o.interface, o.number);
        }
    };

    explicit CaptureQueue(Pcapng& file) : CaptureQueue(file, Config()) {}
    CaptureQueue(Pcapng& file, const Config& config) : file_(file), config_(config) {}

    /// `now` must not decrease. A record may be ahead of it: a sender reports a cell one clock
    /// before its SOC.
    void add(Record record, core::Femtoseconds now) { insert(std::move(record), now, false); }
    /// The same, delayed until `release`; its comment is used if it cannot be delayed long enough.
    Ticket hold(Record record, core::Femtoseconds now) { return insert(std::move(record), now, true); }
    /// Sets the comment of a record; no effect if it is already written.
    void release(const Ticket& ticket, std::string comment);
    /// Writes all records.
    void flush();

    /// Number of records that were written before their release.
    std::uint64_t early() const { return early_; }

private:
    struct Held {
        Record record;
        bool held;
    };
    Ticket insert(Record record, core::Femtoseconds now, bool held);
    void write_front();
    /// Memory of a record, including its entry in the map.
    static std::size_t cost(const Record& r) { return r.octets.size() + r.comment.size() + 200; }

    Pcapng& file_;
    Config config_;
    std::map<Ticket, Held> records_;
    std::size_t octets_ = 0;
    std::uint64_t number_ = 0, early_ = 0;
};

}  // namespace niclab::probe
