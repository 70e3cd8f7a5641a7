"""An installed niclab: find_package(niclab) builds a program of somebody else's, and the installed program runs."""
import os
import subprocess
import unittest

import niclab

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(niclab REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE niclab::pci)
"""
PROGRAM = """#include <cstdio>
#include "pci/bus.h"
#include "pci/config_space.h"
#include "pci/initiator.h"

int sc_main(int, char*[]) {
    using namespace niclab;
    core::set_time_resolution();
    core::Clock clock("clock", {});
    pci::Bus bus("bus", clock);
    pci::DmaChannel channel("dma");
    pci::Initiator initiator("initiator", clock, channel, nullptr);
    bus.attach(initiator.pins, "mine");
    pci::Burst nobody_answers;
    nobody_answers.address = 0x1000;
    nobody_answers.dwords = 1;
    channel.request.post(nobody_answers);
    sc_core::sc_start(1, sc_core::SC_US);
    std::printf("answered %d\\n", channel.response.has_item());
    return 0;
}
"""


def check(*command, **options):
    process = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        context = niclab.folder()
        cls.at = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        check("cmake", "--install", os.environ["NICLAB_BUILD"], "--prefix", cls.at / "prefix")

    def test_find_package(self):
        source, build = self.at / "source", self.at / "build"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(PROJECT)
        (source / "main.cpp").write_text(PROGRAM)
        check("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.at / 'prefix'}")
        check("cmake", "--build", build)
        self.assertIn("answered 1\n", check(build / "consumer"))

    def test_program_finds_its_data(self):
        program = self.at / "prefix" / "bin" / "niclab"
        away = self.at / "away"
        away.mkdir()
        self.assertEqual(check(program, "list", "cards", cwd=away), "idt77901\n")
        out = check(program, "run", "echo", "--runs", "1", "--quiet", cwd=away)
        self.assertEqual(out, "results/echo\n")
        self.assertTrue((away / "results" / "echo" / "pdus.csv").is_file())


if __name__ == "__main__":
    unittest.main()
