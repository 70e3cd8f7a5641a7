"""Pictures of a sweep: curves with their confidence, heat maps, the Pareto front. The same results give the same bytes."""
import math
import pathlib

import matplotlib
from matplotlib.figure import Figure

from niclab.sweep import axes, search

matplotlib.rcParams.update({"svg.hashsalt": "niclab", "svg.fonttype": "none", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
MOST_CURVES = 8
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444", "#b8a800"]
HEADLINES = ("latency_us", "throughput_mbps")


def spread(keys: list, rows: list) -> list:
    """Keys that take more than one value."""
    return [key for key in keys if len({row.get(key) for row in rows}) > 1]


def numeric(key: str, rows: list) -> bool:
    return all(axes.amount(row.get(key, "")) is not None for row in rows)


def title(column: str) -> str:
    for ending, unit in (("_us", " (us)"), ("_mbps", " (Mb/s)"), ("_bits", " (bits)"), ("_percent", " (%)")):
        if column.endswith(ending):
            return column[:-len(ending)].replace("_", " ") + unit
    return column.replace("_", " ")


def scale(key: str, rows: list) -> tuple:
    """(divisor, label): a key's values in the unit of the first."""
    unit = axes.number_and_unit(rows[0][key])[1]
    return axes.UNITS[unit], f"{key} ({unit})" if unit else key


def save(figure: Figure, path: pathlib.Path) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    figure.savefig(unfinished, format="svg", metadata={"Date": None, "Creator": "niclab"}, bbox_inches="tight")
    unfinished.rename(path)


def curve(plot, x: list, rows: list, column: str, label: str, colour: str) -> None:
    pairs = sorted((at, row[column], row.get(column + "_ci95") or 0) for at, row in zip(x, rows) if row.get(column) is not None)
    if not pairs:
        return
    at, mean, width = zip(*pairs)
    plot.plot(at, mean, marker="o", markersize=3, label=label, color=colour)
    if any(width):
        plot.fill_between(at, [m - w for m, w in zip(mean, width)], [m + w for m, w in zip(mean, width)], alpha=0.2, color=colour, linewidth=0)


def logarithmic(values: list) -> bool:
    return min(values) > 0 and max(values) / min(values) >= 20 and len(set(values)) > 2


def finish(plot, key_label: str, x: list, column: str, legend: bool) -> None:
    plot.set_xlabel(key_label)
    plot.set_ylabel(title(column))
    if logarithmic(x):
        plot.set_xscale("log")
    if legend:
        plot.legend(fontsize=7)


def full_grid(keys: list, rows: list) -> bool:
    """Whether every combination of the keys' values is there."""
    return len(rows) == math.prod(len({row[key] for row in rows}) for key in keys)


def in_order(key: str):
    """Sorts rows by a key: by its amount, or as words."""
    return lambda row: (axes.amount(row[key]) is None, axes.amount(row[key]) or 0, row[key])


def curves(key: str, others: list, rows: list, column: str):
    """One curve for each combination of the other keys; points alone where there are too many, or gaps between them."""
    figure = Figure(figsize=(6, 3.6))
    plot = figure.add_subplot()
    divisor, label = scale(key, rows)
    groups = {}
    for other in others:
        rows = sorted(rows, key=in_order(other))
    for row in rows:
        groups.setdefault(", ".join(f"{other}={row[other]}" for other in others), []).append(row)
    x = [axes.amount(row[key]) / divisor for row in rows]
    connected = len(groups) <= MOST_CURVES and full_grid([key, *others], rows)
    if not connected:
        plot.scatter(x, [row.get(column) for row in rows], s=10, color=COLOURS[0])
    else:
        for (name, group), colour in zip(groups.items(), COLOURS):
            curve(plot, [axes.amount(row[key]) / divisor for row in group], group, column, name, colour)
    finish(plot, label, x, column, connected and len(groups) > 1)
    return figure


def bars(key: str, rows: list, column: str):
    """A key of words: one bar each."""
    figure = Figure(figsize=(6, 3.6))
    plot = figure.add_subplot()
    names = [str(row[key]) for row in rows]
    widths = [row.get(column + "_ci95") or 0 for row in rows]
    plot.bar(names, [row.get(column) or 0 for row in rows], yerr=widths if any(widths) else None, color=COLOURS[0], capsize=4)
    plot.set_xlabel(key)
    plot.set_ylabel(title(column))
    return figure


def stages(key: str, rows: list, columns: list):
    """The stages of one way in one picture."""
    figure = Figure(figsize=(6, 3.6))
    plot = figure.add_subplot()
    divisor, label = scale(key, rows)
    x = [axes.amount(row[key]) / divisor for row in rows]
    for column, colour in zip(columns, COLOURS):
        curve(plot, x, rows, column, column.split("_client_to_server")[0], colour)
    finish(plot, label, x, "stages, client to server_us", True)
    plot.set_yscale("log")
    return figure


def heat_map(keys: list, rows: list, column: str):
    """Two keys of a full grid."""
    values = [sorted({row[key] for row in rows}, key=axes.amount) for key in keys]
    place = {(row[keys[0]], row[keys[1]]): row.get(column) for row in rows}
    cells = [[place.get((a, b), float("nan")) for a in values[0]] for b in values[1]]
    figure = Figure(figsize=(6, 4))
    plot = figure.add_subplot()
    plot.grid(False)
    image = plot.imshow(cells, origin="lower", aspect="auto", cmap="viridis")
    for axis, key, names in ((plot.xaxis, keys[0], values[0]), (plot.yaxis, keys[1], values[1])):
        axis.set_ticks(range(len(names)), names)
        axis.set_label_text(key)
    figure.colorbar(image, label=title(column))
    return figure


def front(rows: list, objectives: list):
    """Every point by its first two objectives, and those that no other beats."""
    figure = Figure(figsize=(6, 3.8))
    plot = figure.add_subplot()
    x, y = objectives[:2]
    best = sorted((row[x.column], row[y.column]) for row in rows if row["front"])
    plot.scatter([row[x.column] for row in rows], [row[y.column] for row in rows], s=12, color="#999999", label="points")
    plot.plot(*zip(*best), marker="o", markersize=4, color=COLOURS[1], label="not beaten by any other")
    plot.ticklabel_format(useOffset=False)
    plot.set_xlabel(title(x.column))
    plot.set_ylabel(title(y.column))
    plot.legend(fontsize=7)
    return figure


def chosen_objectives(rows: list, objectives: list) -> tuple:
    """Those of the search, or latency against cost where the cost differs; with the rows that say who is in front."""
    wanted = objectives or search.parse(["cost,latency"])
    if len(wanted) < 2 or any(len({row.get(o.column) for row in rows}) < 2 for o in wanted[:2]):
        return [], rows
    marks = search.front(rows, wanted)
    return wanted, [{**row, "front": mark} for row, mark in zip(rows, marks)]


def draw(out: pathlib.Path, keys: list, rows: list, objectives: list) -> list:
    """Writes the pictures that these points allow; returns (file, caption) of each."""
    rows = [row for row in rows if row["status"] == "done"]
    for old in out.glob("plot_*.svg"):
        old.unlink()
    figures = dict(pictures(keys, rows, objectives)) if len(rows) > 1 else {}
    for name, (_, figure) in figures.items():
        save(figure, out / f"plot_{name}.svg")
    return [(f"plot_{name}.svg", caption) for name, (caption, _) in figures.items()]


def pictures(keys: list, rows: list, objectives: list):
    """(name, (caption, figure)) of each."""
    varied = spread(keys, rows)
    numbers = sorted((key for key in varied if numeric(key, rows)), key=lambda key: -len({row[key] for row in rows}))
    columns = dict.fromkeys([*HEADLINES, *(o.column for o in objectives)])
    shown = [c for c in columns if len({row.get(c) for row in rows} - {None}) > 1]
    for key in numbers:
        for column in shown:
            others = [other for other in varied if other != key]
            yield f"{column}_over_{key}", (f"{title(column)} over {key}", curves(key, others, rows, column))
    if len(varied) == 1 and not numbers:
        for column in shown:
            yield f"{column}_over_{varied[0]}", (f"{title(column)} by {varied[0]}", bars(varied[0], rows, column))
    if len(varied) == 1 and numbers:
        names = [c for c in rows[0] if c.endswith("_client_to_server_us") and not c.startswith("latency")]
        yield "stages", (f"stages over {numbers[0]}", stages(numbers[0], rows, names))
    if len(varied) == len(numbers) == 2 and full_grid(numbers, rows):
        for column in shown:
            yield f"{column}_map", (f"{title(column)} over both keys", heat_map(numbers, rows, column))
    wanted, marked = chosen_objectives(rows, objectives)
    if wanted:
        names = " against ".join(title(o.column) for o in wanted[:2])
        yield "front", (f"Pareto front, {names}", front(marked, wanted))
