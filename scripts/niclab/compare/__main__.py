"""python3 -m niclab.compare, which `niclab compare` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab compare", "niclab.compare.command"))
