#include "check/vcd_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace niclab::check {

namespace {

constexpr std::string_view kEnd = "$end";

/// A decimal number times `unit`; nothing if it is not a number or is too large.
std::optional<std::uint64_t> scaled(std::string_view digits, std::uint64_t unit) {
    std::uint64_t value = 0, product = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || __builtin_mul_overflow(value, unit, &product)) return std::nullopt;
    return product;
}

std::uint64_t unit_of(std::string_view name) {
    const std::pair<std::string_view, std::uint64_t> units[] = {{"fs", 1},
                                                                {"ps", 1000},
                                                                {"ns", 1'000'000},
                                                                {"us", 1'000'000'000},
                                                                {"ms", 1'000'000'000'000},
                                                                {"s", 1'000'000'000'000'000}};
    for (const auto& [unit, fs] : units)
        if (name == unit) return fs;
    return 0;
}

/// Kinds of variables that have levels, not numbers or text.
bool has_levels(std::string_view kind) {
    static constexpr std::string_view kOthers[] = {"real", "realtime", "real_parameter", "shortreal", "string"};
    return std::find(std::begin(kOthers), std::end(kOthers), kind) == std::end(kOthers);
}

}  // namespace

std::uint64_t VcdReader::timescale_of(const std::string& text) {
    const std::size_t unit = text.find_first_not_of("0123456789");
    if (unit == std::string::npos) return 0;
    const std::size_t name = text.find_first_not_of(' ', unit);
    if (name == std::string::npos) return 0;
    return scaled(std::string_view(text).substr(0, unit), unit_of(std::string_view(text).substr(name))).value_or(0);
}

VcdReader::VcdReader(const std::string& path, std::uint64_t timescale) : path_(path), text_(path) { header(timescale); }

void VcdReader::header(std::uint64_t timescale) {
    for (;;) {
        const std::string_view word = text_.take();
        if (word.empty()) text_.fail_word("", unit_fs_ == 0 ? "$timescale" : "$enddefinitions");
        if (word[0] != '$') {
            if (declared().empty() && unit_fs_ == 0 && scope_lengths_.empty()) refuse_prefix(word);
            text_.fail_word("no keyword",
                            "a declaration ($timescale, $scope, $upscope, $var, $comment, $enddefinitions)");
        }
        if (word == "$enddefinitions") break;
        declaration(word);
    }
    if (unit_fs_ == 0) unit_fs_ = timescale;
    if (unit_fs_ == 0)
        text_.fail("no $timescale before $enddefinitions", "one, or a mapping (--map) with timescale = \"1 ns\"");
    skip("$enddefinitions");
}

/// Some programs write lines of their own before the header.
void VcdReader::refuse_prefix(std::string_view word) {
    const std::uint64_t begin = text_.position();
    const std::string shown(word);
    constexpr std::uint64_t kSearched = 1 << 16;
    static constexpr std::array<std::string_view, 6> kFirst{"$date",    "$version", "$timescale",
                                                            "$comment", "$scope",   "$var"};
    VcdText rest(path_);
    for (std::string_view next = rest.take(); !next.empty() && rest.position() < begin + kSearched; next = rest.take())
        if (std::find(kFirst.begin(), kFirst.end(), next) != kFirst.end())
            text_.fail_word(fmt::format("{} octets before the header", rest.position()),
                            fmt::format("$date, $version, $timescale or $scope first; remove them with tail -c +{}",
                                        rest.position() + 1));
    text_.fail_word("no keyword", "a VCD, which begins with a declaration such as $timescale or $scope");
}

void VcdReader::declaration(std::string_view keyword) {
    if (keyword == "$timescale") return timescale();
    if (keyword == "$scope") return open_scope();
    if (keyword == "$upscope") return close_scope();
    if (keyword == "$var") return variable();
    if (keyword == "$version")
        version_ = rest("$version");
    else
        skip(std::string(keyword));
}

std::string VcdReader::rest(const std::string& keyword) {
    std::string text;
    for (std::string_view word = text_.take(); word != kEnd; word = text_.take()) {
        if (word.empty()) text_.fail_word("in " + keyword, "$end");
        if (text.size() + word.size() > kMostName)
            text_.fail(fmt::format("more than {} octets in {}", kMostName, keyword), "$end");
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

void VcdReader::skip(const std::string& keyword) {
    for (std::string_view word = text_.take(); word != kEnd; word = text_.take())
        if (word.empty()) text_.fail_word("in " + keyword, "$end");
}

void VcdReader::timescale() {
    const std::string text = rest("$timescale");
    unit_fs_ = timescale_of(text);
    if (unit_fs_ == 0)
        text_.fail("timescale '" + text.substr(0, 20) + "'", "1, 10 or 100 and fs, ps, ns, us, ms or s before it");
}

void VcdReader::open_scope() {
    const std::string text = rest("$scope");
    const std::size_t blank = text.find(' ');
    if (text.empty()) text_.fail("$scope without a name", "$scope TYPE NAME $end");
    scope_lengths_.push_back(scope_.size());
    if (!scope_.empty()) scope_ += '.';
    if (blank != std::string::npos) scope_ += text.substr(blank + 1);  // a scope may have a type and no name
    if (scope_.size() > kMostName) text_.fail(fmt::format("scopes of more than {} octets", kMostName), "shorter ones");
}

void VcdReader::close_scope() {
    if (scope_lengths_.empty()) text_.fail_word("no $scope is open", "$scope before it");
    scope_.resize(scope_lengths_.back());
    scope_lengths_.pop_back();
    skip("$upscope");
}

void VcdReader::variable() {
    const std::string expected = "$var TYPE BITS IDENTIFIER NAME $end";
    const std::string kind(text_.take());
    unsigned bits = 0;
    const std::string_view size = text_.take();
    const auto read = std::from_chars(size.data(), size.data() + size.size(), bits);
    if (read.ec != std::errc() || read.ptr != size.data() + size.size()) text_.fail_word("no number of bits", expected);
    const std::string_view id = text_.take();
    if (id.empty() || id == kEnd) text_.fail_word("no identifier", expected);
    unsigned variable = ids_.find(id);
    if (variable == VcdIds::kNone) {
        variable = add_variable(bits, has_levels(kind));
        ids_.add(id, variable);
    }
    const std::string name = rest("$var");
    if (name.empty()) text_.fail("$var without a name", expected);
    add_name(scope_, name, variable);
}

bool VcdReader::read_point() {
    now_ = next_time_;
    for (;;) {
        const std::string_view word = text_.take();
        if (word.empty()) return !changes_.empty();
        switch (word[0]) {
            case '0':
            case '1':
            case 'x':
            case 'z':
                scalar(word);
                break;
            case 'b':
            case 'B':
                vector(word);
                break;
            case '#':
                if (time(word)) return true;
                break;
            default:
                other(word);
        }
    }
}

bool VcdReader::time(std::string_view word) {
    std::uint64_t value = 0, fs = 0;
    std::size_t i = 1;
    constexpr std::size_t kSafe = 19;  // digits that do not overflow
    for (; i < word.size() && i <= kSafe && word[i] >= '0' && word[i] <= '9'; ++i)
        value = 10 * value + static_cast<std::uint64_t>(word[i] - '0');
    if (i < word.size() || i == 1 || __builtin_mul_overflow(value, unit_fs_, &fs)) {
        const auto whole = scaled(word.substr(1), unit_fs_);  // with more leading zeros, or none
        if (!whole && word.find_first_not_of("0123456789", 1) == std::string_view::npos && word.size() > 1)
            text_.fail_word("", "a time below 2^64 fs");
        if (!whole) text_.fail_word("", "a time such as #1000");
        fs = *whole;
    }
    if (fs < now_ && text_.position() + word.size() == text_.size())
        text_.fail("the file ends in a time", "a complete file");
    if (fs < now_) text_.fail_word(fmt::format("a time before {} fs", now_), "times in order");
    if (fs == now_) return false;
    next_time_ = fs;
    if (!changes_.empty()) return true;
    now_ = fs;
    return false;
}

unsigned VcdReader::identifier(std::string_view id) {
    const unsigned variable = id.empty() ? VcdIds::kNone : ids_.find(id);
    if (variable == VcdIds::kNone)
        text_.fail_word(id.empty() ? "a value without an identifier" : "not declared", "the identifier of a variable");
    return variable;
}

void VcdReader::scalar(std::string_view word) {
    const WaveDigits digits = read_digits(word.substr(0, 1));
    set(identifier(word.substr(1)), digits);
}

void VcdReader::vector(std::string_view word) {
    const WaveDigits digits = read_digits(word.substr(1));
    if (digits.wrong != 0)
        text_.fail_word(fmt::format("'{}' in a value", std::string(1, digits.wrong)), "digits 0, 1, x or z");
    if (digits.count == 0) text_.fail_word("a value without digits", "digits 0, 1, x or z");
    const std::string_view id = text_.take();
    if (id.empty()) text_.fail_word("in a value", "the identifier of a variable");
    set(identifier(id), digits);
}

void VcdReader::set(unsigned variable, const WaveDigits& digits) {
    if (!has_values(variable)) return;
    WaveValue value;
    if (!fit(digits, bits(variable), value))
        text_.fail_word(fmt::format("a value of {} digits", digits.count),
                        fmt::format("{} at most for this variable", bits(variable)));
    change(variable, value);
}

/// The rarer kinds of lines, other than 0, 1, x, z, vectors and times.
void VcdReader::other(std::string_view word) {
    const char first = word[0];
    if (first == '$') return keyword(word);
    if (first == 'r' || first == 'R' || first == 's' || first == 'S') {
        const std::string_view id = text_.take();
        if (has_values(identifier(id))) text_.fail_word("a number or text", "levels for this variable");
        return;
    }
    if (first == 'p')
        text_.fail_word("a value of the extended format",
                        "the four-state format; record with $dumpvars instead of $dumpports");
    if (read_digits(word.substr(0, 1)).wrong != 0)
        text_.fail_word("", "a time, a value with the identifier of a variable, or a keyword");
    scalar(word);
}

void VcdReader::keyword(std::string_view word) {
    static constexpr std::string_view kMarks[] = {"$dumpvars", "$dumpall", "$dumpon", "$dumpoff", kEnd};
    if (std::find(std::begin(kMarks), std::end(kMarks), word) != std::end(kMarks)) return;
    if (word != "$comment" && word != "$version" && word != "$date")
        text_.fail_word("no keyword among changes", "$dumpvars, $dumpall, $dumpoff, $dumpon, $end or $comment");
    skip(std::string(word));
}

}  // namespace niclab::check
