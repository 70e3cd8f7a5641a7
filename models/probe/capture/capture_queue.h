/// @file  Puts captured records into the order of time and holds some back until what is said of them is known.
///
/// Order:   by time stamp; records of one instant by interface, of one interface in the order in which they came. A
///          record may come up to `lateness_fs` after the time it carries: a cell is whole 52 clocks after its SOC, a
///          frame 125 us after its first octet, a cell of the line with the frame after its own; and up to 126 us later
///          when the phases of the clocks are redrawn inside it.
/// Memory:  `limit_octets` plus what came within `lateness_fs`. Beyond that the oldest record is written with the
///          comment it came with.
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
    /// Names a record that is held back.
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

    /// `now` must not go back. A record may be ahead of it: a sender tells of a cell one clock before its SOC.
    void add(Record record, core::Femtoseconds now) { insert(std::move(record), now, false); }
    /// The same, held back until `release`; its comment stands for the case that it cannot be held long enough.
    Ticket hold(Record record, core::Femtoseconds now) { return insert(std::move(record), now, true); }
    /// What is to be said of a record. Of one already written nothing is said any more.
    void release(const Ticket& ticket, std::string comment);
    /// Writes everything there is.
    void flush();

    /// Records written before anybody had released them.
    std::uint64_t early() const { return early_; }

private:
    struct Held {
        Record record;
        bool held;
    };
    Ticket insert(Record record, core::Femtoseconds now, bool held);
    void write_front();
    /// Memory of a record, its place in the map included.
    static std::size_t cost(const Record& r) { return r.octets.size() + r.comment.size() + 200; }

    Pcapng& file_;
    Config config_;
    std::map<Ticket, Held> records_;
    std::size_t octets_ = 0;
    std::uint64_t number_ = 0, early_ = 0;
};

}  // namespace niclab::probe
