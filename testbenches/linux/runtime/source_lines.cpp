#include "runtime/source_lines.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <vector>

namespace niclab::linux_kernel {

namespace {

/// The address after each one that is asked for: no code is there.
constexpr std::size_t kEnd = 0;

/// The line with which addr2line begins the rows of an address.
std::string heading(std::size_t offset) { return fmt::format("{:#018x}", offset); }

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

/// addr2line with a module: reads addresses from its standard input, which is also its output.
class SourceLines::Reader {
public:
    explicit Reader(const std::string& module) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::string words[] = {"addr2line", "-a", "-s", "-f", "-i", "-e", module};
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawnp(&child_, words[0].c_str(), &files, nullptr, arguments.data(), environ) != 0) child_ = -1;
        posix_spawn_file_actions_destroy(&files);
        close(ends[1]);
        socket_ = ends[0];
    }
    ~Reader() {
        if (socket_ >= 0) close(socket_);
        if (child_ > 0) waitpid(child_, nullptr, 0);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// The rows of an address: of each function its name, then its line; none without addr2line.
    std::vector<std::string> rows(std::size_t offset) {
        const std::string question = fmt::format("{:#x}\n{:#x}\n", offset, kEnd);
        if (child_ <= 0 || offset == kEnd || send(socket_, question.data(), question.size(), MSG_NOSIGNAL) < 0)
            return {};
        std::string row;
        while (next(row) && row != heading(offset)) {
        }
        std::vector<std::string> all;
        while (next(row) && row != heading(kEnd)) all.push_back(row);
        return all;
    }

private:
    /// False at the end of the output.
    bool next(std::string& row) {
        std::size_t end;
        while ((end = text_.find('\n')) == std::string::npos) {
            char part[512];
            const ssize_t n = recv(socket_, part, sizeof part, 0);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            text_.append(part, static_cast<std::size_t>(n));
        }
        row = text_.substr(0, end);
        text_.erase(0, end + 1);
        return true;
    }

    pid_t child_ = -1;
    int socket_ = -1;
    std::string text_;  ///< Output that was not used yet.
};

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

void SourceLines::set_module(const std::string& module, const void* base) {
    module_ = module, base_ = base;
    reader_.reset();
}

std::string SourceLines::module() const { return std::filesystem::path(module_).stem().string(); }

bool SourceLines::has(CodeAddress address) const {
    Dl_info info{};
    return base_ && dladdr(address, &info) != 0 && info.dli_fbase == base_;
}

const SourceLines::Place& SourceLines::at(CodeAddress address, bool in_call) {
    static const Place kKernel{"kernel", ""};
    if (!has(address)) return kKernel;
    const std::size_t offset =
        static_cast<std::size_t>(static_cast<const char*>(address) - static_cast<const char*>(base_)) -
        (in_call ? 1 : 0);
    const auto found = known_.find(offset);
    if (found != known_.end()) return found->second;
    return known_[offset] = looked_up(offset);
}

/// The innermost function of the driver itself: an inline function of a header is not one.
SourceLines::Place SourceLines::looked_up(std::size_t offset) {
    if (!reader_) reader_ = std::make_unique<Reader>(module_);
    const std::vector<std::string> rows = reader_->rows(offset);
    for (std::size_t i = 0; i + 1 < rows.size(); i += 2) {
        const std::string line = rows[i + 1].substr(0, rows[i + 1].find(' '));  // before "(discriminator 2)"
        const std::size_t colon = line.rfind(':');
        if (colon != std::string::npos && ends_with(line.substr(0, colon), ".c")) return {line, rows[i]};
    }
    return {fmt::format("{}+{:#x}", std::filesystem::path(module_).filename().string(), offset), ""};
}

}  // namespace niclab::linux_kernel
