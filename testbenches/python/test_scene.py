"""Scenes: the order of places, the side of each, modules that fit into one page."""
import re

import made_up
import pytest

from niclab import pages
from niclab.scene import coarse, places, scene


def place(name, kind="engine", parts=(), causes=(), depth=""):
    found = {"id": name, "title": name.replace("_", " "), "kind": kind, "panel": "line" if kind == "line" else "card", "parts": list(parts), "shows": [],
             "causes": [{"id": cause, "explain": "So it is.", "keys": []} for cause in causes]}
    return {**found, "fifo": {"depth": depth}} if depth else found


CHAIN = {"sending_places": [place("program", causes=["program.send"]), place("memory"), place("engine", parts=["sram"], causes=["sram", "engine.turn"]),
                            place("queue", "fifo", depth="nic.cells"), place("line", "line")],
         "receiving_places": [place("engine", parts=["sram"], causes=["sram"]), place("memory"), place("program", causes=["program.receive"])]}


def causes(*ids):
    return [(one, one.partition(".")[0].replace("_", " ")) for one in ids]


def test_places_stand_as_the_card_declares_them_whether_or_not_a_packet_stayed():
    way = places.PacketPath(CHAIN)
    life = causes("program.send", "engine.look", "memory.first", "engine.look", "line.cell", "sram.turn", "program.receive")
    assert [place.key for place in way.in_order(life)] == [
        "a.program", "a.memory", "a.engine", "a.queue", "line.line", "b.engine", "b.memory", "b.program"]
    assert way.in_order(life)[3].depth == "nic.cells"


def test_a_place_of_both_sides_is_that_of_the_cause_or_of_where_the_packet_is():
    way = places.PacketPath(CHAIN)
    found = way.places_of(causes("sram.turn", "memory.first", "line.cell", "sram.turn", "engine.turn", "program.receive"))
    assert [place.side for place in found] == ["a", "a", "line", "b", "a", "b"]


def test_a_place_nobody_declared_is_an_engine_behind_where_the_packet_came_from():
    way = places.PacketPath(CHAIN)
    life = [*causes("program.send", "engine.turn"), ("ring.turn", "token ring"), *causes("line.cell"), ("ring.turn", "token ring"), *causes("program.receive")]
    order = way.in_order(life)
    assert [place.key for place in order] == ["a.program", "a.memory", "a.engine", "a.ring", "a.queue", "line.line", "b.ring", "b.engine", "b.memory",
                                              "b.program"]
    assert (order[3].title, order[3].kind) == ("token ring", "engine")
    assert [place.key for place in places.PacketPath({}).in_order(causes("x.y", "z"))] == ["a.x", "a.z"], "of results without places"


def test_a_cause_is_explained_by_itself_or_with_all_whose_ids_begin_so():
    found = places.PacketPath(CHAIN).explanations(causes("sram.turn", "engine.turn", "engine.look"))
    assert set(found) == {"sram.turn", "engine.turn"} and found["engine.turn"]["explain"] == "So it is."


def test_a_mean_packet_ends_with_the_receiving_program():
    """Whatever causes later packets had."""
    shares = [{"id": i, "resource": r, "state": "working", "cause": "", "mean_us": 1.0} for i, r in causes("program.send", "line.cell", "program.receive", "sram.turn")]
    assert [span["id"] for span in scene.of_means(shares, places.PacketPath(CHAIN))] == ["program.send", "line.cell", "sram.turn", "program.receive"]


def test_a_made_up_run_has_a_scene(tmp_path):
    """The median packet by its time from program to program; a direction of which nothing arrived
    is not drawn.
    """
    shares = [{"direction": "a_to_b", "id": i, "resource": "place", "cause": "why", "state": "working", "mean_us": 1.0} for i in ("program.send", "line.cell")]
    rows = [(run, 0, [1.0 * k * (1 + run) for k in range(1, 9)]) for run in range(3)]
    config = {"run": {"seed": 1}, "a": {"nic": {}}, "b": {"nic": {}}}
    made_up.write_run(tmp_path, rows, experiment="x", seed=1, runs=3, partial=False, answer=[], findings=[], config=config, attribution=shares)
    found = scene.make(tmp_path)
    way, = found["directions"]
    assert (way["name"], way["packets"], way["packet"]["run"]) == ("a_to_b", 3, "1")
    assert [(span["begin"], span["end"]) for span in way["spans"]] == [(2.0, 4.0), (4.0, 14.0), (14.0, 16.0)]
    assert way["totals"]["driver"]["mean"] == pytest.approx(10.0) and way["means"]["a.line"]["n"] == 3


def test_modules_fit_into_one_script():
    """A page has them behind each other: no name is declared twice, nothing is imported or exported
    any more.
    """
    text = str(pages.modules())
    names = re.findall(r"^(?:const|let|function|class) (\w+)", text, re.M)
    assert len(names) == len(set(names)), sorted({n for n in names if names.count(n) > 1})
    assert not re.search(r"^(import|export) ", text, re.M)
    assert "</script" not in text[:-len("</script>")]


def test_a_connection_shaped_at_both_ends_is_one_box_of_the_way():
    """A shaper at each end of it: the one that carries data is drawn, acks' is not, nor one that
    nobody filled.
    """
    uses = [{"of": "peak_cell_rate", "who": who, "share": share} for who, share in (("vc0", 0.46), ("vc0", 0.003), ("vc1", 0.0001))]
    shaped = [part for part in coarse.parts({"from": "a", "to": "b", "uses": uses}) if part["of"] == "peak_cell_rate"]
    assert shaped == [{"of": "peak_cell_rate", "title": "peak cell rate", "who": "vc0", "shares": [{"words": "busy", "share": 0.46}]}]


def test_a_card_without_a_busy_time_is_not_drawn_as_idle():
    """At the cycle level none is measured: a box with 0 % would be wrong."""
    uses = [{"of": "cpu", "who": who, "context": "protocol", "share": 0.2} for who in "ab"] + [{"of": "card", "who": "b", "share": 0.4}]
    boxes = [(part["of"], part["who"]) for part in coarse.parts({"from": "a", "to": "b", "uses": uses})]
    assert boxes == [("cpu", "a"), ("card", "b"), ("cpu", "b")]
