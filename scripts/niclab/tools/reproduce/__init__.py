"""niclab reproduce: the experiments of a paper, their tables beside the published ones."""
