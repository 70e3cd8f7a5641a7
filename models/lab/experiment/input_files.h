/// @file The input files of an experiment. Its readers find and read them only here, so that all of
/// them are known. Results contain the small ones and the digests of the large ones, and a run made
/// from results finds them there.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/config.h"
#include "lab/experiment/catalog.h"

namespace niclab::lab {

struct InputFile {
    std::string role;          ///< experiment, host, machine, card, coarse card, card class, size list or capture.
    std::string name, folder;  ///< The requested name, and the folder of the file that names it.
    std::string path;          ///< Path of the file.
    std::string sha256;
    std::string text;  ///< Contents, for a file of at most kMostCarriedOctets.
    bool carried = false;
};

class InputFiles {
public:
    static constexpr std::uint64_t kMostCarriedOctets = 64u << 10;

    /// Files of this machine's disk.
    InputFiles() = default;
    /// Files stored in `kept`, a list as to_json() makes it; `where` names it in errors. Large ones
    /// must be at their old path, unchanged. Throws core::ConfigError that names the file that is
    /// missing, has changed or is not valid.
    InputFiles(const nlohmann::ordered_json& kept, const std::string& where);

    /// Path of the file with the name `name`, used in a file of `folder`; empty if there is none.
    /// `search` searches on the disk.
    std::string find(const std::string& role, const std::string& name, const std::string& folder,
                     const std::function<std::string()>& search);
    /// The contents of a found file are stored here, independent of the disk.
    bool carried(const std::string& path) const;
    /// Contents of a found file. Throws core::ConfigError.
    std::string text(const std::string& path);
    /// A found file as a layer. It is parsed once, because hosts share most files. `under`: see
    /// core::parse_layer(). Throws core::ConfigError.
    core::ConfigLayer layer(const std::string& path, const std::string& under);
    /// Records a found file that a library reads itself. Throws core::ConfigError.
    void note(const std::string& path);

    const std::vector<InputFile>& used() const { return used_; }

private:
    const InputFile* used(const std::string& path) const;

    bool kept_only_ = false;
    std::vector<InputFile> kept_;  ///< The allowed files, instead of the disk.
    std::vector<InputFile> used_;
    struct Parsed {
        std::string path, under;
        core::ConfigLayer layer;
    };
    std::vector<Parsed> parsed_;
};

/// A list of objects; a stored file has a `text`.
nlohmann::ordered_json to_json(const std::vector<InputFile>& files);

}  // namespace niclab::lab
