"""niclab mystery: a bench with one hidden fault, its files, and the grading of an answer."""
