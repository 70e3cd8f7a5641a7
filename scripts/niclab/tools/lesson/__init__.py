"""niclab lesson: sheets that check themselves."""
