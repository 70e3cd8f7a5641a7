/// @file  Output files appear whole or not at all: they grow beside their place and are renamed into it when they are
/// whole. What is no regular file (a device, a pipe) is written in its place, and a link is followed to what it names.
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>

namespace niclab::core {

/// Makes `folder` and those above it. Throws ConfigError when it cannot be made or written.
void make_folder(const std::string& folder);

/// Refuses a folder where the file of `option` is wanted. Throws ConfigError.
void refuse_folder(const std::string& option, const std::string& path);

/// Writes a file whole or not at all. Throws ConfigError when that fails.
void write_file(const std::string& path, const std::string& text);

/// A file that grows while a run lasts; without finish() it is gone.
class StreamedFile {
public:
    /// A call of the system for fewer octets costs more than what it writes.
    static constexpr std::size_t kWorthWriting = 1 << 16;
    /// `option` is the command line's, for refusals. Throws ConfigError when the file cannot be made.
    StreamedFile(std::string option, std::string path);
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    std::ostream& out() { return out_; }
    /// Throws ConfigError when something could not be written, as on a full disk. Writing itself never throws: it happens
    /// inside the simulation's processes, which no exception may leave.
    void check() const;
    /// Puts the file in place. Throws ConfigError when it could not be written whole.
    void finish();
    const std::string& grows_at() const { return written_; }
    /// It is written in its place: no file that others could lie beside.
    bool in_place() const { return written_ == target_; }

private:
    std::string option_, path_;
    std::string target_;   ///< Behind all links.
    std::string written_;  ///< Where it grows.
    std::unique_ptr<char[]> buffer_;
    std::ofstream out_;
};

/// Removes what files of this process that are not whole yet have grown to. For the handler of a signal behind which the
/// process ends: it calls nothing but unlink().
void remove_unfinished();

/// Where what belongs at `path` is put while it is not whole yet.
std::string unfinished_name(const std::string& path);

}  // namespace niclab::core
