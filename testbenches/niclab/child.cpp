#include "child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace niclab::cli {

int run_child(const std::vector<std::string>& words, Speech speech) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (speech == Speech::Silent && !std::freopen("/dev/null", "w", stdout)) _exit(1);
        execvp(argv[0], argv.data());
        _exit(kNotThere);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string own_path() {
    std::error_code none;
    return std::filesystem::read_symlink("/proc/self/exe", none).string();
}

}  // namespace niclab::cli
