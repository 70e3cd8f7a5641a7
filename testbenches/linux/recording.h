/// @file A recording of a trial for a comparison: bus transactions, frames, statistics and verdicts.
///
/// Format: tables with a heading, in one folder. Each machine, client and server, has three. In
///   client_cpu.csv are the accesses of its CPU to the card's registers and memory. In
///   client_card.csv are the transactions of its card as a bus master, on PCI. In client_frames.csv
///   are frames that the card has sent and the driver has delivered. Of both machines,
///   statistics.csv has the counters after each step, and steps.csv the verdicts. The column `line` has
///   the line of the driver that made the access, or that mapped the memory of a transaction.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/output_file.h"
#include "machine_pair.h"
#include "trial.h"
#include "two_stations.h"

namespace niclab::linux_kernel {

/// Instead of a verdict in steps.csv: faults that the kernel's own driver is known for.
inline constexpr char kKnownFaults[] = "known";

class Recording {
public:
    /// Names of all files of a recording.
    static std::vector<std::string> file_names();
    /// Files in `folder`, which must exist; the trial's time has not begun. Throws core::ConfigError.
    explicit Recording(std::string folder);
    Recording(const Recording&) = delete;

    /// The accesses and deliveries of both machines.
    void follow(const MachinePair& pair);
    /// The transactions and sent frames of the cards, too.
    void follow(const TwoStations& stations);
    /// All that follows is of step `name`; the statistics are those of the step before.
    void begin_step(const std::string& name);
    /// After the trial. Throws core::ConfigError on a full disk.
    void finish(const Trial& trial);

private:
    core::StreamedFile& file(const std::string& name, const char* heading);
    void row(core::StreamedFile& file, core::Femtoseconds at, const std::string& fields) const;
    /// A row that ends with a line of the driver of a machine, such as "pcnet32.c:2370".
    void row(core::StreamedFile& file, Machine& machine, const std::string& fields, CodeAddress line) const;
    void note_statistics();

    std::string folder_, step_;
    std::map<std::string, std::unique_ptr<core::StreamedFile>> files_;
    const MachinePair* pair_ = nullptr;
};

}  // namespace niclab::linux_kernel
