#!/usr/bin/env python3
"""Mutations of the checkers: each rule disabled once, and each number changed by +1 and -1. The
rule's patterns must fail.

    mutate.py CONFORMANCE        the test program; README.md beside this script says which tests a rule has

Ends with exit code 1 when a change goes unnoticed by the tests named for its rule.
"""
import os
import pathlib
import re
import subprocess
import sys

PROGRAM = sys.argv[1]
README = pathlib.Path(__file__).with_name("README.md")


def run(tests, mutation=None):
    environment = {**os.environ, **({"NICLAB_MUTATION": mutation} if mutation else {})}
    return subprocess.run([PROGRAM, "--gtest_brief=1", f"--gtest_filter={':'.join(tests)}"], env=environment, text=True, capture_output=True)


def tests_of_rules():
    """For each rule the tests that README.md names: `PciRules Legal.../P1_0, P1_1` or filters of
    Google Test.
    """
    tests = {}
    for rule, legal, illegal in re.findall(r"^\| (\w+) \| [^|]* \| ([^|]*) \| ([^|]*) \| holds \|$", README.read_text(), re.MULTILINE):
        own = f"{legal}, {illegal}"
        tests[rule] = [f"*/{rule}_*"] if "/" in own else own.split(", ")
    return tests


tests, unnoticed, done = tests_of_rules(), [], 0
listed = run(["Mutations.All"]).stdout
for mutation, rule in re.findall(r"^mutation (\S+) (\S+)$", listed, re.MULTILINE):
    assert run(tests[rule]).returncode == 0, f"{rule}: its tests fail without a change"
    failed = sorted(set(re.findall(r"\[  FAILED  \] (\S+?),? ", run(tests[rule], mutation).stdout)))
    print(f"{mutation:28} {rule:4} {'fails: ' + ', '.join(name.rsplit('.', 1)[-1] for name in failed) if failed else 'UNNOTICED'}")
    done += 1
    unnoticed += [] if failed else [mutation]
assert done > 50, listed
print(f"{done} changes, {len(unnoticed)} unnoticed{': ' if unnoticed else ''}{', '.join(unnoticed)}")
sys.exit(1 if unnoticed else 0)
