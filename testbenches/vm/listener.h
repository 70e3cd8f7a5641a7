/// @file The socket at which a QEMU finds the card.
///
/// Behaviour: a socket with a path is a file that its user alone can open, and that exists while the
///   object does. The file of a socket without one is removed at once: a process that inherits its
///   descriptor can still connect. Processes of other users are refused.
#pragma once

#include <functional>
#include <string>

#include "descriptor.h"

namespace niclab::vm {

class Listener {
public:
    /// Throws core::ConfigError: the path is too long, in use or not writable. Empty: no file.
    explicit Listener(std::string path);
    Listener(const Listener&) = delete;
    ~Listener();
    /// Of the removed file, for a new process.
    int descriptor() const { return file_.get(); }
    /// Waits for a connection of this user; nothing if `stop` returns true before.
    Descriptor accept(const std::function<bool()>& stop);

private:
    void bind(const std::string& path);
    [[noreturn]] void refuse(const std::string& why) const;

    std::string path_;  ///< Of the file; empty: it is removed.
    Descriptor socket_, file_;
};

}  // namespace niclab::vm
