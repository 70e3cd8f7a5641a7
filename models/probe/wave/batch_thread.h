/// @file A second thread that writes batches of a waveform in the order in which they are given.
///
/// Behaviour: without a second core, and for the only batch of a short waveform, the caller's
///   thread does it. Batches and their order are the same in both cases, and so is the file.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "probe/wave/wave_merger.h"

namespace niclab::probe {

class BatchThread {
public:
    using Write = std::function<void(WaveBatch& batch)>;

    /// `threaded`: false: there is no second thread.
    explicit BatchThread(Write write, bool threaded = std::thread::hardware_concurrency() > 1)
        : write_(std::move(write)), threaded_(threaded) {}
    /// Batches that are not written yet are dropped.
    ~BatchThread();
    BatchThread(const BatchThread&) = delete;

    /// Never throws, because SystemC processes call it: see check(). Waits while kMostWaiting
    /// batches are not written yet.
    void give(WaveBatch batch);
    /// Waits until all batches are written. `last`: written by the caller's thread.
    void finish(WaveBatch& last);
    /// Empty sources, if possible with the memory of earlier ones.
    WaveSources empty_sources();
    /// Throws what the write of an earlier batch has thrown.
    void check() const;

private:
    static constexpr std::size_t kMostWaiting = 4;

    void start();
    void run();
    void write_one(WaveBatch& batch);
    void stop(bool drop);

    const Write write_;
    bool threaded_;
    std::thread thread_;
    mutable std::mutex mutex_;  ///< For the members below.
    std::condition_variable added_, taken_;
    std::deque<WaveBatch> waiting_;
    std::vector<WaveSources> empty_;
    bool stop_ = false;
    std::exception_ptr error_;
    std::atomic<bool> failed_{false};  ///< error_ is set.
};

}  // namespace niclab::probe
