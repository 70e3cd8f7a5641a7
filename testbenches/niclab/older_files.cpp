#include "older_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <optional>

namespace niclab::cli {

namespace {

/// Which of them a run writes depends on its level, its experiment and its options.
constexpr const char* kSometimes[] = {
    "analyzer.csv", "analyzer.txt", "analyzer.vcd",  "arp.csv",          "attribution.csv",   "cable.csv",
    "cards.csv",    "drops.csv",    "flows.csv",     "first_packet.vcd", "first_packet.gtkw", "first_packet.sucl",
    "frames.csv",   "hosts.csv",    "occupancy.csv", "pci.csv",          "pdus.csv",          "ports.csv",
    "queues.csv",   "report.html",  "stations.csv",  "tcp.csv",
};

/// Of a regular file.
std::optional<unsigned long long> inode_of(const std::string& path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return status.st_ino;
}

}  // namespace

OlderFiles::OlderFiles(const std::string& folder, bool report) {
    if (!inode_of(folder + "/results.json")) return;
    for (const std::string name : kSometimes) {
        const std::string path = folder + "/" + name;
        if (const auto inode = inode_of(path); inode && !(report && name == "report.html"))
            files_.emplace_back(path, *inode);
    }
}

void OlderFiles::remove() const {
    for (const auto& [path, inode] : files_)
        if (inode_of(path) == inode) unlink(path.c_str());
}

}  // namespace niclab::cli
