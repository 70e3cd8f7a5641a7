"""What the bench answers. Every requested name must be in a list made before; nothing is answered
from outside of its session.
"""
import asyncio
import contextlib
import json
import pathlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Lifespan

from niclab import pages, results
from niclab.errors import WrongInput
from niclab.scene import scene, waves
from niclab.tools.lab import catalog, guard, runs, states, uploads

HERE = pathlib.Path(__file__).parent
STATIC = {path.name: path for folder in (HERE / "static", pages.HERE / "modules") for path in folder.iterdir() if path.suffix == ".js"}
STATIC |= {"style.css": pages.HERE / "style.css", "machine.css": pages.HERE / "machine.css", "lab.css": HERE / "static/lab.css"}
TYPES = {".js": "text/javascript", ".css": "text/css", ".csv": "text/csv", ".json": "application/json", ".txt": "text/plain", ".html": "text/html"}
Handler = Callable[[Request], Awaitable[Response]]


def said(handler: Handler) -> Handler:
    """Refusals as JSON with a sentence."""
    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except runs.RequestError as error:
            return JSONResponse({"error": str(error)}, error.status)
        except WrongInput as error:
            return JSONResponse({"error": str(error)})  # what niclab says of a setting is an answer, no failure of the page
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError, ClientDisconnect):
            return JSONResponse({"error": "JSON wanted"}, 400)

    return guarded


class Bench:
    """One session: its gallery, its runs, its guard."""

    def __init__(self, session: pathlib.Path, own: pathlib.Path, port: int, shows: str = ""):
        self.entries = catalog.entries(own)
        self.files = {entry.name: entry.file for entry in self.entries}
        self.runs: runs.Runs
        self.session, self.uploads, self.states = session, uploads.Uploads(session / "uploads"), states.States()
        routes = [("/", self.page), ("/static/{name}", self.static), ("/report/{id}", self.report), ("/api/explain", self.explain),
                  ("/api/toml", self.toml), ("/api/states", self.keep), ("/api/states/{digest}", self.kept), ("/api/uploads/{kind}", self.upload),
                  ("/api/runs", self.start), ("/api/runs/{id}", self.run), ("/api/runs/{id}/events", self.events),
                  ("/api/runs/{id}/scene", self.scene), ("/api/runs/{id}/waves", self.waves), ("/api/runs/{id}/files/{name}", self.file)]
        posted = ("/api/explain", "/api/toml", "/api/states", "/api/uploads/{kind}", "/api/runs")
        methods = {**{path: ["POST"] for path in posted}, "/api/runs/{id}": ["GET", "DELETE"]}
        table = [Route(path, said(handler), methods=methods.get(path, ["GET"])) for path, handler in routes]
        lifespan: Lifespan = self.lifespan
        self.guard = guard.Guard(Starlette(routes=table, lifespan=lifespan), port, shows)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[None]:
        self.runs = runs.Runs(self.session, self.files)
        await asyncio.gather(asyncio.to_thread(catalog.names), asyncio.to_thread(catalog.addable))  # before a request waits for it
        try:
            yield
        finally:
            await self.runs.close()

    async def page(self, _: Request) -> Response:
        shelves: dict[str, list[catalog.Entry]] = {}
        for entry in self.entries:
            shelves.setdefault(entry.shelf, []).append(entry)
        lessons = catalog.lessons(self.files)
        data = {"experiments": [{"name": e.name, "question": e.question} for e in self.entries], "names": catalog.names(), "known": catalog.addable(),
                "lessons": lessons, "uploads": [upload.to_json() for upload in self.uploads.kept.values()]}
        text = pages.render("lab.html", shelves=shelves, entries=self.entries, lessons=lessons, token=self.guard.token,
                            data=Markup(json.dumps(data).replace("<", "\\u003c")))
        return Response(text, media_type="text/html")

    async def static(self, request: Request) -> Response:
        path = STATIC.get(request.path_params["name"])
        if path is None:
            raise runs.RequestError("no such file", 404)
        text = path.read_text(encoding="utf-8")
        return Response(pages.with_choice(text) if path.suffix == ".css" else text, media_type=TYPES[path.suffix])

    async def run_request(self, request: Request) -> tuple[runs.RunRequest, Any]:
        body = await request.json()
        link = body.pop("link", "") if isinstance(body, dict) else ""
        return catalog.run_request(body, self.files), link

    async def explain(self, request: Request) -> Response:
        wanted, _ = await self.run_request(request)
        return JSONResponse(await asyncio.to_thread(catalog.explained, catalog.with_files(wanted, self.uploads), self.files[wanted.experiment]))

    async def toml(self, request: Request) -> Response:
        wanted, link = await self.run_request(request)
        file = self.files[wanted.experiment]
        await asyncio.to_thread(catalog.explained, catalog.with_files(wanted, self.uploads), file)  # a file that niclab would refuse is none
        return JSONResponse({"toml": catalog.experiment_file(wanted, file, link if states.is_link(link) else "", self.uploads)})

    async def keep(self, request: Request) -> Response:
        """A state that is too long for a link, under its digest."""
        body = await request.json()
        return JSONResponse({"digest": self.states.keep(body.get("link") if isinstance(body, dict) else None)})

    async def kept(self, request: Request) -> Response:
        return JSONResponse({"link": self.states.get(request.path_params["digest"])})

    async def upload(self, request: Request) -> Response:
        """A reader's file; an experiment stands in the gallery from then on."""
        kind = request.path_params["kind"]
        upload = self.uploads.keep(kind, request.headers.get("x-niclab-name", ""), await request.body())
        if kind != "experiment":
            return JSONResponse(upload.to_json())
        try:
            await asyncio.to_thread(uploads.refuse_what_niclab_refuses, upload)
        except runs.RequestError:
            self.uploads.forget(upload)
            raise
        entry = catalog.given(upload, self.files)
        self.entries = [*(e for e in self.entries if e.name != entry.name), entry]
        self.files[entry.name] = entry.file
        return JSONResponse({**upload.to_json(), "value": entry.name})

    async def start(self, request: Request) -> Response:
        wanted, _ = await self.run_request(request)
        return JSONResponse(self.runs.start(catalog.with_files(wanted, self.uploads)).status(), 202)

    async def run(self, request: Request) -> Response:
        run = self.runs.get(request.path_params["id"])
        if request.method == "DELETE":
            run.cancel()
        return JSONResponse(run.status())

    async def events(self, request: Request) -> Response:
        return StreamingResponse(news(self.runs.get(request.path_params["id"])), media_type="application/x-ndjson")

    def done(self, request: Request) -> runs.Run:
        run = self.runs.get(request.path_params["id"])
        if run.state != "done":
            raise runs.RequestError(run.error or "this run has not ended", 409)
        return run

    async def scene(self, request: Request) -> Response:
        run = self.done(request)
        first = request.query_params.get("first") == "1" and run.asked.report
        return JSONResponse(await asyncio.to_thread(lambda: scene.make(run.folder, first=first)))

    async def waves(self, request: Request) -> Response:
        """The wires of the first packet, or null where this run recorded none."""
        run = self.done(request)
        return JSONResponse(await asyncio.to_thread(lambda: waves.read(results.Run(run.folder))))

    async def file(self, request: Request) -> Response:
        run, name = self.done(request), request.path_params["name"]
        if name not in runs.FILES or not (run.folder / name).is_file():
            raise runs.RequestError("no such file", 404)
        return FileResponse(run.folder / name, media_type=TYPES[pathlib.Path(name).suffix])

    async def report(self, request: Request) -> Response:
        path = self.done(request).folder / "report.html"
        if not path.is_file():
            raise runs.RequestError("this run has no report", 404)
        return Response(path.read_bytes(), media_type="text/html", headers={"content-security-policy": guard.REPORT_POLICY})


async def news(run: runs.Run) -> AsyncIterator[bytes]:
    """A line of JSON for each change until the run is over; a run without a reader ends."""
    run.watched += 1
    try:
        while True:
            changed, status, over = run.changed, run.status(), run.over
            yield json.dumps(status).encode() + b"\n"
            if over:  # of what was sent: the run may end while a line is sent
                return
            await changed.wait()
    finally:
        run.watched -= 1
        if not run.watched and not run.over:
            asyncio.get_running_loop().call_later(runs.SECONDS_UNWATCHED, lambda: None if run.watched else run.cancel())
