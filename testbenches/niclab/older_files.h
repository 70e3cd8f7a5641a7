/// @file  Files of an older run in a folder of results, which the present run did not write.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace niclab::cli {

/// The files of results that are in a folder before a run, such as the waveform of an older report.
///
/// Behaviour:  A file that the run writes again is a new file, since it is renamed into its place.
///             What is still the same file after the run does not belong to its results, and
///             remove() deletes it. A folder without a results.json has none.
class OlderFiles {
public:
    /// With `report` a report.html stays: the run writes it.
    OlderFiles(const std::string& folder, bool report);
    void remove() const;
    /// For a run that cannot write all its results: deletes those that it has written.
    void remove_newer() const;

private:
    std::string folder_;
    std::vector<std::pair<std::string, unsigned long long>> files_;   ///< Path and inode.
    std::vector<std::pair<std::string, unsigned long long>> before_;  ///< All that have the name of a result.
};

}  // namespace niclab::cli
