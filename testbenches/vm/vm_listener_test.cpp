// The socket of a server: it is private, one process has it, and a left one is replaced.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <string>

#include "core/config.h"
#include "listener.h"
#include "support/temporary_folder.h"

namespace niclab::vm {
namespace {

/// A connection that arrives within 20 ms; none: an empty one.
Descriptor next_connection(Listener& listener) {
    int asked = 0;
    return listener.accept([&asked] { return asked++ > 0; });
}

TEST(VmListener, ASecondOneIsRefusedWithoutAConnectionToTheFirst) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/card.sock";
    Listener first(path);
    EXPECT_THROW(Listener second(path), core::ConfigError);
    EXPECT_FALSE(next_connection(first));
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST(VmListener, ASocketThatAProcessHasLeftIsReplaced) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path() + "/card.sock";
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::copy(path.begin(), path.end(), address.sun_path);
        const Descriptor left(::socket(AF_UNIX, SOCK_STREAM, 0));
        ASSERT_EQ(::bind(left.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    EXPECT_NO_THROW(Listener listener(path));
}

}  // namespace
}  // namespace niclab::vm
