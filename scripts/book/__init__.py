"""The book: what its pages are (contents), what the program tells for its reference (reference), how it looks (conf.py, book.css)."""
