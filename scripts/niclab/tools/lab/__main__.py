"""python3 -m niclab.tools.lab, which `niclab lab` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab lab", "niclab.tools.lab.command"))
