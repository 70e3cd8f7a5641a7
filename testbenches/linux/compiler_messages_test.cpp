// Missing names in the messages of both compilers, for one source: each once, with its place.
#include "compiler_messages.h"

#include <gtest/gtest.h>

namespace niclab::linux_kernel {
namespace {

std::string names_of(const std::string& messages) {
    std::string all;
    for (const MissingName& missing : missing_names(messages)) all += missing.place + " " + missing.name + "\n";
    return all;
}

constexpr char kNames[] =
    "t.c:4 no_such_driver\n"
    "t.c:5 no_such_t\n"
    "t.c:6 no_such_function\n"
    "t.c:6 no_such of struct net_device\n"
    "t.c:6 struct no_such_type\n"
    "t.c:6 NO_SUCH\n"
    "t.c:7 ndo_none of struct net_device_ops\n"
    "t.c:8 linux/none.h\n";

TEST(CompilerMessages, OfGccGiveEachMissingName) {
    EXPECT_EQ(names_of("In file included from t.c:1:\n"
                       "t.c:4:1: error: type defaults to 'int' in declaration of 'no_such_driver' [-Werror]\n"
                       "    4 | no_such_driver(x);\n"
                       "t.c:5:1: error: unknown type name 'no_such_t'\n"
                       "t.c:6:63: error: implicit declaration of function 'no_such_function' [-Werror]\n"
                       "t.c:9:63: error: implicit declaration of function 'no_such_function' [-Werror]\n"
                       "t.c:6:92: error: 'struct net_device' has no member named 'no_such'; did you mean 'name'?\n"
                       "t.c:6:105: error: invalid use of undefined type 'struct no_such_type'\n"
                       "t.c:6:111: error: 'NO_SUCH' undeclared (first use in this function)\n"
                       "t.c:7:45: error: 'const struct net_device_ops' has no member named 'ndo_none'\n"
                       "t.c:8:10: fatal error: linux/none.h: No such file or directory\n"
                       "cc1: some warnings being treated as errors\n"),
              kNames);
}

TEST(CompilerMessages, OfClangGiveEachMissingName) {
    EXPECT_EQ(names_of("t.c:4:1: error: type specifier missing, defaults to 'int' [-Werror,-Wimplicit-int]\n"
                       "no_such_driver(x);\n"
                       "^\n"
                       "t.c:4:16: error: a parameter list without types is only allowed in a function definition\n"
                       "t.c:5:1: error: unknown type name 'no_such_t'\n"
                       "t.c:6:63: error: implicit declaration of function 'no_such_function' is invalid in C99\n"
                       "t.c:6:94: error: no member named 'no_such' in 'struct net_device'\n"
                       "t.c:6:105: error: incomplete definition of type 'struct no_such_type'\n"
                       "t.c:6:111: error: use of undeclared identifier 'NO_SUCH'\n"
                       "t.c:7:45: error: field designator 'ndo_none' does not refer to any field in type 'const "
                       "struct net_device_ops'\n"
                       "t.c:8:10: fatal error: 'linux/none.h' file not found\n"),
              kNames);
}

TEST(CompilerMessages, OfOtherErrorsGiveNone) {
    EXPECT_EQ(names_of("t.c:1:9: error: expected expression before ';' token\nt.c:2:1: warning: unused 'NO_SUCH'\n"),
              "");
}

}  // namespace
}  // namespace niclab::linux_kernel
