/// @file A reader of FST files with GTKWave's library fstapi.
///
/// Behaviour: the library passes all changes of a file to a callback, does not check its input, and
///   ends the process for invalid data. So it runs in its own process, a fork of this one, which
///   sends the results through a pipe. So a corrupt file costs an error message, and a long one no
///   memory.
#pragma once

#include <sys/types.h>

#include <cstdio>

#include "check/wave_reader.h"

namespace niclab::check {

class FstReader : public WaveReader {
public:
    /// Reads the declarations. Throws core::ConfigError for a truncated or corrupt file.
    explicit FstReader(const std::string& path);
    ~FstReader() override;
    FstReader(const FstReader&) = delete;

    const char* format() const override { return "FST"; }
    double progress() const override;

protected:
    bool read_point() override;

private:
    void start();
    void stop();
    void declarations();
    template <class T>
    T take();
    std::string take_text();
    [[noreturn]] void fail(const std::string& found) const;

    enum class Read { Same, Later, End };  ///< Of the same time as the change before, of a later one, or none.
    Read read_change(Change& next);

    std::string path_;
    std::FILE* from_child_ = nullptr;
    pid_t child_ = -1;
    std::uint64_t unit_fs_ = 0, begin_ = 0, end_ = 0, time_ = 0;
    std::vector<unsigned> variables_;  ///< Of each handle.
    bool pending_ = false, over_ = false;
    Change first_{};  ///< Of the next time, if one is pending.
};

}  // namespace niclab::check
