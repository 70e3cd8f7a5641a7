"""niclab mystery: a bench with one hidden fault, its files, and the judgement of who looks for it."""
