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
def sources_compiled_once(folder):
    """A compiler that does not optimise and compiles equal sources once; `folder` keeps the objects."""
    objects = folder / "objects"
    objects.mkdir(exist_ok=True)
    with unittest.mock.patch.dict(os.environ, CC=str(ROOT / "testbenches/validation/cc_once.sh"), OBJECTS_FOLDER=str(objects)):
        yield
