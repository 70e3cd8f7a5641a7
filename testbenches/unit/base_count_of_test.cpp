#include <gtest/gtest.h>

#include "base/count_of.h"

namespace niclab::base {
namespace {

TEST(CountOf, OneIsSingular) {
    EXPECT_EQ(count_of(0, "timeout"), "0 timeouts");
    EXPECT_EQ(count_of(1, "timeout"), "1 timeout");
    EXPECT_EQ(count_of(2, "timeout"), "2 timeouts");
    EXPECT_EQ(count_of(18'446'744'073'709'551'615u, "octet"), "18446744073709551615 octets");
}

}  // namespace
}  // namespace niclab::base
