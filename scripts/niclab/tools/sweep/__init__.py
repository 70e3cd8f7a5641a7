"""niclab sweep: an experiment at many points, here or on a cluster."""
