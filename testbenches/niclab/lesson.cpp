#include <CLI/CLI.hpp>

#include "child.h"
#include "commands.h"
#include "start_python.h"
#include "words.h"

namespace niclab::cli {

namespace {

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

CLI::App* add_lesson(CLI::App& app, LessonArguments& a) {
    CLI::App* lesson = app.add_subcommand("lesson", "Print the sheets of a course, give hints and check answers.");
    lesson
        ->add_option("what", a.what,
                     "Action: list; N or show N, the sheet; start N, an answer file; hint N [FILE], the next hint; "
                     "check N FILE..., the verdict on answers; solution N.")
        ->required()
        ->check([](const std::string& word) {
            return is_number(word) ? ""
                                   : one_of("action", {"list", "show", "start", "hint", "check", "solution"})(word);
        });
    lesson->add_option("words", a.words, "Number of the lesson and answer files.");
    return lesson;
}

int lesson(const LessonArguments& a) {
    std::vector<std::string> words = {"--niclab", own_path(), "--"};
    if (is_number(a.what)) words.push_back("show");
    words.push_back(a.what);
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("lesson", words);
}

CLI::App* add_mystery(CLI::App& app, MysteryArguments& a) {
    CLI::App* mystery = app.add_subcommand("mystery", "Make an experiment with one hidden fault to be found.");
    mystery
        ->add_option(
            "words", a.words,
            "SEED, which makes the files of the experiment; check SEED FILE..., the verdict on answers; words, the "
            "possible answers.")
        ->required();
    mystery->add_option("--out", a.out, "Folder of the files. Default: mystery-SEED.")->type_name("FOLDER");
    return mystery;
}

int mystery(const MysteryArguments& a) {
    std::vector<std::string> words = {"--niclab", own_path(), "--out=" + a.out, "--"};
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("mystery", words);
}

}  // namespace niclab::cli
