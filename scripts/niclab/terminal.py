"""Text for a terminal: lines no wider than it, and no wider than 100 columns in files."""
import os
import textwrap

FILE_COLUMNS = 100
LEAST, MOST = 80, 120


def columns() -> int:
    """Columns of standard output, from 80 to 120: those of COLUMNS, else of the terminal, else 100."""
    set_one = os.environ.get("COLUMNS", "")
    try:
        found = int(set_one) if set_one.isdecimal() and int(set_one) else os.get_terminal_size(1).columns or FILE_COLUMNS
    except OSError:  # no terminal
        found = FILE_COLUMNS
    return max(LEAST, min(MOST, found))


def folded(text: str, width: int = FILE_COLUMNS, indent: int = 2) -> str:
    """Breaks lines of more than `width` columns. Continued lines begin with `indent` blanks more."""
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line)
            continue
        begin = " " * (len(line) - len(line.lstrip()))
        lines += textwrap.wrap(line.strip(), width, initial_indent=begin, subsequent_indent=begin + " " * indent,
                               break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
