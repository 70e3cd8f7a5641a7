#!/usr/bin/env bash
# Versions: tomllib of Python 3, tomlkit 0.15.2, rtoml 0.14.0, pytomlpp 1.1.0 (toml++).
# Expected: a reader of TOML either keeps a number or refuses it, and all agree on the range.
# Observed: the Python readers keep integers of any size, toml++ refuses those above 2^63 - 1. The
# float 1e400 is read as infinity without a message by tomllib and tomlkit; rtoml and toml++ refuse
# it.
# Who is hurt: whoever lets Python write a 64-bit seed, as secrets.randbits(64) gives: half of the
# files cannot be read by a C++ program. A mistyped exponent of a rate or a limit becomes "no
# limit".
. "$(dirname "$0")/common.sh"

python_packages tomlkit==0.15.2 rtoml==0.14.0 pytomlpp==1.1.0
cat >probe.py <<'CODE'
import pytomlpp
import rtoml
import tomlkit
import tomllib

for text in ("a = 9223372036854775807", "a = 9223372036854775808", "a = 1e400"):
    values = []
    for reader in (tomllib, tomlkit, rtoml, pytomlpp):
        try:
            values.append(str(reader.loads(text)["a"]))
        except (ValueError, pytomlpp.DecodeError):
            values.append("refused")
    print(*values)
CODE
bounded 60 python probe.py >values
two_63=9223372036854775808
expect "2^63 - 1 by tomllib, tomlkit, rtoml, toml++" "$(yes 9223372036854775807 | head -4 | xargs)" \
    "$(sed -n 1p values)"
expect "2^63 by the same" "$two_63 $two_63 $two_63 refused" "$(sed -n 2p values)"
expect "1e400 by the same" "inf inf refused refused" "$(sed -n 3p values)"
finish
