/// @file  A VCD as the sequence of words it consists of, separated by blanks and line ends.
///
/// Memory: one buffer, whatever the size of the file. The line of an error is counted only when it
///         is needed.
/// Source: IEEE 1364 section 18.2 (from memory of the standard): lines have no meaning.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace niclab::check {

class VcdText {
public:
    /// Opens a regular file. Throws core::ConfigError.
    explicit VcdText(const std::string& path);
    ~VcdText();
    VcdText(const VcdText&) = delete;

    /// The next word, empty at the end of the file. It is valid up to the next call, and kSlack
    /// octets after its start can be read. Throws core::ConfigError for a word of more than
    /// kMostWord octets.
    std::string_view take() {
        const char* at = next_;
        while (is_blank(*at)) ++at;
        const char* end = at;
        while (!is_separator(*end)) ++end;
        if (*end == kEnd) return take_at_end(at);
        word_ = at, next_ = end;
        return {at, static_cast<std::size_t>(end - at)};
    }
    /// Octets before the last word, and in the whole file.
    std::uint64_t position() const { return before_ + static_cast<std::uint64_t>(word_ - buffer_.get()); }
    std::uint64_t size() const { return size_; }

    /// Throws core::ConfigError: "path:line:column: problem; expected ...", at the last word.
    [[noreturn]] void fail(const std::string& problem, const std::string& expected) const;
    /// The same with the last word in quotes before `problem`.
    [[noreturn]] void fail_word(const std::string& problem, const std::string& expected) const;

    static constexpr std::size_t kMostWord = 1 << 20, kSlack = 8;

private:
    static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    /// A blank, or the octet that marks the end of the buffer.
    static bool is_separator(char c) { return is_blank(c) || c == kEnd; }
    std::string_view take_at_end(const char* at);
    /// Moves what begins at `keep` to the start of the buffer and reads on; false at the end of the
    /// file.
    bool refill(const char* keep);
    [[noreturn]] void fail_at(std::uint64_t offset, const std::string& text) const;

    static constexpr char kEnd = '\0';
    std::string path_;
    int file_ = -1;
    std::unique_ptr<char[]> buffer_;
    const char *next_, *end_, *word_;  ///< In the buffer; *end_ is kEnd.
    std::uint64_t before_ = 0;         ///< Octets of the file before the buffer.
    std::uint64_t size_ = 0;
};

}  // namespace niclab::check
