"""Pictures of a sweep: curves with their confidence, columns, maps, the Pareto front. The same
results give the same bytes.
"""
import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

from niclab.charts import multiples, plots
from niclab.intervals import Interval, amount
from niclab.measures import CONFIDENCE, HEADLINES, title
from niclab.results import Json
from niclab.tools.sweep import axes, ranks, search
from niclab.tools.sweep.search import Objective

MODERATION = ("cpu_per_packet_us", "interrupts_per_packet")
WORTH = {"coalesce_pdus": MODERATION, "coalesce_time": MODERATION}  # of keys there for something else than latency and throughput: what for
MOST_PANELS = 8


@dataclasses.dataclass(frozen=True)
class Picture:
    """`legend`: names of what has a colour of its own."""
    name: str
    caption: str
    chart: Markup
    legend: tuple[str, ...] = ()


def spread(keys: Sequence[str], rows: Sequence[Json]) -> list[str]:
    """Keys that take more than one value."""
    return [key for key in keys if len({row.get(key) for row in rows}) > 1]


def numeric(key: str, rows: Sequence[Json]) -> bool:
    return all(axes.amount(row.get(key, "")) is not None for row in rows)


def in_order(key: str) -> Callable[[Json], tuple]:
    """Sorts rows by a key: by its amount, or as words."""
    return lambda row: (axes.amount(row[key]) is None, axes.amount(row[key]) or 0, row[key])


def full_grid(keys: Sequence[str], rows: Sequence[Json]) -> bool:
    """Whether every combination of the keys' values is there."""
    return len(rows) == math.prod(len({row[key] for row in rows}) for key in keys)


def value_of(row: Json, column: str) -> Interval | None:
    value = row.get(column)
    return None if value is None else Interval(value, row.get(column + CONFIDENCE) or 0.0)


def values_text(row: Json, keys: Sequence[str]) -> str:
    return ", ".join(f"{key}={row[key]}" for key in keys)


def shown_columns(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> list[str]:
    """Headlines, what the keys are there for, and objectives, where they differ between the points."""
    asked = [column for key in keys for column in WORTH.get(key.rpartition(".")[2], ())]
    columns = dict.fromkeys([*HEADLINES, *asked, *(o.column for o in objectives)])
    return [c for c in columns if len({row.get(c) for row in rows} - {None}) > 1]


def places(key: str, rows: Sequence[Json]) -> tuple[list[float], str]:
    """A key's values in the unit of the first, and the axis' title."""
    _, unit = axes.number_and_unit(rows[0][key]) or (0.0, "")
    return [(axes.amount(row[key]) or 0.0) / axes.UNITS[unit] for row in rows], f"{key} ({unit})" if unit else key


def over_key(key: str, others: Sequence[str], rows: Sequence[Json], column: str) -> Picture:
    """One curve for each combination of the other keys; dots alone where there are too many, or
    gaps between them.
    """
    rows = [row for row in sorted(rows, key=in_order(key)) if row.get(column) is not None]
    for other in others:
        rows = sorted(rows, key=in_order(other))
    groups: dict[str, list[Json]] = {}
    for row in rows:
        groups.setdefault(values_text(row, others), []).append(row)
    joined = len(groups) <= plots.MOST_CURVES and full_grid([key, *others], rows)
    if not joined:
        groups = {"": rows}
    lines = []
    for name, some in groups.items():
        lines.append(plots.Curve(name, places(key, some)[0], [value_of(row, column) or Interval(0, 0) for row in some]))
    caption = f"{title(column)} over {key}"
    chart = plots.curves(lines, places(key, rows)[1], title(column), caption, joined)
    return Picture(f"{column}_over_{key}", caption, chart, tuple(groups) if joined and len(groups) > 1 else ())


def row_name(row: Json) -> str:
    """Of a point in the page's table."""
    return f"p-{row['point'][:12]}"


def panels_over(key: str, others: Sequence[str], rows: Sequence[Json], column: str, larger: bool) -> Picture | None:
    """A panel for each combination of the other keys, a dot a point that leads to its row; None
    where a panel would lack points, or there are too many. Within a panel all that compete are
    ranked: what nobody can tell from the best is as green as it.
    """
    groups = ranks.groups_of(sorted(rows, key=lambda row: [in_order(other)(row) for other in others]), others)
    if not 2 <= len(groups) <= MOST_PANELS or not full_grid([key, *others], rows) or any(row.get(column) is None for row in rows):
        return None
    asked = ranks.asked_keys([key, *others])
    first = {row["point"] for some in ranks.groups_of(rows, asked).values() for row in ranks.ranked("", some, column, larger).firsts}
    values = [row[key] for row in sorted({row[key]: row for row in rows}.values(), key=in_order(key))]
    panels = []
    for name, some in groups.items():
        dots = [multiples.Dot(values.index(row[key]), value_of(row, column) or Interval(0, 0), row["point"] in first, f"#{row_name(row)}",
                              f"{values_text(row, [key, *others])}: {amount(row[column], row.get(column + CONFIDENCE))}") for row in some]
        panels.append(multiples.Panel(name, dots))
    caption = f"{title(column)} over {key}; green: first, or not distinguished from it; a dot leads to its row"
    return Picture(f"{column}_over_{key}", caption, multiples.multiples(panels, [str(v) for v in values], key, caption))


def by_words(key: str, rows: Sequence[Json], column: str) -> Picture:
    """A key of words: a column each."""
    caption = f"{title(column)} by {key}"
    names = [str(row[key]) for row in rows]
    return Picture(f"{column}_over_{key}", caption, plots.columns(names, [(title(column), [value_of(row, column) for row in rows])], key,
                                                                  title(column), caption))


def stages(key: str, rows: Sequence[Json]) -> Picture | None:
    """The stages of the first direction in one picture."""
    rows = sorted(rows, key=in_order(key))
    direction = next((c.removeprefix("latency_").removesuffix("_us") for c in rows[0]
                      if c.startswith("latency_") and c.endswith("_us") and c != "latency_us"), "")
    if not direction:
        return None
    ending = f"_{direction}_us"
    columns = [c for c in rows[0] if c.endswith(ending) and not c.startswith("latency") and all(row.get(c) is not None for row in rows)]
    at, label = places(key, rows)
    lines = [plots.Curve(c.removesuffix(ending), at, [value_of(row, c) or Interval(0, 0) for row in rows]) for c in columns]
    caption = f"stages ({direction.replace('_', ' ')}) over {key}"
    return Picture("stages", caption, plots.curves(lines, label, "us", caption), tuple(line.name for line in lines)) if lines else None


def map_of(keys: Sequence[str], rows: Sequence[Json], column: str) -> Picture:
    """Two keys of a full grid."""
    names = [[row[key] for row in sorted({row[key]: row for row in rows}.values(), key=in_order(key))] for key in keys]
    place = {(row[keys[0]], row[keys[1]]): row.get(column) for row in rows}
    caption = f"{title(column)} over both keys"
    return Picture(f"{column}_map", caption, plots.heat_map(names[0], names[1], lambda a, b: place.get((a, b)), keys[0], keys[1], caption))


def chosen_objectives(rows: Sequence[Json], objectives: Sequence[Objective]) -> list[Objective]:
    """Those of the search, or latency against cost where both differ."""
    wanted = list(objectives) or search.parse(["cost,latency"], lambda: ["cost_bits"])
    there = [{row.get(o.column) for row in rows} for o in wanted[:2]]
    if len(there) < 2 or any(len(values) < 2 or None in values for values in there):
        return []
    return wanted


def fronts(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> tuple[list[str], list[int], list[bool]]:
    """(names of the groups that compete, which one each row is in, whether it is on its group's front)."""
    asked = [key for key in spread(keys, rows) if key.startswith(ranks.ASKED)]
    names = [values_text(row, asked) for row in rows]
    groups = list(dict.fromkeys(names))
    marks = [False] * len(rows)
    for group in groups:
        mine = [i for i, name in enumerate(names) if name == group]
        for i, on in zip(mine, search.front([rows[i] for i in mine], objectives)):
            marks[i] = on
    return groups, [groups.index(name) for name in names], marks


def front(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> Picture:
    """Every point by its first two objectives, and those that no other with the same workload beats."""
    x, y = objectives[:2]
    groups, which, marks = fronts(keys, rows, objectives)
    points = [(row[x.column], row[y.column], f"{values_text(row, keys)}: {row[x.column]:.6g}, {row[y.column]:.6g}", on)
              for row, on in zip(rows, marks)]
    caption = f"Pareto front, {title(x.column)} against {title(y.column)}: large dots are not beaten by any other"
    return Picture("front", caption, plots.cloud(points, lambda i: which[i], title(x.column), title(y.column), caption),
                   tuple(groups) if len(groups) > 1 else ())


def better_when_larger(column: str, objectives: Sequence[Objective]) -> bool:
    return next((o.maximize for o in objectives if o.column == column), search.larger_is_better(column))


def pictures(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> list[Picture]:
    """What these points allow to draw."""
    return list(drawn(keys, rows, objectives)) if len(rows) > 1 else []


def drawn(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> Iterator[Picture]:
    varied = spread(keys, rows)
    numbers = sorted((key for key in varied if numeric(key, rows)), key=lambda key: -len({row[key] for row in rows}))
    shown = shown_columns(varied, rows, objectives)
    mapped = len(varied) == len(numbers) == 2 and full_grid(numbers, rows)
    for key in numbers:
        others = [other for other in varied if other != key]
        panels = [panels_over(key, others, rows, column, better_when_larger(column, objectives)) for column in shown] if others else []
        if panels and all(panels):
            yield from (panel for panel in panels if panel)
            mapped = False  # the panels say it
            break
        for column in shown:
            yield over_key(key, others, rows, column)
    if len(varied) == 1 and not numbers:
        for column in shown:
            yield by_words(varied[0], rows, column)
    if len(varied) == 1 and numbers:
        picture = stages(numbers[0], rows)
        if picture:
            yield picture
    if mapped:
        for column in shown:
            yield map_of(numbers, rows, column)
    wanted = chosen_objectives(rows, objectives)
    if wanted:
        yield front(keys, rows, wanted)


