"""python3 -m niclab.sweep, which `niclab sweep` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab sweep", "niclab.sweep.command"))
