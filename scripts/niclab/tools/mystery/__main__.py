"""python3 -m niclab.tools.mystery, which `niclab mystery` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab mystery", "niclab.tools.mystery.command"))
