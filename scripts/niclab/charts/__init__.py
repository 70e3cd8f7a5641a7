"""Charts as SVG text, one library for all pages. A card and a packet's time are drawn by
`pages/modules`. Colours are classes, so that the page's style decides on light and dark.

svg       pieces: texts, bars, lines, axes, scales.
rows      a row for each thing: breakdowns, ranges, bars of several subjects.
panels    small charts, several in a row: distributions, fills, shares, ranks.
multiples the same places in several panels on one scale.
plots     over a varied key: curves with confidence, columns, clouds of points, maps of two keys.
"""
