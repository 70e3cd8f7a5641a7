#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "core/config.h"
#include "lab/parallel/archive.h"
#include "lab/parallel/process_group.h"

namespace niclab::lab {
namespace {

struct Sum {
    unsigned value, order;
    void add(const Sum& o) { value += o.value, order = 10 * order + o.order; }
};

std::string digest_of_exchanges(ProcessGroup& group) {
    std::uint64_t digest = 0;
    for (unsigned round = 0; round < 1000; ++round) {
        const Sum sum = group.combined(Sum{round * group.own(), group.own() + 1});
        digest = digest * 31 + sum.value + sum.order;
    }
    return std::to_string(digest);
}

TEST(ProcessGroup, OneProcessNeedsNoOther) {
    ProcessGroup group;
    EXPECT_EQ(group.combined(Sum{3, 1}).value, 3u);
    EXPECT_EQ(group.count(), 1u);
}

TEST(ProcessGroup, AllGetTheContributionsOfAllInTheSameOrder) {
    ProcessGroup group;
    group.start(3, [&group] { group.send(digest_of_exchanges(group)); });
    const std::string here = digest_of_exchanges(group);
    EXPECT_EQ(group.receive(1), here);
    EXPECT_EQ(group.receive(2), here);
}

TEST(ProcessGroup, TheOrderIsThatOfTheProcesses) {
    ProcessGroup group;
    group.start(3, [&group] { group.combined(Sum{0, group.own() + 1}); });
    EXPECT_EQ(group.combined(Sum{0, 1}).order, 123u);
}

TEST(ProcessGroup, ATextLargerThanThePipeArrives) {
    const std::string text(5'000'000, 'x');
    ProcessGroup group;
    group.start(2, [&] { group.send(text), group.send("end"); });
    EXPECT_EQ(group.receive(1), text);
    EXPECT_EQ(group.receive(1), "end");
}

TEST(ProcessGroup, AnExceptionBecomesOneOfTheFirst) {
    ProcessGroup group;
    group.start(3, [&group] {
        group.send("a text before it");
        if (group.own() == 2) throw core::ConfigError("disk: full; expected space");
        group.combined(Sum{0, 0});
    });
    try {
        group.combined(Sum{0, 0});
        FAIL() << "an exchange without a process has ended";
    } catch (const core::ConfigError& e) {
        EXPECT_STREQ(e.what(), "disk: full; expected space");
    }
}

TEST(ProcessGroup, AProcessThatIsKilledIsAnError) {
    ProcessGroup group;
    group.start(2, [] { std::raise(SIGKILL); });
    try {
        group.combined(Sum{0, 0});
        FAIL() << "an exchange without a process has ended";
    } catch (const std::runtime_error& e) {
        EXPECT_NE(std::string(e.what()).find("ended by signal 9; expected its results"), std::string::npos) << e.what();
    }
}

TEST(ProcessGroup, NoneIsLeftWhenTheFirstIsDone) {
    pid_t other = 0;
    {
        ProcessGroup group;
        group.start(2, [&group] {
            group.send(std::to_string(getpid()));
            for (;;) pause();
        });
        other = static_cast<pid_t>(std::stol(group.receive(1)));
        EXPECT_EQ(kill(other, 0), 0);
    }
    EXPECT_NE(kill(other, 0), 0);
}

struct Plain {
    int a;
    double b;
};

struct Named {
    std::string name;
    Plain plain;
};
template <class Archive>
void transfer_parts(Archive& archive, Named& n) {
    transfer_all(archive, n.name, n.plain);
}

TEST(Archive, ReadsWhatWasWritten) {
    std::map<std::string, std::vector<Named>> table{{"x", {{"one", {1, 1.5}}, {"", {2, -0.0}}}}, {"y", {}}};
    std::set<std::string> names{"b", "a"};
    std::pair<const char*, std::uint64_t> plain{"static text", 7};
    ArchiveWriter writer;
    transfer_all(writer, table, names, plain);
    const std::string octets = writer.take();

    std::map<std::string, std::vector<Named>> table_read;
    std::set<std::string> names_read;
    std::pair<const char*, std::uint64_t> plain_read;
    ArchiveReader reader(octets);
    transfer_all(reader, table_read, names_read, plain_read);
    EXPECT_TRUE(reader.at_end());
    ASSERT_EQ(table_read.size(), 2u);
    ASSERT_EQ(table_read["x"].size(), 2u);
    EXPECT_EQ(table_read["x"][0].name, "one");
    EXPECT_EQ(table_read["x"][0].plain.b, 1.5);
    EXPECT_EQ(table_read["x"][1].plain.a, 2);
    EXPECT_EQ(names_read, names);
    EXPECT_EQ(plain_read, plain);
}

}  // namespace
}  // namespace niclab::lab
