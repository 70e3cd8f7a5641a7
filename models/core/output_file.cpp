#include "core/output_file.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/config.h"

namespace niclab::core {

std::string unfinished_name(const std::string& path) { return path + ".unfinished"; }

void make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const bool there = std::filesystem::is_directory(folder, error);
    if (!there || access(folder.c_str(), W_OK) != 0)
        throw ConfigError("--out: '" + folder + "' found, a folder that can be written wanted");
}

void refuse_folder(const std::string& option, const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw ConfigError(option + ": '" + path + "' found, a file wanted, not a folder");
}

StreamedFile::StreamedFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)), out_(unfinished_name(path_), std::ios::binary) {
    if (!out_) throw ConfigError(option_ + ": '" + path_ + "' found, a file that can be written wanted");
}

StreamedFile::~StreamedFile() { std::remove(unfinished_name(path_).c_str()); }

void StreamedFile::finish() {
    out_.close();
    if (!out_ || std::rename(unfinished_name(path_).c_str(), path_.c_str()) != 0)
        throw ConfigError(option_ + ": '" + path_ + "' could not be written to its end");
}

void write_file(const std::string& path, const std::string& text) {
    const std::string unfinished = unfinished_name(path);
    {
        std::ofstream out(unfinished, std::ios::binary);
        out << text;
        out.flush();
        if (!out) {
            std::remove(unfinished.c_str());
            throw ConfigError(path + ": cannot be written");
        }
    }
    std::error_code error;
    std::filesystem::rename(unfinished, path, error);
    if (error) {
        std::remove(unfinished.c_str());
        throw ConfigError(path + ": " + error.message());
    }
}

}  // namespace niclab::core
