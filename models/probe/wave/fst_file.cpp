#include "probe/wave/fst_file.h"

#include <fstapi.h>

#include <cstdio>

#include "core/config.h"
#include "core/fst_blocks.h"

namespace niclab::probe {

namespace {

/// A date in the header would make equal runs leave unequal files.
constexpr char kDate[] = "Thu Jan  1 00:00:00 1970\n";

}  // namespace

struct FstFile::Writer {
    explicit Writer(const std::string& path) : handle(fstWriterCreate(path.c_str(), 1)) {}
    ~Writer() {
        if (handle) fstWriterClose(handle);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    decltype(fstWriterCreate(nullptr, 0)) const handle;
};

FstFile::FstFile(const std::string& option, const std::string& path)
    : option_(option), path_(path), file_(option, path), hierarchy_(file_.grows_at() + ".hier") {
    if (file_.in_place())
        throw core::ConfigError(option + " " + path + ": not a regular file; expected a regular file for an FST");
    writer_ = std::make_unique<Writer>(file_.grows_at());
    if (!writer_->handle) throw core::ConfigError(option + " " + path + ": cannot open it; expected a writable file");
    fstWriterSetDate(writer_->handle, kDate);
    fstWriterSetVersion(writer_->handle, "niclab");
    fstWriterSetPackType(writer_->handle, FST_WR_PT_LZ4);
    fstWriterSetTimescale(writer_->handle, -12);
}

FstFile::~FstFile() = default;

void FstFile::declare(const std::vector<Variable>& variables) {
    const auto open = [this](const std::string& scope) {
        fstWriterSetScope(writer_->handle, FST_ST_VCD_MODULE, scope.c_str(), nullptr);
    };
    const auto up = [this] { fstWriterSetUpscope(writer_->handle); };
    handles_.resize(variables.size());
    bits_.resize(variables.size());
    walk_scopes(variables, open, up, [&](std::size_t i) {
        const Variable& v = variables[i];
        const std::string name = v.bits <= 1 ? v.name : v.name + " " + v.range();
        const auto type = v.bits == kWords ? FST_VT_GEN_STRING : FST_VT_VCD_WIRE;
        handles_[i] = fstWriterCreateVar(writer_->handle, type, FST_VD_IMPLICIT, v.bits, name.c_str(), 0);
        bits_[i] = v.bits;
    });
}

void FstFile::time(std::uint64_t ps) {
    if (ps == last_ps_) return;
    last_ps_ = ps;
    fstWriterEmitTimeChange(writer_->handle, ps);
}

void FstFile::value(std::size_t variable, const Value& v) {
    const unsigned bits = bits_[variable];
    if (v.unknown == 0) return fstWriterEmitValueChange64(writer_->handle, handles_[variable], bits, v.bits);
    char digits[64];
    for (unsigned i = 0; i < bits; ++i) {
        const unsigned bit = bits - 1 - i;
        const bool floats = v.floating >> bit & 1, unknown = v.unknown >> bit & 1;
        digits[i] = floats ? 'z' : unknown ? 'x' : static_cast<char>('0' + (v.bits >> bit & 1));
    }
    fstWriterEmitValueChange(writer_->handle, handles_[variable], digits);
}

void FstFile::words(std::size_t variable, const std::string& text) {
    fstWriterEmitVariableLengthValueChange(writer_->handle, handles_[variable], text.data(),
                                           static_cast<std::uint32_t>(text.size()));
}

void FstFile::check() const {
    if (writer_ && fstWriterGetFseekFailed(writer_->handle))
        throw core::ConfigError(option_ + " " + path_ + ": not written to its end; expected space on the disk");
}

void FstFile::finish() {
    writer_.reset();
    // The library does not report a full disk: the file is checked.
    if (const std::string why = core::fst_damage(file_.grows_at()); !why.empty())
        throw core::ConfigError(option_ + " " + path_ + ": not written to its end (" + why +
                                "); expected space on the disk");
    file_.finish();
}

}  // namespace niclab::probe
