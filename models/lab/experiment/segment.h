/// @file  An experiment on one Ethernet segment as plain structs: hosts that are a MAC each, a cable or a repeater, flows of frames.
#pragma once

#include "base/time.h"
#include "ether/rules.h"
#include "isa/copy.h"
#include "lab/experiment/experiment.h"
#include "medium/transceiver.h"

namespace niclab::lab {

using base::Femtoseconds;

/// How a frame comes from its host's memory to the card, and the other way.
struct SegmentCard {
    bool copies = false;  ///< Somebody moves words: the CPU, or a bus master that holds it up.
    isa::CopyConfig out, in;
    double cpu_share = 1;  ///< Of that time the CPU can do nothing else.
    bool early_interrupt =
        false;  ///< What comes in is read while it still comes: behind the last octet nothing is left.
    unsigned transmit_buffers = 2;
};

/// A program that reads files, a request at a time; what it and what is below it costs.
struct SegmentReader {
    Femtoseconds read = 0;     ///< Of each read.
    Femtoseconds receive = 0;  ///< Of each reply, unless the card tells early.
    Femtoseconds pause = 0;    ///< Behind each file.
    double jitter = 0;         ///< Both vary by this share, each way.
};

/// A program that has the files.
struct SegmentKeeper {
    Femtoseconds before = 0, after = 0;  ///< Of each read: until the reply is copied, behind it has left.
    double copied_before = 1;            ///< Share of the copy that lies before the reply.
};

/// Reads of files: of so many KiB each, a size after the other.
struct SegmentReads {
    std::vector<unsigned> file_kib;
    Femtoseconds settle = 0, measure = 0;
    Femtoseconds each() const { return settle + measure; }
};

struct SegmentHost {
    std::string name;
    double at_m = 0;                             ///< From the cable's end; at a repeater: length of its own cable.
    Femtoseconds bit = 100 * base::kNanosecond;  ///< Of its oscillator.
    ether::MacRules rules;
    medium::TransceiverConfig transceiver;
    SegmentCard card;
    SegmentReader reader;
    SegmentKeeper keeper;
};

struct SegmentFlow {
    enum class Kind {
        Saturated,  ///< There is always a frame to send.
        Periodic,
        Poisson,
        Perform3,  ///< Reads of files, one after the other
        Replies,   ///< and what comes back: of the flow before it in the list.
    };
    std::string name, kind_name;
    Kind kind = Kind::Saturated;
    std::size_t from = 0, to = 0;  ///< Hosts.
    std::vector<unsigned> sizes;   ///< Octets with FCS, in turn.
    std::uint64_t count = 0;       ///< 0: until the time is over.
    Femtoseconds interval = 0, start = 0;
    std::uint64_t queue = 0;  ///< Frames that may wait in the host.
};

struct SegmentExperiment {
    enum class Kind { Coax, Repeater };
    Experiment common;  ///< Name, seed, resolved keys and where they come from; no hosts.
    Femtoseconds duration = 0;
    Kind kind = Kind::Coax;
    double ns_per_m = 4.33;
    std::vector<SegmentHost> hosts;
    std::vector<SegmentFlow> flows;
    SegmentReads reads;  ///< Of flows that read files; none: there is no such flow.
};

/// Reads and checks it. Throws core::ConfigError.
SegmentExperiment read_segment(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
