/// @file An experiment on one Ethernet segment as plain structs: hosts with a MAC each, a cable or
/// a repeater, flows of frames.
#pragma once

#include <cmath>

#include "isa/copy.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/segment_keys.h"

namespace niclab::lab {

/// The transfer of a frame between its host's memory and the card.
struct SegmentCard {
    bool copies = false;  ///< Words are copied: by the CPU, or by a bus master that delays it.
    isa::CopyConfig out, in;
    double cpu_share = 1;  ///< Share of that time during which the CPU can do nothing else.
    bool early_interrupt =
        false;  ///< A frame is read during its reception: nothing is left to read after the last octet.
    unsigned transmit_buffers = 2;
    Femtoseconds turnaround = 0;  ///< From the end of a frame, sent or aborted, until the next one may be sent.

    /// CPU time of a copy that begins at `begin`; 0 without copies. `transmitting`: the card's transmitter
    /// is active, and is assumed to remain so.
    Femtoseconds copy_time(const isa::CopyConfig& way, unsigned octets, Femtoseconds begin, bool transmitting) const {
        if (!copies) return 0;
        isa::Copy copy(way, begin, transmitting);
        return Femtoseconds(std::llround(cpu_share * double(copy.move(octets) - begin)));
    }
};

/// A program that always has a frame to send, with the driver below it.
struct SegmentSender {
    Femtoseconds frame = 0;  ///< CPU of each frame, before it is copied to the card.
};

/// A program that reads files, one request at a time, with the costs of it and the layers below.
struct SegmentClient {
    Femtoseconds read = 0;     ///< Per read.
    Femtoseconds receive = 0;  ///< Per reply, unless the card interrupts early.
    Femtoseconds pause = 0;    ///< After each file.
    double jitter = 0;         ///< Both vary by this share in both directions.
};

/// A program that serves the files.
struct SegmentServer {
    Femtoseconds before = 0, after = 0;  ///< Per read: until the reply is copied, and after it has left.
    double copied_before = 1;            ///< Share of the copy before the reply.
};

/// Reads of files of these sizes in KiB, one size after the other.
struct SegmentReads {
    std::vector<unsigned> file_kib;
    Femtoseconds settle = 0, measure = 0;
    Femtoseconds each() const { return settle + measure; }
};

struct SegmentHost : MacStation {
    std::string name;
    double at_m = 0;  ///< As SegmentLine::Station.
    SegmentCard card;
    SegmentSender sender;
    SegmentClient client;
    SegmentServer server;
};

struct SegmentExperiment {
    Experiment common;  ///< Name, seed, resolved keys and their origins; no hosts.
    Femtoseconds duration = 0;
    SegmentLine line;  ///< Its stations are numbered as the hosts.
    std::vector<SegmentHost> hosts;
    std::vector<SegmentFlow> flows;
    SegmentReads reads;  ///< Of flows that read files; none: there is no such flow.
};

/// Names for an analyzer or a trigger on its signals.
AnalyzerNames analyzer_names(const SegmentExperiment& experiment);

/// Reads and checks it. Throws core::ConfigError.
SegmentExperiment read_segment(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
