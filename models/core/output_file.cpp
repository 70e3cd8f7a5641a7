#include "core/output_file.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/config.h"

namespace niclab::core {

namespace {

namespace fs = std::filesystem;

/// The target of a link, which need not exist; the path itself if it is not a link.
std::string behind_links(std::string path) {
    constexpr int kDeepest = 40;
    std::error_code error;
    for (int n = 0; n < kDeepest && fs::is_symlink(path, error); ++n)
        path = (fs::path(path).parent_path() / fs::read_symlink(path, error)).string();
    return path;
}

/// Whether another file may replace it: it is a regular file, or there is none. A path below /dev
/// and /proc is an open file of a process, even if it looks regular.
bool may_be_replaced(const std::string& target) {
    std::error_code error;
    const fs::file_type type = fs::status(target, error).type();
    const bool system = target.rfind("/dev/", 0) == 0 || target.rfind("/proc/", 0) == 0;
    return !system && (type == fs::file_type::regular || type == fs::file_type::not_found);
}

/// Paths of temporary files, for a signal handler; those beyond its capacity are left to their
/// destructors.
std::array<std::atomic<const char*>, 64> g_growing{};

void change_growing(const char* from, const char* to) {
    for (auto& place : g_growing) {
        const char* expected = from;
        if (place.compare_exchange_strong(expected, to)) return;
    }
}

}  // namespace

void remove_unfinished() {
    for (const auto& place : g_growing)
        if (const char* path = place.load()) unlink(path);
}

std::string unfinished_name(const std::string& path) { return path + ".unfinished"; }

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    const bool there = fs::is_directory(folder, error);
    if (!there || access(folder.c_str(), W_OK) != 0)
        throw ConfigError("--out " + folder + ": cannot write there; expected a writable folder");
}

void refuse_folder(const std::string& option, const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) throw ConfigError(option + " " + path + ": a folder; expected a file");
}

StreamedFile::StreamedFile(std::string option, std::string path)
    : option_(std::move(option)),
      path_(std::move(path)),
      target_(behind_links(path_)),
      written_(may_be_replaced(target_) ? unfinished_name(target_) : target_),
      buffer_(new char[kWorthWriting]) {
    out_.rdbuf()->pubsetbuf(buffer_.get(), kWorthWriting);
    out_.open(written_, std::ios::binary);
    if (!out_) throw ConfigError(option_ + " " + path_ + ": cannot open it; expected a writable file");
    if (!in_place()) change_growing(nullptr, written_.c_str());
}

StreamedFile::~StreamedFile() {
    change_growing(written_.c_str(), nullptr);
    if (!in_place()) std::remove(written_.c_str());
}

void StreamedFile::check() const {
    if (!out_) throw ConfigError(option_ + " " + path_ + ": not written to its end; expected space on the disk");
}

void StreamedFile::finish() {
    out_.close();
    check();
    change_growing(written_.c_str(), nullptr);
    if (!in_place() && std::rename(written_.c_str(), target_.c_str()) != 0)
        throw ConfigError(option_ + " " + path_ + ": cannot rename the finished file; expected a writable folder");
}

void write_file(const std::string& path, const std::string& text) {
    refuse_folder("output", path);
    StreamedFile file("output", path);
    file.out() << text;
    file.finish();
}

}  // namespace niclab::core
