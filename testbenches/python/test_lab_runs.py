"""The runs of the bench: each ends with a last state that its reader gets, whatever ends it."""
import asyncio
import json

import pytest

pytest.importorskip("starlette")
from niclab import program
from niclab.tools.lab import app, runs

ASKED = runs.RunRequest("echo", ())


def test_a_run_that_ends_while_a_line_is_sent_is_reported(tmp_path):
    async def lines():
        run = runs.Run(ASKED, "a", tmp_path)
        run.tell(state="running", percent=99)
        found, news = [], app.news(run)
        async for line in news:
            found.append(json.loads(line)["state"])
            run.tell(state="done", percent=100)
        return found

    assert asyncio.run(lines())[-1] == "done"


@pytest.mark.parametrize("script", [None, "head -c 200000 /dev/zero >&2; sleep 600"], ids=["no program", "a line without an end"])
def test_a_run_that_cannot_be_carried_out_has_failed(tmp_path, monkeypatch, script):
    niclab = tmp_path / "niclab"
    niclab.write_text(f"#!/bin/sh\n{script}\n")
    niclab.chmod(0o700)
    experiment = tmp_path / "echo.toml"
    experiment.write_text("")
    monkeypatch.setattr(program, "path", lambda: str(niclab))

    async def last():
        bench = runs.Runs(tmp_path, {"echo": str(experiment)})
        run = bench.start(ASKED)
        if script is None:
            niclab.unlink()
        found = [json.loads(line) async for line in app.news(run)]
        await bench.close()
        return found[-1]

    status = asyncio.run(asyncio.wait_for(last(), 300))
    assert status["state"] == "failed" and status["error"].startswith("niclab cannot be run: "), status
