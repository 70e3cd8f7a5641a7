#include "listener.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "core/config.h"

namespace niclab::vm {

namespace {

/// A process listens there. It must not notice the question: a connection would be its guest's. So a
/// socket of another type asks, which Linux refuses.
bool is_in_use(const sockaddr_un& address) {
    const Descriptor probe(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
           errno == EPROTOTYPE;
}

/// Removes a socket that a process has left, but nothing else.
void remove_left_socket(const std::string& path, const sockaddr_un& address) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return;
    if (!S_ISSOCK(status.st_mode))
        throw core::ConfigError("--serve " + path + ": it exists and is no socket; expected a new path");
    if (is_in_use(address)) throw core::ConfigError("--serve " + path + ": it is in use; expected a new path");
    ::unlink(path.c_str());
}

bool is_own(int connection) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

}  // namespace

void Listener::refuse(const std::string& why) const {
    throw core::ConfigError("--serve " + path_ + ": " + why + "; expected a new path in a writable folder");
}

Listener::Listener(std::string path) : path_(std::move(path)) {
    if (!path_.empty()) {
        bind(path_);
        return;
    }
    char folder[] = "/tmp/niclab_vm_XXXXXX";
    if (!::mkdtemp(folder)) throw std::runtime_error("cannot create a temporary folder");
    const std::string file = std::string(folder) + "/card";
    bind(file);
    file_ = Descriptor(::open(file.c_str(), O_PATH | O_CLOEXEC));
    ::unlink(file.c_str());
    ::rmdir(folder);
}

void Listener::bind(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) refuse(std::to_string(path.size()) + " characters are too many");
    std::memcpy(address.sun_path, path.data(), path.size());
    remove_left_socket(path, address);
    socket_ = Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const mode_t mask = ::umask(0177);  // Before the file exists.
    const int bound = ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const int error = errno;
    ::umask(mask);
    if (bound == 0 && ::listen(socket_.get(), 1) == 0) return;
    socket_.reset();
    refuse(std::strerror(error));
}

Listener::~Listener() {
    if (socket_ && !path_.empty()) ::unlink(path_.c_str());
}

Descriptor Listener::accept(const std::function<bool()>& stop) {
    constexpr int kSliceMs = 20;
    while (!stop()) {
        pollfd p{socket_.get(), POLLIN, 0};
        if (::poll(&p, 1, kSliceMs) <= 0) continue;
        Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (connection && is_own(connection.get())) return connection;
    }
    return Descriptor();
}

}  // namespace niclab::vm
