"""Scenes: the order of places, who is on which side, modules that fit into one page."""
import re

import made_up
import pytest

from niclab import pages
from niclab.scene import places, scene


def causes(*ids):
    return [(one, one.partition(".")[0].replace("_", " ")) for one in ids]


def test_places_stand_from_program_to_program_with_the_line_between():
    way = causes("program.send", "sending_driver.doorbell", "sending_sar.schedule", "sending_pci.grant", "sending_memory.first_data", "transmit_fifo.null_cells",
                 "line.cell", "receiving_sar.look_up", "sram.segmentation", "receiving_pci.grant", "interrupt", "program.receive")
    found = scene.in_order([{"id": i, "resource": r} for i, r in way], [])
    assert [scene.key(side, place) for side, place in found] == [
        "a.program", "a.sending_driver", "a.sending_memory", "a.sending_pci", "a.sending_sar", "a.transmit_fifo", "line.line", "b.receiving_sar", "b.sram",
        "b.receiving_pci", "b.receiving_driver", "b.program"]


def test_a_cause_seen_late_still_stands_on_its_own_side():
    """In means, causes that other packets had come behind: what the sender's place is called tells its side."""
    sides = scene.with_sides(causes("line.cell", "receiving_pci.grant", "sending_sar.pdus", "transmit_fifo.user_cells", "packet_memory.room"))
    assert [side for side, _ in sides] == ["line", "b", "a", "a", "b"]


def test_an_unknown_place_is_an_engine_called_as_its_resource():
    place = places.place_of("ring.turn", "token ring")
    assert (place.id, place.title, place.kind) == ("ring", "token ring", "engine")


def test_every_explained_cause_names_places_that_are_described():
    known = places.data()
    for cause, why in known["cause"].items():
        assert places.place_of(cause, "?").title != "?", cause
        assert why["text"].endswith("."), cause
        assert why.get("holds", "line") in known["place"], cause


def test_a_made_up_run_has_a_scene(tmp_path):
    """The median packet by its time from program to program; a direction of which nothing arrived is not drawn."""
    shares = [{"direction": "a_to_b", "id": i, "resource": "place", "cause": "why", "state": "working", "mean_us": 1.0} for i in ("program.send", "line.cell")]
    rows = [(run, 0, [1.0 * k * (1 + run) for k in range(1, 9)]) for run in range(3)]
    config = {"run": {"seed": 1}, "a": {"nic": {}}, "b": {"nic": {}}}
    made_up.write_run(tmp_path, rows, experiment="x", seed=1, runs=3, partial=False, answer=[], findings=[], config=config, attribution=shares)
    found = scene.make(tmp_path)
    way, = found["directions"]
    assert (way["name"], way["packets"], way["packet"]["run"]) == ("a_to_b", 3, "1")
    assert [(span["begin"], span["end"]) for span in way["spans"]] == [(2.0, 4.0), (4.0, 14.0), (14.0, 16.0)]
    assert way["totals"]["driver"]["mean"] == pytest.approx(10.0) and way["means"]["line.line"]["n"] == 3


def test_modules_fit_into_one_script():
    """A page has them behind each other: no name is declared twice, nothing is imported or exported any more."""
    text = str(pages.modules())
    names = re.findall(r"^(?:const|let|function|class) (\w+)", text, re.M)
    assert len(names) == len(set(names)), sorted({n for n in names if names.count(n) > 1})
    assert not re.search(r"^(import|export) ", text, re.M)
    assert "</script" not in text[:-len("</script>")]
