/// @file  The files an experiment is made of. Its readers find and read them here only, so that all of them are known:
/// results carry the small ones and the digests of the large ones, and a run made from results finds them there.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/experiment/catalog.h"

namespace niclab::lab {

struct InputFile {
    std::string role;          ///< experiment, host, machine, card, coarse card, card class, size list or capture.
    std::string name, folder;  ///< What was asked for, and beside what.
    std::string path;          ///< Where it was found.
    std::string sha256;
    std::string text;  ///< Of a file of at most kMostCarriedOctets.
    bool carried = false;
};

class InputFiles {
public:
    static constexpr std::uint64_t kMostCarriedOctets = 64u << 10;

    /// Those on this machine's disk.
    InputFiles() = default;
    /// Those kept in `kept`, a list as to_json() makes it; `where` names it in refusals. Large ones must be where they
    /// were, unchanged. Throws core::ConfigError that names the file which is missing, has changed or makes no sense.
    InputFiles(const nlohmann::ordered_json& kept, const std::string& where);

    /// Path of the file that `name`, written in a file of `folder`, means; empty when there is none. `search` looks for it
    /// on the disk.
    std::string find(const std::string& role, const std::string& name, const std::string& folder,
                     const std::function<std::string()>& search);
    /// The contents of a file that was found are here, whatever the disk has.
    bool carried(const std::string& path) const;
    /// Contents of a file that was found. Throws core::ConfigError.
    std::string text(const std::string& path);
    /// Notes a file that was found and that a library reads by itself. Throws core::ConfigError.
    void note(const std::string& path);

    const std::vector<InputFile>& used() const { return used_; }

private:
    const InputFile* used(const std::string& path) const;

    bool kept_only_ = false;
    std::vector<InputFile> kept_;  ///< What may be used, in place of the disk.
    std::vector<InputFile> used_;
};

/// A list of objects; what is carried has a `text`.
nlohmann::ordered_json to_json(const std::vector<InputFile>& files);

}  // namespace niclab::lab
