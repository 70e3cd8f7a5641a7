"""python3 -m niclab.tools.sweep, which `niclab sweep` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab sweep", "niclab.tools.sweep.command"))
