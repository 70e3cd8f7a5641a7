/// @file A folder for the files of one test, which is removed after it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
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

/// The octets of a file.
inline std::string octets_of(const std::string& path) {
    std::stringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    return all.str();
}

/// Base of a fixture with tests that write files.
class InFolder {
    TemporaryFolder made_;

protected:
    const std::string folder_ = made_.path();
};

}  // namespace niclab::test
