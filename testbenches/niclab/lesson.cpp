#include <CLI/CLI.hpp>

#include "child.h"
#include "commands.h"
#include "start_python.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_lesson(CLI::App& app, LessonArguments& a) {
    CLI::App* lesson = app.add_subcommand("lesson", "Sheets for a course, with hints and answers that are checked.");
    lesson
        ->add_option("what", a.what,
                     "list; show N: the sheet; start N: an answer file; hint N [FILE]: the next hint; check N FILE...: "
                     "judges answers, of a class as a table; solution N.")
        ->required()
        ->check(one_of({"list", "show", "start", "hint", "check", "solution"}));
    lesson->add_option("words", a.words, "Number of the lesson, answer files.");
    return lesson;
}

int lesson(const LessonArguments& a) {
    std::vector<std::string> words = {"--niclab", own_path(), "--", a.what};
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("lesson", words);
}

CLI::App* add_mystery(CLI::App& app, MysteryArguments& a) {
    CLI::App* mystery = app.add_subcommand("mystery", "A bench with one hidden fault, to be found with instruments.");
    mystery
        ->add_option("words", a.words,
                     "SEED: makes the bench's files; check SEED FILE...: judges answers; words: what may be answered.")
        ->required();
    mystery->add_option("--out", a.out, "Folder for the files (mystery-SEED).");
    return mystery;
}

int mystery(const MysteryArguments& a) {
    std::vector<std::string> words = {"--niclab", own_path(), "--out=" + a.out, "--"};
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("mystery", words);
}

}  // namespace niclab::cli
