"""python3 -m niclab.tools.lesson, which `niclab lesson` starts."""
import sys

from niclab import tool

sys.exit(tool.end("niclab lesson", "niclab.tools.lesson.command"))
