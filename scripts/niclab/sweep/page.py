"""index.html: the pictures and the table, for a browser without a network."""
import html
import pathlib

from niclab.sweep import plots, tables

STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
figure { margin: 0; } figcaption { font-weight: 600; }
.pictures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
img { width: 100%; height: auto; background: #fff; border-radius: 4px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .7rem; text-align: right; white-space: nowrap; }
.failed { color: #c33; } .front { font-weight: 700; }
"""
COLUMNS = ("latency_us", "latency_us_ci95", "throughput_mbps", "throughput_mbps_ci95", "pdus_dropped", "cost_bits")


def cell(row: dict, column: str) -> str:
    value = row.get(column)
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else html.escape(str(value))


def head(column: str) -> str:
    return "± 95 %" if column.endswith("_ci95") else html.escape(plots.title(column))


def table(keys: list, rows: list, objectives: list) -> str:
    columns = [*keys, *dict.fromkeys([*COLUMNS, *(o.column for o in objectives)]), "status"]
    lines = ["<tr>" + "".join(f"<th>{c if c in keys else head(c)}</th>" for c in columns) + "</tr>"]
    for row in rows:
        kind = "failed" if row["status"] == "failed" else "front" if row.get("front") else ""
        cells = "".join(f"<td>{cell(row, c)}</td>" for c in columns)
        message = f"<td>{html.escape(row['message'])}</td>" if row["message"] else ""
        lines.append(f'<tr class="{kind}">{cells}{message}</tr>')
    return "\n".join(lines)


def write(path: pathlib.Path, sweep, version: str, keys: list, rows: list, pictures: list) -> None:
    name = html.escape(pathlib.Path(sweep.a.experiment).stem)
    count = {status: sum(row["status"] == status for row in rows) for status in ("done", "failed")}
    figures = "\n".join(f'<figure><figcaption>{html.escape(caption)}</figcaption><img src="{html.escape(file)}" alt="{html.escape(caption)}"></figure>'
                        for file, caption in pictures)
    common = html.escape(" ".join(sweep.experiment.common)) or "as in the experiment"
    tables.write(path, f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sweep of {name}</title><style>{STYLE}</style></head><body>
<h1>Sweep of {name}</h1>
<p>{count['done']} points done, {count['failed']} failed. Seed of the points {sweep.seed}. Common to all: {common}. {html.escape(version)}.
Bands and ± are 95 % confidence intervals of the mean over the runs of a point.</p>
<div class="pictures">
{figures}
</div>
<h2>Points</h2>
<div class="wide"><table>
{table(keys, rows, sweep.objectives)}
</table></div>
<p>More columns: <a href="sweep.csv">sweep.csv</a>, <a href="sweep.sqlite">sweep.sqlite</a>.</p>
</body></html>
""")
