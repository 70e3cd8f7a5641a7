#!/usr/bin/env bash
# Versions: yanglint 2.1.30 (Debian libyang2-tools 2.1.30-2).
# Expected: a 64-bit counter, which is a string in JSON, has the same value as in XML: 010 is 10, as RFC 7950 allows octal
# and hexadecimal numbers in defaults of a module only.
# Observed: in JSON "010" is 8, "0x1f" is 31 and "08" an error; in XML they are 10, an error and 8. A copy from one
# format to the other changes nothing: the value is written in decimal.
# Hurts: counters that a script writes with leading zeros, so that they sort as text, are too low or refused in JSON
# only, while 32-bit ones are numbers and have no such case.
. "$(dirname "$0")/common.sh"

debian_packages libyang2-tools=2.1.30-2
cat >card.yang <<'YANG'
module card {
    namespace "urn:card";
    prefix c;
    container card {
        leaf octets {
            type uint64;
        }
        leaf limit {
            type uint64;
            default 010;
        }
    }
}
YANG
# read_as FORMAT VALUE: the value of `octets` in a file of that format, or "error".
read_as() {
    case $1 in
    json) echo "{\"card:card\": {\"octets\": \"$2\"}}" >data.json ;;
    xml) echo "<card xmlns=\"urn:card\"><octets>$2</octets></card>" >data.xml ;;
    esac
    bounded 20 yanglint -f json card.yang "data.$1" 2>log | sed -nE 's/.*"octets": ?"(.*)".*/\1/p' | grep . || echo error
}

expect "10 in JSON, in XML" "10 10" "$(read_as json 10) $(read_as xml 10)"
expect "010 (10 10)" "8 10" "$(read_as json 010) $(read_as xml 010)"
expect "08 (8 8)" "error 8" "$(read_as json 08) $(read_as xml 08)"
expect "0x1f (error error)" "31 error" "$(read_as json 0x1f) $(read_as xml 0x1f)"
expect "00000000012345678 (12345678 12345678)" "error 12345678" \
    "$(read_as json 00000000012345678) $(read_as xml 00000000012345678)"
expect "00000000001234567 (1234567 1234567)" "342391 1234567" \
    "$(read_as json 00000000001234567) $(read_as xml 00000000001234567)"
finish
