#!/usr/bin/env bash
# Versions: json-bigint 1.0.0 of npm.
# Expected: json-bigint keeps integers above 2^53, such as 64-bit seeds and counters. Fractions remain numbers, as with
# JSON.parse.
# Observed: each number of more than 15 characters becomes an object, also 3.3333333333333335. The sum of 1.5 and such a
# delay is the text 1.53.3333333333333335. With the option useNativeBigInt the whole file is an error.
# Hurts: means of delays that Python writes have 16 or 17 digits. Sums of them are text or NaN, and a file with one
# such mean cannot be read with native integers.
. "$(dirname "$0")/common.sh"

npm_packages json-bigint@1.0.0
python3 - >results.json <<'CODE'
import json

print(json.dumps({"seed": 2**64 - 1, "delays": [1.5, 10 / 3]}))
CODE
cat >read.js <<'CODE'
const fs = require("fs");
const json_bigint = require("json-bigint");
const text = fs.readFileSync("results.json", "utf8");
let parse = JSON.parse;
if (process.argv[2] !== "JSON.parse") parse = json_bigint(JSON.parse(process.argv[2])).parse;
try {
    const {seed, delays} = parse(text);
    console.log(String(seed), delays.map(d => typeof d).join(" "), delays[0] + delays[1]);
} catch (error) {
    console.log(error.message);
}
CODE
expect "the file" '{"seed": 18446744073709551615, "delays": [1.5, 3.3333333333333335]}' "$(cat results.json)"
expect "JSON.parse: seed, types and sum of the delays" "18446744073709552000 number number 4.833333333333334" \
    "$(node read.js JSON.parse)"
expect "json-bigint (18446744073709551615 number number 4.833333333333334)" \
    "18446744073709551615 number object 1.53.3333333333333335" "$(node read.js {})"
expect "json-bigint, storeAsString (the same)" "18446744073709551615 number string 1.53.3333333333333335" \
    "$(node read.js '{"storeAsString": true}')"
expect "json-bigint, useNativeBigInt (the same)" "Cannot convert 3.3333333333333335 to a BigInt" \
    "$(node read.js '{"useNativeBigInt": true}')"
finish
