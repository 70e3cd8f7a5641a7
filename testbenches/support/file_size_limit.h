/// @file A limit of the size of all files of the process: a write beyond it fails, as on a full
/// disk.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace niclab::test {

/// In force as long as the object exists.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t octets) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{octets, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

}  // namespace niclab::test
