#include "check/vcd_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "core/config.h"
#include "core/printable.h"

namespace niclab::check {

namespace {

constexpr std::size_t kBuffer = 2 * VcdText::kMostWord, kPiece = 1 << 18, kMostShown = 40;

}  // namespace

VcdText::VcdText(const std::string& path) : path_(path), buffer_(new char[kBuffer + VcdText::kSlack]) {
    buffer_[0] = kEnd;
    next_ = end_ = word_ = buffer_.get();
    struct stat about {};
    // A pipe or a device is not opened: it may block.
    if (stat(path.c_str(), &about) != 0)
        throw core::ConfigError("cannot open " + path + ": " + std::strerror(errno) + "; expected a VCD");
    if (!S_ISREG(about.st_mode)) throw core::ConfigError(path + ": not a regular file; expected a VCD");
    size_ = static_cast<std::uint64_t>(about.st_size);
    if (size_ == 0) throw core::ConfigError(path + ": an empty file; expected a VCD or an FST");
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) throw core::ConfigError("cannot open " + path + ": " + std::strerror(errno) + "; expected a VCD");
}

VcdText::~VcdText() {
    if (file_ >= 0) close(file_);
}

bool VcdText::refill(const char* keep) {
    const auto kept = static_cast<std::size_t>(end_ - keep);
    before_ += static_cast<std::uint64_t>(keep - buffer_.get());
    std::memmove(buffer_.get(), keep, kept);
    char* to = buffer_.get() + kept;
    ssize_t octets = 0;
    do octets = read(file_, to, std::min(kPiece, kBuffer - kept));
    while (octets < 0 && errno == EINTR);
    if (octets < 0) throw core::ConfigError(path_ + ": " + std::strerror(errno) + "; expected a readable file");
    to[octets] = kEnd;
    end_ = to + octets;
    next_ = word_ = buffer_.get();
    return octets > 0;
}

/// The word that begins at `at`, or after blanks, reaches the end of the buffer or an octet of
/// value 0.
std::string_view VcdText::take_at_end(const char* at) {
    for (;;) {
        while (at != end_ && is_blank(*at)) ++at;
        const char* end = std::find_if(at, end_, [](char c) { return is_blank(c); });
        if (end != end_) {
            word_ = at, next_ = end;
            if (std::find(at, end, kEnd) != end) fail("an octet of value 0, so no text", "a VCD or an FST");
            return {at, static_cast<std::size_t>(end - at)};
        }
        if (static_cast<std::size_t>(end_ - at) > kMostWord) {
            word_ = at;
            fail("a word of more than " + std::to_string(kMostWord) + " octets", "a VCD");
        }
        const bool more = refill(at);
        at = buffer_.get();
        if (more) continue;
        word_ = at, next_ = end_;
        if (std::find(at, end_, kEnd) != end_) fail("an octet of value 0, so no text", "a VCD or an FST");
        return {at, static_cast<std::size_t>(end_ - at)};
    }
}

void VcdText::fail(const std::string& problem, const std::string& expected) const {
    fail_at(position(), problem + "; expected " + expected);
}

void VcdText::fail_word(const std::string& problem, const std::string& expected) const {
    std::string word(word_, static_cast<std::size_t>(next_ - word_));
    if (word.empty()) fail("the file ends" + (problem.empty() ? "" : ", " + problem), expected);
    if (word.size() > kMostShown) word = word.substr(0, kMostShown) + "...";
    fail("'" + core::printable(word) + "'" + (problem.empty() ? "" : ": " + problem), expected);
}

void VcdText::fail_at(std::uint64_t offset, const std::string& text) const {
    std::ifstream in(path_, std::ios::binary);
    std::size_t line = 1, column = 1;
    std::string piece(1 << 16, '\0');
    for (std::uint64_t at = 0; at < offset && in;) {
        in.read(piece.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(piece.size(), offset - at)));
        const auto octets = static_cast<std::size_t>(in.gcount());
        for (std::size_t i = 0; i < octets; ++i) piece[i] == '\n' ? (++line, column = 1) : ++column;
        at += octets;
    }
    throw core::ConfigError(path_, line, column, text);
}

}  // namespace niclab::check
