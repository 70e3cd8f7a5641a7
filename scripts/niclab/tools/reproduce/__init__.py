"""niclab reproduce: the experiments of a paper, their tables next to the published ones."""
