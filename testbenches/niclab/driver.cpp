#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "core/output_file.h"
#include "driver_build.h"
#include "driver_trial.h"
#include "progress_line.h"
#include "runtime/crash.h"

namespace niclab::cli {

namespace {

/// A driver runs in this process: where a crash of it cannot be left, one sentence is all that can be said.
char g_module[128], g_folder[128];  // to be removed on the way out

void on_crash() {
    unlink(g_module);
    rmdir(g_folder);
    constexpr char kText[] = "niclab: the driver has crashed: it used memory it does not have\n";
    [[maybe_unused]] const auto n = write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(kCheckFailed);
}

std::string report(const linux_kernel::DriverTrial& trial, const std::string& source, std::uint64_t seed) {
    std::string text = "niclab " + lab::version() + "  driver " + source + "  seed " + std::to_string(seed) + "\n\n";
    for (const auto& step : trial.steps())
        text += std::string(step.passed ? "ok      " : "FAILED  ") + step.name + ": " + step.result + "\n";
    return text;
}

std::string log_of(const linux_kernel::Machine& machine) {
    std::string text;
    char time[32];
    for (const linux_kernel::LogLine& line : machine.log()) {
        std::snprintf(time, sizeof time, "[%12.3f us] ", line.time_us);
        text += time + line.text + "\n";
    }
    return text;
}

}  // namespace

int driver(const DriverArguments& a) {
    lab::prepare_simulation();
    const linux_kernel::DriverBuild build(a.source, a.kernel);
    std::snprintf(g_module, sizeof g_module, "%s", build.module().c_str());
    std::snprintf(g_folder, sizeof g_folder, "%s", std::filesystem::path(build.module()).parent_path().c_str());
    linux_kernel::DriverTrial::Config config;
    config.bench.module = build.module();
    config.bench.jiffy_us = 40;  // what the driver does each second it does each 10 ms
    config.bench.assignments = a.assignments;
    config.bench.interrupted = interrupt_flag();
    config.packets = a.packets;
    config.seed = a.seed;
    const std::string out = a.out.empty() ? "results/driver" : a.out;
    core::make_folder(out);
    stop_on_interrupt();
    linux_kernel::catch_crashes(on_crash);
    ProgressLine progress(false);
    linux_kernel::DriverTrial trial(config);
    trial.run([&progress](double fraction, const std::string& what) {
        progress.show(fraction, what);
        return !interrupted();
    });
    progress.clear();
    const std::string text = report(trial, build.source(), a.seed);
    core::write_file(out + "/summary.txt", text);
    core::write_file(out + "/client.log", log_of(trial.bench().client));
    core::write_file(out + "/server.log", log_of(trial.bench().server));
    std::fputs(text.c_str(), stdout);
    std::printf("%s\n", out.c_str());
    return interrupted() ? kInterrupted : trial.passed() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
