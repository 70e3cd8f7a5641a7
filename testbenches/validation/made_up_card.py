"""A kind of card that only a test has, with places of its own, is drawn by what it declares: no
page and no tool knows it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from common import ROOT, check_all, niclab, skip

sys.path.insert(0, str(ROOT / "scripts"))
import draw_way
from niclab.scene import scene

UNIT_LAB = sys.argv[2]
PLACES = ["program", "driver", "frame line", "shelf of frames", "checker", "driver", "program"]
CARDS = ("idt77901", "eni155p_like", "pca200e_like", "pio_fifo", "hostmem_sar", "am79c970a", "rtl8029", "3c595", "ne2000", "3c509")


def run_of_the_made_up(folder):
    done = subprocess.run([UNIT_LAB, "--gtest_filter=OwnLine.DeclaresItsPlacesInTheResults"], env={**os.environ, "NICLAB_TEST_KEEPS": str(folder)},
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def it_is_drawn(folder):
    run_of_the_made_up(folder)
    way = scene.make(folder, first=True)["directions"][0]
    assert [place["title"] for place in way["places"]] == PLACES
    checker = next(place["id"] for place in way["places"] if place["title"] == "checker")
    spent = sum(span["end"] - span["begin"] for span in way["spans"] if span["place"] == checker)
    assert spent >= 10, f"a check takes ten microseconds: {spent}"
    drawn = draw_way.drawn(way)
    for title in PLACES:
        assert f">{title}</text>" in drawn, title
    assert drawn.count('data-place="') == len(PLACES) and "waits for those before it" in drawn, "an arrow to whoever is waited for"


def a_place_without_time_stays(folder):
    way = scene.make(folder)["directions"][0]
    shelf = next(place for place in way["places"] if place["title"] == "shelf of frames")
    assert all(span["place"] != shelf["id"] for span in way["spans"]) and shelf["kind"] == "store"


def every_card_declares_what_its_packets_meet(folder):
    """No cause of a shipped card's run is at an undeclared place. Every key that is named as a
    remedy can be set.
    """
    known, listed = set(), {}
    for card in CARDS:
        both = [word for host in ("client", "server") for word in ("--set", f"{host}.card={card}")]
        for experiment in ("echo", "stream"):
            niclab("run", experiment, *both, "--runs", "1", "--out", folder / card, "--quiet")
            for way in scene.make(folder / card)["directions"]:
                assert len({place["id"] for place in way["places"]}) == len(way["places"]) >= 12, card
                undeclared = {place["title"] for place in way["places"] if place["title"].startswith(("sending", "receiving"))}
                assert not undeclared, f"{card}: not declared: {undeclared}"
                for cause, why in way["explain"].items():
                    # A driver's own work has a cost that no key of the card changes; the gap and
                    # the back-off are the standard's.
                    fixed = "_driver." in cause or cause in ("medium_access.gap", "medium_access.backoff")
                    assert why["explain"].endswith(".") and (why["keys"] or fixed), f"{card}: {cause}: {why}"
                known |= {key for place in way["places"] for key in place["keys"]}
        listed[card] = (both, {p["key"]: p["value"] for p in json.loads(niclab("explain", "echo", "--parameters", *both).stdout)})
    for key in known:
        # Most keys of a host may be set for both at once; its own, without a table, are below its name.
        tried = ((both, name if "." not in key else key, values[name]) for both, values in listed.values() for name in (key, f"client.{key}") if name in values)
        both, name, value = next(tried, ([], key, None))
        assert value is not None, f"{key}: no such key"
        niclab("explain", "echo", *both, "--set", f"{name}={json.dumps(value)}")


if not draw_way.chromium():
    skip("chromium is not installed")
with tempfile.TemporaryDirectory() as temporary:
    check_all((it_is_drawn, a_place_without_time_stays, every_card_declares_what_its_packets_meet), pathlib.Path(temporary))
