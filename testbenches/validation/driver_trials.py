"""What the checks of driver trials share."""
import contextlib
import os
import re
import sys
import unittest.mock

from common import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from driver_kernels import compiling_once


def unfolded(text):
    """What a trial prints, a line for each step."""
    return re.sub(r"\n {8}(?=\S)", " ", text)


@contextlib.contextmanager
def sources_compiled_once(optimized=False):
    """A compiler that compiles equal sources once, without lines and optimization unless `optimized`."""
    with unittest.mock.patch.dict(os.environ, compiling_once(flags="" if optimized else "-O0 -g0")):
        yield
