#include "older_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "lab/results/columns.h"

namespace niclab::cli {

namespace {

/// Which of them a run writes depends on its level, its experiment and its options.
std::vector<std::string> written_sometimes() {
    std::vector<std::string> names = {"analyzer.txt",      "analyzer.vcd",      "first_packet.vcd",
                                      "first_packet.gtkw", "first_packet.sucl", "report.html"};
    for (const lab::Table& table : lab::known_tables({}, {})) names.emplace_back(table.file);
    return names;
}

std::vector<std::string> all_results() {
    std::vector<std::string> names = written_sometimes();
    names.insert(names.end(), {"results.json", "summary.txt"});
    return names;
}

/// Of a regular file.
std::optional<unsigned long long> inode_of(const std::string& path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return status.st_ino;
}

}  // namespace

OlderFiles::OlderFiles(const std::string& folder, bool report) : folder_(folder) {
    for (const std::string& name : all_results())
        if (const auto inode = inode_of(folder + "/" + name)) before_.emplace_back(folder + "/" + name, *inode);
    if (!inode_of(folder + "/results.json")) return;
    for (const std::string& name : written_sometimes()) {
        const std::string path = folder + "/" + name;
        if (const auto inode = inode_of(path); inode && !(report && name == "report.html"))
            files_.emplace_back(path, *inode);
    }
}

void OlderFiles::remove() const {
    for (const auto& [path, inode] : files_)
        if (inode_of(path) == inode) unlink(path.c_str());
}

void OlderFiles::remove_newer() const {
    for (const std::string& name : all_results()) {
        const std::string path = folder_ + "/" + name;
        const auto inode = inode_of(path);
        const auto same = [&](const auto& file) { return file.first == path && file.second == inode; };
        if (inode && std::none_of(before_.begin(), before_.end(), same)) unlink(path.c_str());
    }
}

}  // namespace niclab::cli
