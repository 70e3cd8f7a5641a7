"""What a sweep leaves: tables, plots and a page."""
import pathlib
import subprocess

from niclab.sweep import search, tables


def rows(sweep, store) -> list:
    """One row a point, in the order of the plan; a search's points once each."""
    listed = sweep.points
    if sweep.search:
        listed = list({p.name: p for p in reversed(sweep.points)}.values())[::-1]
    records = [store.record(p) for p in listed]
    result = []
    for p, record in zip(listed, records):
        message = "" if record else store.failure(p)
        status = "done" if record else "failed" if message else "pending"
        result.append({**p.values, "point": p.name, "status": status, "message": message, **record})
    if sweep.objectives:
        for row, on in zip(result, search.front(records, sweep.objectives)):
            row["front"] = int(on)
    return result


def write(sweep, store, out: pathlib.Path, complete: bool) -> list:
    """Writes the files; returns a sentence for each failed point."""
    found = rows(sweep, store)
    keys = list(dict.fromkeys(key for p in sweep.points for key in p.values))
    version = subprocess.run([sweep.a.niclab, "--version"], capture_output=True, text=True).stdout.strip()
    tables.write_csv(out / "sweep.csv", found)
    tables.write_plan(out / "sweep.json", version, keys, found, sweep.objectives)
    if complete:
        from niclab.sweep import page, plots
        tables.write_sqlite(out / "sweep.sqlite", found, store.folder)
        pictures = plots.draw(out, keys, found, sweep.objectives)
        page.write(out / "index.html", sweep, version, keys, found, pictures)
    return [f"{', '.join(f'{key}={row[key]}' for key in keys if key in row)}: {row['message']}" for row in found if row["status"] == "failed"]
