#include "probe/wave/batch_thread.h"

#include <csignal>
#include <system_error>

namespace niclab::probe {

BatchThread::~BatchThread() { stop(true); }

void BatchThread::start() {
    // The handlers of signals run on the simulation's thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
        threaded_ = false;  // The system has no further thread.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void BatchThread::give(WaveBatch batch) {
    if (threaded_ && !thread_.joinable()) start();
    if (!threaded_) return write_one(batch);
    std::unique_lock<std::mutex> lock(mutex_);
    taken_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
    waiting_.push_back(std::move(batch));
    added_.notify_one();
}

void BatchThread::run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
        added_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        WaveBatch batch = std::move(waiting_.front());
        waiting_.pop_front();
        taken_.notify_one();
        lock.unlock();
        write_one(batch);
        lock.lock();
    }
}

void BatchThread::write_one(WaveBatch& batch) {
    try {
        if (!failed_) write_(batch);
    } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        error_ = std::current_exception();
        failed_ = true;
    }
    for (auto& changes : batch.sources) changes.clear();
    const std::lock_guard<std::mutex> lock(mutex_);
    empty_.push_back(std::move(batch.sources));
}

WaveSources BatchThread::empty_sources() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (empty_.empty()) return {};
    WaveSources sources = std::move(empty_.back());
    empty_.pop_back();
    return sources;
}

void BatchThread::stop(bool drop) {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (drop) waiting_.clear();
        stop_ = true;
    }
    added_.notify_one();
    thread_.join();
    stop_ = false;
}

void BatchThread::finish(WaveBatch& last) {
    stop(false);
    check();
    write_(last);
}

void BatchThread::check() const {
    if (!failed_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    std::rethrow_exception(error_);
}

}  // namespace niclab::probe
