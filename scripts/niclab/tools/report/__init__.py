"""Pages of results: one HTML file each, drawn from what a run left, without a network."""
