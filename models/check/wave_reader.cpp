#include "check/wave_reader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "check/fst_reader.h"
#include "check/vcd_reader.h"
#include "core/fst_blocks.h"
#include "core/input_file.h"

namespace niclab::check {

namespace {

/// Names of other file formats, and the programs that convert them.
struct Other {
    const char *begins, *is, *remedy;
};
constexpr std::array<Other, 4> kOthers{{
    {"\x1F\x8B", "compressed by gzip", "a VCD or an FST; unpack it with gunzip"},
    {"PK\x03\x04", "a ZIP archive, such as a session of sigrok", "a VCD or an FST; convert it with sigrok-cli -O vcd"},
    {"GHDLwave", "a GHW of GHDL", "a VCD or an FST; record it with --fst"},
    {"BZh", "compressed by bzip2", "a VCD or an FST; unpack it with bunzip2"},
}};

void refuse_other(const std::string& path) {
    std::string begin(8, '\0');
    std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
    for (const Other& other : kOthers)
        if (begin.rfind(other.begins, 0) == 0)
            throw core::ConfigError(path + ": " + other.is + "; expected " + other.remedy);
}

/// A name as text: octets that are not UTF-8 become question marks.
std::string as_text(std::string name) {
    const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    if (std::none_of(name.begin(), name.end(), foreign)) return name;
    try {
        static_cast<void>(nlohmann::json(name).dump());
    } catch (const nlohmann::json::type_error&) {
        std::replace_if(name.begin(), name.end(), foreign, '?');
    }
    return name;
}

}  // namespace

std::unique_ptr<WaveReader> WaveReader::open(const std::string& path, std::uint64_t timescale) {
    if (const auto why = core::unreadable(path, UINT64_MAX))
        throw core::ConfigError("cannot open " + path + ": " + *why);
    if (core::begins_as_fst(path)) return std::make_unique<FstReader>(path);
    refuse_other(path);
    return std::make_unique<VcdReader>(path, timescale);
}

unsigned WaveReader::add_variable(unsigned bits, bool levels) {
    Variable& added = variables_.emplace_back();
    added.bits = bits;
    added.has_values = levels && bits > 0 && bits <= 64;
    most_changes_ = std::max(most_changes_, 4 * variables_.size());
    return static_cast<unsigned>(variables_.size() - 1);
}

void WaveReader::add_name(const std::string& scope, const std::string& name, unsigned variable) {
    declared_.push_back({as_text(scope), as_text(name), variable});
}

unsigned WaveReader::assemble(const std::vector<Piece>& wanted) {
    std::vector<Piece> pieces;
    for (const Piece& piece : wanted) add_pieces(piece, pieces);
    unsigned bits = 0;
    for (const Piece& piece : pieces) bits += piece.bits;
    const unsigned variable = add_variable(bits, true);
    uses_.resize(variable);
    unsigned to = bits;
    for (const Piece& piece : pieces) {
        to -= piece.bits;
        variables_[piece.variable].used = true;
        uses_[piece.variable].push_back({assembled_.size(), piece, to});
    }
    assembled_.push_back({variable, pieces, {0, low_bits(bits), 0}});
    return variable;
}

/// The pieces of the file's variables of which `piece` consists.
void WaveReader::add_pieces(const Piece& piece, std::vector<Piece>& pieces) const {
    const auto whole = std::find_if(assembled_.begin(), assembled_.end(),
                                    [&piece](const Assembled& a) { return a.variable == piece.variable; });
    if (whole == assembled_.end()) return pieces.push_back(piece);
    unsigned low = variables_[piece.variable].bits;
    for (const Piece& part : whole->pieces) {
        low -= part.bits;
        const unsigned first = std::max(low, piece.low), end = std::min(low + part.bits, piece.low + piece.bits);
        if (first < end) pieces.push_back({part.variable, part.low + first - low, end - first});
    }
}

void WaveReader::keep_only(const std::vector<unsigned>& kept) {
    for (Variable& variable : variables_) variable.kept = variable.used;
    for (const unsigned variable : kept) variables_[variable].kept = true;
}

bool WaveReader::given(unsigned variable) const {
    for (const Assembled& assembled : assembled_)
        if (assembled.variable == variable)
            return std::all_of(assembled.pieces.begin(), assembled.pieces.end(),
                               [this](const Piece& piece) { return variables_[piece.variable].given; });
    return variables_[variable].given;
}

bool WaveReader::next() {
    changes_.clear();
    if (!read_point()) return false;
    if (!assembled_.empty()) change_assembled();
    return true;
}

void WaveReader::change_assembled() {
    std::vector<std::size_t> changed;
    for (const Change& c : changes_) {
        if (c.variable >= uses_.size()) continue;
        for (const Use& use : uses_[c.variable]) {
            Assembled& whole = assembled_[use.assembled];
            const std::uint64_t mask = low_bits(use.piece.bits);
            const auto put = [&use, mask](std::uint64_t& to, std::uint64_t from) {
                to = (to & ~(mask << use.to)) | (from >> use.piece.low & mask) << use.to;
            };
            put(whole.latest.bits, c.value.bits), put(whole.latest.unknown, c.value.unknown);
            put(whole.latest.floating, c.value.floating);
            if (!whole.changed) changed.push_back(use.assembled);
            whole.changed = true;
        }
    }
    for (const std::size_t i : changed) {
        assembled_[i].changed = false;
        changes_.push_back({assembled_[i].variable, assembled_[i].latest});
    }
}

/// A time with very many changes: for each variable the first and the last are kept.
void WaveReader::drop_changes_between() {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> last(variables_.size(), kNone);
    std::vector<bool> begun(variables_.size());
    for (std::size_t i = 0; i < changes_.size(); ++i) last[changes_[i].variable] = i;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
        const unsigned variable = changes_[i].variable;
        if (!begun[variable] || last[variable] == i) changes_[kept++] = changes_[i];
        begun[variable] = true;
    }
    changes_.resize(kept);
}

void WaveReader::apply() {
    for (const Change& c : changes_) {
        Variable& variable = variables_[c.variable];
        variable.value = c.value;
        variable.given = true;
        variable.since = now_;
    }
}

}  // namespace niclab::check
