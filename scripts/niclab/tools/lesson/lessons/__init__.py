"""A lesson each: NAME.toml is its sheet, NAME.py what is right and what is wrong, NAME_solution.md
the solution.
"""
