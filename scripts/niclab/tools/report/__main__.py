"""python3 -m niclab.tools.report, which `niclab run --report` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab run --report", "niclab.tools.report.command"))
