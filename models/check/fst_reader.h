/// @file  Reads an FST with GTKWave's library fstapi.
///
/// The library hands over all changes of a file through a callback, trusts what it reads and ends
/// the process where that is nonsense. So it runs in a process of its own, a fork of this one,
/// which sends what it reads through a pipe: a spoilt file costs a sentence, and a long one no
///                                           memory.
#pragma once

#include <sys/types.h>

#include <cstdio>

#include "check/wave_reader.h"

namespace niclab::check {

class FstReader : public WaveReader {
public:
    /// Reads the declarations. Throws core::ConfigError where the file is cut off or spoilt.
    explicit FstReader(const std::string& path);
    ~FstReader() override;
    FstReader(const FstReader&) = delete;

    const char* format() const override { return "FST"; }
    double progress() const override;

protected:
    bool read_point() override;

private:
    void start();
    void declarations();
    template <class T>
    T take();
    std::string take_text();
    [[noreturn]] void fail(const std::string& found) const;

    enum class Read { Same, Later, End };  ///< Of the time of the change before it, of a later one, none.
    Read read_change(Change& next);

    std::string path_;
    std::FILE* from_child_ = nullptr;
    pid_t child_ = -1;
    std::uint64_t unit_fs_ = 0, begin_ = 0, end_ = 0, time_ = 0;
    std::vector<unsigned> variables_;  ///< Of each handle.
    bool pending_ = false, over_ = false;
    Change first_{};  ///< Of the next point of time, where one is pending.
};

}  // namespace niclab::check
