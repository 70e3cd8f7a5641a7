// The merge of changes and clocks in batches, and the second thread that writes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "core/config.h"
#include "probe/wave/wave_writer.h"
#include "support/file_size_limit.h"
#include "support/sim_test.h"
#include "support/temporary_folder.h"

namespace niclab::probe {
namespace {

constexpr core::Femtoseconds kEnd = 400'000'000, kNever = ~core::Femtoseconds{0};

class Batches : public test::SimTest, protected test::InFolder {
protected:
    struct Window {
        core::Femtoseconds from = 0, to = kNever;
    };
    Batches() {
        for (core::Femtoseconds at = 0; at < kEnd; at += 1 + random_() % 300'000)
            for (WaveSink::Id id = 2; id < 5; ++id)
                if (random_() % 3 == 0) changes_.push_back({at, random_() % 4, id, random_() % 9 == 0});
        slow_.slip(3'000'000);
    }
    /// The file of all changes, written in batches that end at `ends`; signals have one of three
    /// sources, and the order in a source is random.
    std::string merged(const std::vector<core::Femtoseconds>& ends, Window window, bool threaded) {
        WaveMerger merger(make_wave_file("--vcd", path_));
        merger.add_clock(merger.add({"top", "FAST", 1}, 0, false), fast_);
        merger.add_clock(merger.add({"top", "SLOW", 1}, 0, false), slow_);
        for (const char* name : {"a", "b", "c"}) merger.add({"top", name, 2}, 0, true);
        BatchThread thread([&merger](WaveBatch& batch) { merger.write(batch); }, threaded);
        std::size_t taken = 0;
        bool first = true;
        const auto batch_to = [&](core::Femtoseconds end) {
            WaveBatch batch{WaveSources(3), end, window.from, window.to, end, {fast_.segments(), slow_.segments()}};
            for (auto& segments : batch.clock_segments)
                if (!first) segments.erase(segments.begin(), segments.end() - 1);
            first = false;
            for (; taken < changes_.size() && changes_[taken].at <= end; ++taken)
                batch.sources[changes_[taken].id % batch.sources.size()].push_back(changes_[taken]);
            for (auto& changes : batch.sources) std::shuffle(changes.begin(), changes.end(), random_);
            return batch;
        };
        for (const core::Femtoseconds end : ends) thread.give(batch_to(end));
        WaveBatch last = batch_to(kEnd);
        thread.finish(last);
        merger.finish(last);
        std::stringstream text;
        text << std::ifstream(path_).rdbuf();
        return text.str();
    }
    std::vector<core::Femtoseconds> random_ends() {
        std::vector<core::Femtoseconds> ends;
        for (core::Femtoseconds t = 1; t < kEnd; t += random_() % 20'000'000) ends.push_back(t);
        return ends;
    }
    const std::string path_ = folder_ + "/w.vcd";

private:
    std::mt19937 random_{11};
    core::Clock fast_{"fast", {7'000'000, 7'000'000, false}}, slow_{"slow", {19'000'000, 19'000'000, false}};
    std::vector<WaveChange> changes_;
};

TEST_F(Batches, TheFileDependsNeitherOnBatchesNorOnTheThread) {
    const Window windows[] = {{}, {100'000'000, 250'000'000}, {kEnd + 1, kNever}, {kEnd / 2, kEnd / 2}};
    for (const Window& window : windows) {
        const std::string once = merged({}, window, false);
        EXPECT_EQ(once.size() > 20'000, window.from == 0);
        for (const bool threaded : {false, true})
            for (unsigned repetition = 0; repetition < 4; ++repetition)
                EXPECT_EQ(merged(random_ends(), window, threaded), once) << window.from << ' ' << threaded;
    }
}

WaveBatch empty_batch() { return {{}, 0, 0, kNever, 0, {}}; }

TEST(BatchThread, WritesInOrderAndPassesAnErrorOn) {
    for (const bool threaded : {false, true}) {
        std::vector<core::Femtoseconds> written;
        BatchThread thread(
            [&written](WaveBatch& batch) {
                written.push_back(batch.until);
                if (batch.until == 20) throw core::ConfigError("--vcd w.vcd: not written to its end; expected space");
            },
            threaded);
        for (unsigned i = 0; i < 40; ++i) {
            WaveBatch batch = empty_batch();
            batch.until = i;
            EXPECT_NO_THROW(thread.give(std::move(batch)));
        }
        WaveBatch last = empty_batch();
        EXPECT_THROW(thread.finish(last), core::ConfigError) << threaded;
        EXPECT_THROW(thread.check(), core::ConfigError) << threaded;
        ASSERT_EQ(written.size(), 21u) << threaded;
        EXPECT_TRUE(std::is_sorted(written.begin(), written.end()));
    }
}

TEST(BatchThread, MayEndWithoutBeingFinished) {
    for (unsigned batches = 0; batches < 6; ++batches) {
        BatchThread thread([](WaveBatch&) {}, true);
        for (unsigned i = 0; i < batches; ++i) thread.give(empty_batch());
    }
}

class FullDisk : public test::SimTest, protected test::InFolder {};

TEST_F(FullDisk, IsReportedByCheckOutputAndLeavesNoFile) {
    const test::FileSizeLimit limit(1'000'000);
    {
        WaveWriter::Config config;
        config.path = folder_ + "/w.vcd";
        WaveWriter writer(config);
        const auto data = writer.add("top", "d", 32, 0);
        run(core::from_fs(10'000'000));
        const auto write_all = [&] {
            for (unsigned i = 0; i < 400'000; ++i) {
                writer.change(data, i);
                if (i % 1000 != 0) continue;
                run(core::from_fs(1'000'000));
                writer.check_output();
            }
            writer.finish();
        };
        EXPECT_THROW(write_all(), core::ConfigError);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

}  // namespace
}  // namespace niclab::probe
