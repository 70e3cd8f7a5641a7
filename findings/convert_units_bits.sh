#!/usr/bin/env bash
# Versions: convert-units 2.3.4, js-quantities 1.8.0, mathjs 15.2.0 (npm).
# Expected: a megabit is 1 000 000 bits, as rates of lines are defined and as js-quantities and mathjs count.
# Observed: convert-units counts all prefixes of bits and octets by 1024, and offers no decimal ones: 100 Mb are
# 104 857 600 b, and 1 Gb is 1024 Mb. Its prefixes of hertz are decimal.
# Hurts: a report that converts bits per second shows 95.4 Mb/s for a full line of 100 Mb/s, and 372.5 Gb/s for one of
# 400 Gb/s. The missing 5 to 7 % look like the overhead of the frames.
. "$(dirname "$0")/common.sh"

npm_packages convert-units@2.3.4 js-quantities@1.8.0 mathjs@15.2.0
need node
cat >units.js <<'CODE'
const convert = require("convert-units"), quantity = require("js-quantities"), math = require("mathjs");

console.log(convert(100).from("Mb").to("b"));
console.log(convert(1).from("Gb").to("Mb"), convert(1).from("GHz").to("MHz"));
console.log(convert(100e6).from("b").to("Mb").toFixed(2), convert(400e9).from("b").to("Gb").toFixed(2));
console.log(convert().from("b").possibilities().join(" "));
console.log(quantity("100 Mb").to("b").toString(), math.unit("100 Mb").to("b").toString());
CODE
node units.js >seen
expect "convert-units, 100 Mb in b (100000000)" 104857600 "$(sed -n 1p seen)"
expect "1 Gb in Mb, and 1 GHz in MHz (1000 1000)" "1024 1000" "$(sed -n 2p seen)"
expect "100 000 000 b in Mb, and 400 000 000 000 b in Gb (100.00 400.00)" "95.37 372.53" "$(sed -n 3p seen)"
expect "units of information" "b Kb Mb Gb Tb B KB MB GB TB" "$(sed -n 4p seen)"
expect "js-quantities and mathjs, 100 Mb" "100000000 b 1e+8 b" "$(sed -n 5p seen)"
finish
