"""python3 -m niclab.tools.reproduce, which `niclab reproduce` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab reproduce", "niclab.tools.reproduce.command"))
