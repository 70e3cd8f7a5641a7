"""niclab compare: cards or experiments beside each other."""
