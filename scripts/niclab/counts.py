"""Counts in text."""


def count_of(n: int, noun: str) -> str:
    """A number and its noun, which has a plural in -s.

    >>> count_of(1, "run"), count_of(2, "run")
    ('1 run', '2 runs')
    """
    return f"{n} {noun}{'' if n == 1 else 's'}"
