/// @file Output files that appear complete or not at all: a file is written next to its target and
/// renamed when it is complete. A target that is not a regular file (a device, a pipe) is written
/// directly, and a symbolic link is followed to its target.
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

namespace niclab::core {

/// Creates `folder` and its parents. Throws ConfigError if it cannot be created or written.
void make_folder(const std::string& folder);

/// Throws ConfigError if `path` is a folder, because `option` requires a file.
void refuse_folder(const std::string& option, const std::string& path);

/// Writes a file completely or not at all. Throws ConfigError on failure.
void write_file(const std::string& path, const std::string& text);

/// An output file that is written during a run; it is removed unless finish() is called.
class StreamedFile {
public:
    /// A smaller write costs more in the system call than in the data.
    static constexpr std::size_t kWorthWriting = 1 << 16;
    /// `option`: the command-line option for error messages. Throws ConfigError if the file cannot
    /// be created.
    StreamedFile(std::string option, std::string path);
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    std::ostream& out() { return out_; }
    /// Throws ConfigError if a write has failed, for example on a full disk. A write itself never
    /// throws, because it is executed in SystemC processes, which no exception may leave.
    void check() const;
    /// Renames the file to its target. Throws ConfigError if it could not be written completely.
    void finish();
    /// Whether the target is written directly, because it is not a regular file.
    bool in_place() const { return written_ == target_; }

private:
    std::string option_, path_;
    std::string target_;   ///< After following all links.
    std::string written_;  ///< The temporary file.
    std::unique_ptr<char[]> buffer_;
    std::ofstream out_;
};

/// Removes the temporary files of unfinished outputs of this process. For the handler of a signal
/// that ends the process: it calls only unlink().
void remove_unfinished();

/// Name of the temporary file of `path`.
std::string unfinished_name(const std::string& path);

}  // namespace niclab::core
