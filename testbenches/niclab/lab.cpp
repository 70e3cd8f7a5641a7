#include <CLI/CLI.hpp>

#include "child.h"
#include "commands.h"
#include "lab/experiment/catalog.h"
#include "start_python.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_lab(CLI::App& app, LabArguments& a) {
    CLI::App* lab =
        app.add_subcommand("lab", "Open a page in a browser that runs an experiment when a parameter changes.");
    lab->add_option("--port", a.port, "Port on 127.0.0.1. Default: any free one.")->check(whole(1024, 65535));
    lab->add_flag("!--no-browser", a.browser, "Print the address of the page, without opening a browser.");
    lab->add_option("shows", a.shows,
                    "State of the page to open, the end of its link, such as '#echo&nic.sar.tx_fifo_cells=1'.");
    return lab;
}

int lab(const LabArguments& a) {
    std::vector<std::string> words = {"--niclab", own_path(), "--port", std::to_string(a.port)};
    if (!a.shows.empty()) words.push_back("--shows=" + a.shows);
    if (!a.browser) words.emplace_back("--no-browser");
    start_python("lab", words);
}

}  // namespace niclab::cli
