#include "check/wave_range.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace niclab::check {

namespace {

std::string without_blanks(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

std::optional<int> number(const std::string& text) {
    int value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr int kMost = 1 << 24;
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size() || std::abs(value) > kMost)
        return std::nullopt;
    return value;
}

/// The last bracket and what comes before it, without blanks at its end; `glued`: there were none.
std::optional<WaveRange> last_bracket(const std::string& name, bool& glued) {
    const std::size_t end = name.find_last_not_of(' '), open = name.rfind('[');
    if (end == std::string::npos || name[end] != ']' || open == std::string::npos || open == 0) return std::nullopt;
    const std::string inside = without_blanks(name.substr(open + 1, end - open - 1));
    const std::size_t colon = inside.find(':');
    const auto left = number(inside.substr(0, colon));
    const auto right = colon == std::string::npos ? left : number(inside.substr(colon + 1));
    if (!left || !right) return std::nullopt;
    glued = name[open - 1] != ' ';
    std::string base = name.substr(0, open);
    while (!base.empty() && base.back() == ' ') base.pop_back();
    return WaveRange{base, true, *left, *right};
}

std::uint64_t size_of(const WaveRange& range) {
    return static_cast<std::uint64_t>(std::abs(range.left - range.right)) + 1;
}

}  // namespace

WaveRange declared_range(const std::string& name, unsigned bits) {
    const bool escaped = !name.empty() && name[0] == '\\';
    bool glued = false;
    const auto last = last_bracket(name, glued);
    if (!last || (escaped && glued)) return {name};
    if (size_of(*last) == bits) return *last;
    std::uint64_t product = size_of(*last);
    WaveRange before = *last;
    while (product < bits) {
        const auto next = last_bracket(before.base, glued);
        if (!next || next->left == next->right) break;
        product *= size_of(*next);
        before = *next;
    }
    if (product == bits) return {before.base};
    return last->left == last->right ? WaveRange{name} : WaveRange{last->base};
}

WaveRange asked_range(const std::string& name) {
    bool glued = false;
    return last_bracket(name, glued).value_or(WaveRange{name});
}

}  // namespace niclab::check
