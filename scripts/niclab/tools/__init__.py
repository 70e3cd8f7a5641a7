"""The commands that the program starts: sweep, compare, reproduce, and the page of run --report."""
