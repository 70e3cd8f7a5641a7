"""Which points a sweep has: a grid, the rows of a list, a Latin hypercube, or random ones."""
import argparse
import csv
import itertools
import math
import pathlib
import random

from niclab import renamed
from niclab.errors import WrongInput
from niclab.tools.sweep import axes

Axes = list[axes.Choice | axes.Range]
Values = list[dict[str, str]]


def grid(varied: Axes) -> Values:
    columns = [axis.grid() for axis in varied]
    number = math.prod(len(column) for column in columns)
    if number > axes.LARGEST_GRID:
        raise WrongInput(f"--vary: a grid of {number} points or more; expected at most {axes.LARGEST_GRID}, or a sample by --latin or --random")
    return [dict(zip([axis.key for axis in varied], values)) for values in itertools.product(*columns)]


def listed(file: str) -> Values:
    """The rows of a CSV whose header names the keys."""
    try:
        with open(pathlib.Path(file), newline="") as f:
            rows = [row for row in csv.reader(f, skipinitialspace=True) if row]
    except (OSError, UnicodeDecodeError) as error:
        raise WrongInput(f"--list {file}: cannot open it; expected a readable CSV file") from error
    if len(rows) < 2:
        raise WrongInput(f"--list {file}: {len(rows)} rows; expected a row of keys and at least one point")
    keys = [renamed.given_key(key.strip()) for key in rows[0]]
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(keys):
            raise WrongInput(f"{file}:{number}: {len(row)} values; expected {len(keys)}, one per key")
    return [dict(zip(keys, (value.strip() for value in row))) for row in rows[1:]]


def latin(varied: Axes, number: int, seed: int) -> Values:
    """Every key takes a value in each of `number` equal shares of its range, once."""
    source = random.Random(f"latin {seed}")
    columns = []
    for axis in varied:
        shares = [(i + source.random()) / number for i in range(number)]
        source.shuffle(shares)
        columns.append([axis.at(share) for share in shares])
    return [dict(zip([axis.key for axis in varied], values)) for values in zip(*columns)]


def drawn(varied: Axes, number: int, seed: int) -> Values:
    source = random.Random(f"random {seed}")
    return [{axis.key: axis.at(source.random()) for axis in varied} for _ in range(number)]


def make(arguments: argparse.Namespace, seed: int) -> tuple[Axes, Values]:
    """(axes, points) of the command line; a point is a dict of key and value. A search makes its
    points itself.
    """
    ways = [name for name in ("list", "latin", "random", "objective") if getattr(arguments, name)]
    if len(ways) > 1:
        raise WrongInput(f"--{ways[0]} and --{ways[1]} given; expected one of them")
    varied = [axes.parse(text) for text in arguments.vary]
    keys = [axis.key for axis in varied]
    for key in keys:
        if keys.count(key) > 1:
            raise WrongInput(f"--vary {key}: given twice; expected it once")
    if arguments.list and varied:
        raise WrongInput("--list and --vary given; expected one of them")
    if not arguments.list and not varied:
        raise WrongInput("nothing to vary; expected --vary KEY=V1,V2,... or --list FILE.csv")
    if arguments.list:
        return [], listed(arguments.list)
    if arguments.latin or arguments.random:
        number = arguments.latin or arguments.random
        if number > axes.LARGEST_GRID:
            raise WrongInput(f"{number} points; expected at most {axes.LARGEST_GRID}")
        return varied, (latin if arguments.latin else drawn)(varied, number, seed)
    return varied, [] if arguments.objective else grid(varied)
