#!/usr/bin/env bash
# Versions: tomli 2.5.0, tomlkit 0.15.2, rtoml 0.14.0, pytomlpp 1.1.0 (toml++), tomllib of Python
# 3.11.
# Expected: tomli is the backport of tomllib, so a file that one reads the other reads as well.
# Observed: tomli, tomlkit and rtoml accept TOML 1.1: inline tables over several lines, a trailing
# comma in them, times without seconds, \e and \x41. tomllib and toml++ refuse each of these.
# Who is hurt: whoever writes an experiment with one tool and runs it with another: scripts that
# use tomli where tomllib is missing, or a C++ program that reads what a Python editor saved.
. "$(dirname "$0")/common.sh"

python_packages tomli==2.5.0 tomlkit==0.15.2 rtoml==0.14.0 pytomlpp==1.1.0
cat >probe.py <<'CODE'
import pytomlpp
import rtoml
import tomli
import tomlkit
import tomllib

for text in ("a = {b = 1,\n c = 2}", "a = {b = 1,}", "a = 07:32", 'a = "\\e"', 'a = "\\x41"'):
    readers = []
    for reader in (tomli, tomlkit, rtoml, tomllib, pytomlpp):
        try:
            reader.loads(text)
            readers.append(reader.__name__)
        except (ValueError, pytomlpp.DecodeError):
            pass
    print(*readers)
CODE
[ "$(python -c 'import sys; print(*sys.version_info[:2])')" = "3 11" ] || skip "python3 is not 3.11"
bounded 60 python probe.py >readers
expect "readers of a table over two lines" "tomli tomlkit rtoml" "$(sed -n 1p readers)"
expect "readers of a table with a trailing comma" "tomli tomlkit rtoml" "$(sed -n 2p readers)"
expect "readers of a time without seconds" "tomli tomlkit rtoml" "$(sed -n 3p readers)"
expect 'readers of "\e"' "tomli tomlkit rtoml" "$(sed -n 4p readers)"
expect 'readers of "\x41"' "tomli tomlkit rtoml" "$(sed -n 5p readers)"
finish
