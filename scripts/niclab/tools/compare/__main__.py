"""python3 -m niclab.tools.compare, which `niclab compare` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab compare", "niclab.tools.compare.command"))
