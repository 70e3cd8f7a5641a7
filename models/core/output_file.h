/// @file  Output files appear whole or not at all.
#pragma once

#include <fstream>
#include <string>

namespace niclab::core {

/// Makes `folder` and those above it. Throws ConfigError when it cannot be made or written.
void make_folder(const std::string& folder);

/// Refuses a folder where the file of `option` is wanted. Throws ConfigError.
void refuse_folder(const std::string& option, const std::string& path);

/// Writes `text` to a file beside `path` and renames it. Throws ConfigError when that fails.
void write_file(const std::string& path, const std::string& text);

/// A file that grows while a run lasts: beside its place until finish(), gone without it.
class StreamedFile {
public:
    /// `option` is the command line's, for refusals. Throws ConfigError when the file cannot be made.
    StreamedFile(std::string option, std::string path);
    ~StreamedFile();
    StreamedFile(const StreamedFile&) = delete;
    std::ostream& out() { return out_; }
    /// Puts the file in place. Throws ConfigError when it could not be written whole.
    void finish();

private:
    std::string option_, path_;
    std::ofstream out_;
};

/// Where write_file and others put what is not whole yet.
std::string unfinished_name(const std::string& path);

}  // namespace niclab::core
