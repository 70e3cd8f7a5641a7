#!/usr/bin/env bash
# Versions: D-ITG 2.8.1 (Debian 2.8.1-r1023-6).
# Expected: "Packets dropped" of ITGDec are the sequence numbers that are missing, as the file of option -p counts them.
# A run of 2 s lasts 2 s at each time of day.
# Observed: dropped packets are the highest sequence number less the number of packets: 20 lost and 20 duplicated ones are
# a loss of 0, and packets that are lost at the end never count. A run across midnight lasts 86399.99 s, so 400 kbit/s
# are 0.009 kbit/s.
# Hurts: a card that sends frames twice hides its losses, and tests of a night have one run with almost no throughput.
. "$(dirname "$0")/common.sh"

debian_packages d-itg=2.8.1-r1023-6
cat >log.py <<'CODE'
import sys

# A log in the text format of ITGDec -l: 200 packets of 500 octets, one every 10 ms, with a delay of 1 ms.
def time(seconds):
    return f"{seconds // 3600 % 24:.0f}:{seconds % 3600 // 60:.0f}:{seconds % 60:.6f}"

start = float(sys.argv[1])
numbers = list(range(1, 201))
if sys.argv[2] == "lost":
    del numbers[50:70]
elif sys.argv[2] == "lost and twice":
    numbers[120:120] = numbers[100:120]
    del numbers[50:70]
elif sys.argv[2] == "lost at the end":
    del numbers[150:]
for number in numbers:
    sent = start + number * 0.01
    print(f"Flow>0001 Seq>{number:7d} Src>{'127.0.0.1':>46}/40000 Dest>{'127.0.0.1':>46}/8999",
          f"txTime>{time(sent)} rxTime>{time(sent + 0.001)} Size>{500:5d}")
CODE
# decoded START FATE LABEL: a line of the summary of a run that starts at START seconds after midnight.
decoded() {
    python3 log.py "$1" "$2" >log.txt
    bounded 20 ITGDec log.txt -t -v -p 100000 losses.txt 2>/dev/null |
        awk -v label="$3" '$0 ~ label " *=" && !done {sub(".*= *", ""); print; done = 1}'
}
noon=43200
evening=86399

expect "20 of 200 are lost" "20 (10.00 %)" "$(decoded $noon lost "Packets dropped")"
expect "20 are lost and 20 others come twice (20)" "0 (0.00 %)" "$(decoded $noon "lost and twice" "Packets dropped")"
expect "losses of option -p" "20.000000" "$(awk 'END {print $2}' losses.txt)"
expect "the last 50 are lost (50)" "0 (0.00 %)" "$(decoded $noon "lost at the end" "Packets dropped")"
expect "duration of 200 packets at noon" "1.990000 s" "$(decoded $noon all "Total time")"
expect "their rate" "402.010050 Kbit/s" "$(decoded $noon all "Average bitrate")"
expect "duration across midnight (1.99 s)" "86399.990000 s" "$(decoded $evening all "Total time")"
expect "rate across midnight (402)" "0.009259 Kbit/s" "$(decoded $evening all "Average bitrate")"
finish
