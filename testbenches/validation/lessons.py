"""Lessons: answers that were written down with an earlier version are right, known wrong ones get
the hint that names them, a class is graded.
"""
import json
import pathlib
import re
import tempfile

from common import check_all, named, niclab

ALONE = ("1", "6")  # lessons of which a paper alone is graded, too: with its hints
# Written down by hand from runs, not made by the checks.
RIGHT = {
    "1": dict(segmentation_9="27.41 us", segmentation_5="16.05 us", segmentation_1="4.75 us", slope="2.83 us", from_rate="2831 ns", null_cells_ahead="8",
              predicted_4="13.2 us", off="1.68 us", bus_to_bus_off="14.98 us", who_fills_the_line="PHY", what_they_cost="delay"),
    "2": dict(busy="55.6 %", busy_video="79.7 %", arbitration="3.58 clocks", acquisition="4.91 clocks", arbitration_video="5.83 clocks",
              acquisition_video="8.99 clocks", arbitration_first="1.34 clocks", acquisition_first="8.23 clocks", arbitration_last="11.14 clocks",
              longest_last="3399 clocks", throughput_round_robin="119.7 Mb/s", throughput_first="129.6 Mb/s", throughput_last="105.3 Mb/s",
              what_priority_does_not_shorten="burst in progress"),
    "3": dict(phy_2m="13.59 us", phy_100km="513.49 us", us_per_km="5.00 us", round_trip_added="1 ms", under_way="5840 octets", below_knee="42.6 Mb/s",
              knee="17600 octets", full="128.5 Mb/s", faster_line="45.6 Mb/s"),
    "4": dict(slot="51.2 us", wins="0.63", ties="0.25", loses="0.12", wins_again="0.81", longest_row="3009 frames", given_up="2 frames", carried="85.4 %"),
    "5": dict(interrupts_1="0.765", interrupts_2="0.652", interrupts_4="0.4", interrupts_8="0.225", interrupts_16="0.12", wait_1="17.0 us", wait_8="39.4 us",
              wait_16="68.0 us", largest_under_30us="4", throughput="nothing", lonely="224.17 us", added="200 us", who_decides="the timer"),
    "6": dict(access_healthy="0.212 us", access_faulty="1.061 us", clock="30.3 ns", more_clocks="28 clocks", wait_clocks="30 clocks", side="client",
              where="host memory", what="reads"),
    "7": dict(fetch="1.97 us", fetch_narrow="9.19 us", fetch_small="14.2 us", reads="25", cold="0.13 us", costs_most="small reads", why="latency"),
}
# What many answer, and a word of the hint that names it; of some questions several.
WRONG = {
    "1": dict(slope=[("22.66 us", "that is all of it; how much does ONE cell add?"), ("25.4 us", "that is all of it"), ("27.41 us", "that is all of it"),
                     ("-2.83 us", "a bigger buffer is not a faster one"), ("2.52 us", "divide by depth - 1"), ("3.05 us", "take the difference first")],
              from_rate=[("2.726 us", "SONET")], null_cells_ahead=[("9", "your own")], predicted_4=[("16.07 us", "three steps")],
              bus_to_bus_off=[("23.07 us", "PHY's FIFO")], who_fills_the_line=[("nobody", "no holes")],
              what_they_cost=[("throughput", "Mb/s"), ("both", "Mb/s"), ("nothing", "your own first answers")]),
    "2": dict(arbitration=[("4.91 clocks", "other part")], acquisition_first=[("1.34 clocks", "a grant is no bus"), ("0 clocks", "a grant is no bus")],
              throughput_round_robin=[("214.5 Mb/s", "own bursts")], what_priority_does_not_shorten=[("none", "a grant is no bus")]),
    "3": dict(us_per_km=[("3.336 us", "vacuum"), ("0 us", "light is not instant")], round_trip_added=[("500 us", "AND back"), ("0 us", "light is not instant")],
              below_knee=[("59.8 Mb/s", "whole segments")], knee=[("12 octets", "not packets")], under_way=[("4 octets", "count octets, not packets")],
              faster_line=[("170.2 Mb/s", "whole round trip")]),
    "4": dict(slot=[("9.6 us", "gap")], wins=[("0.5", "pairs of draws"), ("0.88", "ties")], ties=[("0.5", "from four")], loses=[("0.5", "pairs of draws")],
              wins_again=[("0.63", "from eight")], longest_row=[("1 frames", "take turns")], given_up=[("84 frames", "no lost frame")],
              carried=[("36.8 %", "ALOHA")]),
    "5": dict(interrupts_2=[("0.3825", "share")], interrupts_1=[("1", "not one for each packet")], lonely=[("24.12 us", "the idle host waits longest")],
              added=[("224.17 us", "before"), ("0 us", "not only matter under load")], who_decides=[("the count", "coalesce_time")],
              largest_under_30us=[("8", "not below")]),
    "6": dict(more_clocks=[("35 clocks", "LONGER")], where=[("sending engine", "the first that moved"), ("line", "the first that moved")],
              what=[("writes", "pci_access_rx")], side=[("server", "long access")]),
    "7": dict(fetch=[("9.19 us", "one lane")], fetch_narrow=[("1.97 us", "eight lanes")], reads=[("4", "512 octets")], cold=[("2.1 us", "whole time")],
              costs_most=[("a narrow link", "compare what each adds")], why=[("bandwidth", "the link is idle")]),
}


def paper(folder, lesson, file, given, **more):
    path = pathlib.Path(folder) / f"{file}.toml"
    lines = [f"{key} = {json.dumps(value)}" for key, value in given.items()]
    path.write_text("\n".join([f"lesson = {lesson}", *(f"{k} = {json.dumps(v)}" for k, v in more.items()), "[answers]", *lines]) + "\n")
    return path


def last_line(text):
    return json.loads(text.strip().split("\n")[-1])


def graded(lesson):
    """One who has all right, those who make every known mistake, one who left, one whose file is
    broken: a class.
    """
    with tempfile.TemporaryDirectory() as folder:
        right = paper(folder, lesson, "right", RIGHT[lesson], name="Ann", hints=1)
        wrong = [paper(folder, lesson, f"wrong{i}", {key: made[i][0] for key, made in WRONG[lesson].items() if i < len(made)})
                 for i in range(max(map(len, WRONG[lesson].values())))]
        away, broken = paper(folder, lesson, "away", {}), pathlib.Path(folder) / "broken.toml"
        broken.write_text("[answers\n")
        told = niclab("lesson", "check", lesson, right, away, broken, *wrong, expect=2).stdout
        papers = last_line(told)["class"]
        assert [one["name"] for one in papers] == ["Ann", "away", "broken", *(path.stem for path in wrong)] and "broken.toml:1:9:" in papers[2]["error"]
        missed = [key for key, points in papers[0]["scores"].items() if not points]
        assert not missed and set(papers[0]["scores"]) == set(RIGHT[lesson]) and papers[0]["hints"] == 1, missed
        assert not any(one["points"] for one in papers[1:])
        for key, made in WRONG[lesson].items():
            mistakes = told.partition(f"  {key}: ")[2].splitlines()[1:len(made) + 1]
            for given, hint in made:
                assert any(" x " in line and hint in line for line in mistakes), f"{key}, {given}: {hint!r} is not in\n{told}"
        if lesson not in ALONE:
            return
        alone = niclab("lesson", "check", lesson, wrong[0], expect=1).stdout
        assert set(last_line(alone)) == {"scores", "hints"}
        for key, made in WRONG[lesson].items():
            assert any(line.startswith(f"{key}: {made[0][0].split()[0]}") and made[0][1] in line for line in alone.split("\n")), f"{key} is not in\n{alone}"


def from_start_to_check():
    """The way of a student, in a folder of his own."""
    with tempfile.TemporaryDirectory() as folder:
        niclab("lesson", "start", "1", cwd=folder)
        path = pathlib.Path(folder) / "lesson1.toml"
        assert "exists already" in niclab("lesson", "start", "1", cwd=folder, expect=2).stderr
        hints = [niclab("lesson", "hint", "1", cwd=folder).stdout for _ in range(2)]
        assert hints[0].startswith("hint 1 of ") and hints[1].startswith("hint 2 of ") and hints[0][10:] != hints[1][10:]
        text = path.read_text()
        for key, value in RIGHT["1"].items():
            text = re.sub(rf'^{key} = ""', f'{key} = "{value}"', text, flags=re.M)
        path.write_text(text)
        said = niclab("lesson", "check", "1", cwd=folder).stdout
        assert said.count(", right") == len(RIGHT["1"]) and last_line(said)["hints"] == 2
        assert {p.name for p in pathlib.Path(folder).iterdir()} == {"lesson1.toml"}, "a check leaves files behind"


def refused():
    for words, why in ((("check",), "missing number of a lesson"), (("show", "9"), "unknown lesson; expected 1 to 7"), (("chek", "1"), 'did you mean "check"'),
                       (("check", "1", "none.toml"), "cannot open none.toml: ")):
        done = niclab("lesson", *words, expect=2)
        assert why in done.stderr and done.stderr.count("\n") == 1, done.stderr


def solutions_have_their_values():
    text = niclab("lesson", "solution", "1").stdout
    assert "27.41" in text and "2.83" in text and "{" not in text


check_all([*(named(f"lesson_{lesson}", graded, lesson) for lesson in RIGHT), from_start_to_check, refused, solutions_have_their_values])
