"""niclab in Python: what runs experiments at many points, and what makes tables and pages of their results."""
