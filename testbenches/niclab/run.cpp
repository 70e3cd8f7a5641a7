#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>

#include "commands.h"
#include "core/output_file.h"
#include "system/catalog.h"

namespace niclab::cli {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends the program at once
}

/// One line that overwrites itself, on a terminal only.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet) : on_(!quiet && isatty(STDERR_FILENO)) {}
    ~ProgressLine() { clear(); }
    void show(double fraction, const std::string& what) {
        const int percent = static_cast<int>(fraction * 100);
        if (!on_ || (percent == last_ && what == what_)) return;
        std::fprintf(stderr, "\r\033[K%3d %%  %s", percent, what.c_str());
        std::fflush(stderr);
        last_ = percent;
        what_ = what;
    }
    void clear() {
        if (on_ && last_ >= 0) std::fprintf(stderr, "\r\033[K");
        last_ = -1;
    }

private:
    bool on_;
    int last_ = -1;
    std::string what_;
};

}  // namespace

int run(const RunArguments& a) {
    const std::string path = system::find_file(system::Kind::Experiment, a.experiment, ".");
    const system::Experiment experiment = system::read_experiment(path.empty() ? a.experiment : path, a.overrides);
    const std::string out = a.out.empty() ? "results/" + experiment.name : a.out;
    core::refuse_folder("--vcd", a.options.vcd);
    core::refuse_folder("--pcap", a.options.pcap);
    core::make_folder(out);
    for (const char* file : {"/results.json", "/pdus.csv", "/summary.txt"}) core::refuse_folder("--out", out + file);
    std::signal(SIGINT, on_interrupt);
    ProgressLine progress(a.quiet);
    system::RunOptions options = a.options;
    options.interrupted = &interrupted;
    options.progress = [&progress](double fraction, const std::string& what) { progress.show(fraction, what); };
    const system::Results results = system::run(experiment, options);
    progress.clear();
    const std::string text = system::summary(results);
    system::write_results(results, out, text);
    if (!a.quiet) std::fputs(text.c_str(), stdout);
    std::printf("%s\n", out.c_str());
    if (interrupted) return kInterrupted;
    return results.checks_held() && results.notes.empty() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
