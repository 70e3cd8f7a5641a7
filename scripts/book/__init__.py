"""The book: what its pages are (contents), what the program gives for its reference (reference),
how it looks (conf.py, book.css).
"""
