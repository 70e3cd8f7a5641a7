"""python3 -m niclab.tools TOOL ARGUMENT..., which the program starts."""
import sys

from niclab import tool

name = sys.argv.pop(1)
sys.exit(tool.end("niclab run --report" if name == "report" else f"niclab {name}", f"niclab.tools.{name}.command"))
