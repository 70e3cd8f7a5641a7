#include "check/wave_reader.h"

#include "check/fst_reader.h"
#include "check/vcd_reader.h"
#include "core/fst_blocks.h"
#include "core/input_file.h"

namespace niclab::check {

std::unique_ptr<WaveReader> WaveReader::open(const std::string& path) {
    if (const auto why = core::unreadable(path, UINT64_MAX))
        throw core::ConfigError(path + ": " + why->found + ", " + why->wanted);
    if (core::begins_as_fst(path)) return std::make_unique<FstReader>(path);
    return std::make_unique<VcdReader>(path);
}

int WaveReader::find(const std::string& name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? -1 : static_cast<int>(at->second);
}

unsigned WaveReader::add_variable(unsigned bits) {
    widths_.push_back(bits);
    values_.emplace_back();
    given_.push_back(false);
    since_.push_back(0);
    return static_cast<unsigned>(widths_.size() - 1);
}

void WaveReader::add_name(const std::string& full, unsigned variable) {
    std::string name = full.substr(0, full.find('['));
    while (!name.empty() && name.back() == ' ') name.pop_back();
    by_name_[name] = variable;
    names_.push_back(std::move(name));
}

bool WaveReader::read_value(const char* digits, std::size_t count, unsigned bits, WaveValue& v, char& wrong) {
    v = {0, 0, 0};
    for (std::size_t i = 0; i < count; ++i) {
        const char c = digits[i];
        const bool floats = c == 'z' || c == 'Z',
                   unknown = floats || c == 'x' || c == 'X' || c == 'u' || c == 'U' || c == 'w' || c == 'W' || c == '-';
        const bool one = c == '1' || c == 'h' || c == 'H', zero = c == '0' || c == 'l' || c == 'L';
        if (!unknown && !one && !zero) return wrong = c, false;
        v.bits = v.bits << 1 | (one ? 1u : 0u);
        v.unknown = v.unknown << 1 | (unknown ? 1u : 0u);
        v.floating = v.floating << 1 | (floats ? 1u : 0u);
    }
    if (count == 0 || count >= bits || bits > 64 || (v.unknown >> (count - 1) & 1) == 0) return true;
    const std::uint64_t left = ~std::uint64_t{0} >> (64 - bits) & ~((std::uint64_t{1} << count) - 1);
    v.unknown |= left;
    if (v.floating >> (count - 1) & 1) v.floating |= left;
    return true;
}

void WaveReader::apply() {
    for (const Change& c : changes_) {
        values_[c.variable] = c.value;
        given_[c.variable] = true;
        since_[c.variable] = now_;
    }
}

}  // namespace niclab::check
