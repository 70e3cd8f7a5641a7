/// @file A folder for the files of one test, which is removed after it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace niclab::test {

class TemporaryFolder {
public:
    TemporaryFolder() {
        char pattern[] = "/tmp/niclab_test_XXXXXX";
        if (!mkdtemp(pattern)) throw std::runtime_error("no temporary folder can be made");
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code none;  // A destructor must not throw.
        std::filesystem::remove_all(path_, none);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// Base of a fixture with tests that write files.
class InFolder {
    TemporaryFolder made_;

protected:
    const std::string folder_ = made_.path();
};

}  // namespace niclab::test
