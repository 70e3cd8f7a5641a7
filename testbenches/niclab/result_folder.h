/// @file The folder of a command's results, which never has those of an earlier command.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace niclab::cli {

/// Removes older results at first, and at the end, unless keep() is called, all of them and each
/// folder that it has created.
class ResultFolder {
public:
    /// `files`: names of all results that the command may write to `folder`. Creates nothing.
    ResultFolder(std::filesystem::path folder, std::vector<std::string> files);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;

    /// Throws core::ConfigError if the folder cannot be created or written.
    void create();
    void keep() { kept_ = true; }
    std::string path() const { return folder_.string(); }

private:
    void clear() const;

    std::filesystem::path folder_;
    std::vector<std::string> files_;
    std::vector<std::filesystem::path> created_;  ///< Of the path, the innermost first.
    bool kept_ = false;
};

}  // namespace niclab::cli
