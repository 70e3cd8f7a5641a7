#!/usr/bin/env bash
# Versions: PyYAML 6.0.4, ruamel.yaml 0.19.1, yaml 2.9.1 and js-yaml 5.5.0 (npm).
# Expected: the address of a PCI device, such as 0000:03:00.0, is a string in YAML.
# Observed: PyYAML reads it as a number to the base of 60, 180.0, if each part is decimal and the last
# two are below 60. 0000:3b:00.0 is a string. A MAC address of such digits is an integer. The other three
# read strings, and ruamel.yaml and yaml write the addresses without quotes, so that PyYAML reads numbers.
# Hurts: files that assign cards to machines. They work for most slots, and a file that another program
# has written names no device.
. "$(dirname "$0")/common.sh"

python_packages PyYAML==6.0.4 ruamel.yaml==0.19.1
npm_packages yaml@2.9.1 js-yaml@5.5.0
python >seen - <<'CODE'
import sys

import ruamel.yaml
import yaml

print(*map(repr, yaml.safe_load("[01:00.0, 0000:03:00.0, 0000:3b:00.0, 10:20:30:40:50:11]")))
other = ruamel.yaml.YAML()
print(repr(other.load("slot: 0000:03:00.0")["slot"]))
other.dump({"slot": "0000:03:00.0"}, sys.stdout)
other.dump({"slot": "0000:03:00.0"}, open("written.yaml", "w"))
print(yaml.safe_load(open("written.yaml")))
CODE
node -e '
const yaml = require("yaml"), other = require("js-yaml");
console.log(yaml.parse("0000:03:00.0"), other.load("0000:03:00.0"));
console.log(yaml.stringify("0000:03:00.0") + other.dump("0000:03:00.0"));' >seen.js
expect "PyYAML: two addresses, one with a letter, a MAC address" \
    "60.0 180.0 '0000:3b:00.0' 8041827011" "$(sed -n 1p seen)"
expect "ruamel.yaml reads" "'0000:03:00.0'" "$(sed -n 2p seen)"
expect "ruamel.yaml writes" "slot: 0000:03:00.0" "$(sed -n 3p seen)"
expect "PyYAML reads that as" "{'slot': 180.0}" "$(sed -n 4p seen)"
expect "yaml and js-yaml read" "0000:03:00.0 0000:03:00.0" "$(sed -n 1p seen.js)"
expect "yaml and js-yaml write" "0000:03:00.0 '0000:03:00.0'" "$(sed -n 2,3p seen.js | paste -sd' ')"
finish
