/// @file Processes that simulate shares of one experiment at the same time.
///
/// Behaviour: the first process forks the others, when everything is set up and nothing simulated.
///   All execute the same loop. Where its decisions depend on the whole bench, each process
///   contributes what it knows of its share. It gets the contributions of all in the same order, so
///   that all decide alike. Records go to the first process by pipes. Each process ends if the first
///   ends, and the first reports in one sentence if another fails.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace niclab::lab {

class ProcessGroup {
public:
    static constexpr unsigned kMostProcesses = 256;  ///< RunOptions::threads is limited to it.
    static constexpr std::size_t kMostOctets = 128;  ///< Of a contribution.

    ProcessGroup() = default;
    /// Ends all other processes.
    ~ProcessGroup();
    ProcessGroup(const ProcessGroup&) = delete;

    /// Forks until there are `count` processes. Without a call, or with 1, this process is the only
    /// one. The new processes call `work` and end; an exception of it becomes one of the first
    /// process. Throws std::runtime_error.
    void start(unsigned count, const std::function<void()>& work);
    unsigned count() const { return count_; }
    /// The number of this process, 0: the first.
    unsigned own() const { return own_; }
    bool is_first() const { return own_ == 0; }

    /// The contributions of all processes, combined by T::add in their order.
    template <class T>
    T combined(T own) {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= kMostOctets);
        if (count_ == 1) return own;
        std::memcpy(slot(own_), &own, sizeof own);
        wait_for_all();
        for (unsigned i = 0; i < count_; ++i) {
            T contribution;
            std::memcpy(&contribution, slot(i), sizeof contribution);
            i == 0 ? own = contribution : (own.add(contribution), own);
        }
        ++round_;
        return own;
    }
    /// To the first process, which must receive as many texts from each.
    void send(const std::string& text);
    std::string receive(unsigned process);

private:
    struct Shared;
    char* slot(unsigned process);
    void wait_for_all();
    [[noreturn]] void work_and_end(const std::function<void()>& work);
    [[noreturn]] void fail(unsigned process);
    void look_for_failures();
    void end_all();

    Shared* shared_ = nullptr;
    unsigned count_ = 1, own_ = 0;
    std::uint32_t round_ = 0;  ///< Completed exchanges.
    struct Other {
        pid_t process;
        int pipe;  ///< To read from it.
    };
    std::vector<Other> others_;  ///< Of the first process: from number 1 on.
    int to_first_ = -1;
};

}  // namespace niclab::lab
