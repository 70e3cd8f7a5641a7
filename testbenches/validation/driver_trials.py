"""What the checks of driver trials share."""
import contextlib
import os
import re
import unittest.mock

from common import ROOT


def unfolded(text):
    """What a trial prints, a line for each step."""
    return re.sub(r"\n {8}(?=\S)", " ", text)


@contextlib.contextmanager
def sources_compiled_once(folder, optimized=False):
    """A compiler that compiles equal sources once, without lines and optimization unless `optimized`;
    `folder` keeps the objects.
    """
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    environment = {"CC": str(ROOT / "testbenches/validation/cc_once.sh"), "OBJECTS_FOLDER": str(objects)}
    if optimized:
        environment["AS_A_USER"] = "1"
    with unittest.mock.patch.dict(os.environ, environment):
        yield
