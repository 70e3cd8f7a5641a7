"""niclab compare: a comparison of cards or experiments."""
