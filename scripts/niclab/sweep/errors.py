"""What a user did wrong, as one sentence."""
import difflib


class WrongInput(Exception):
    """Ends the command with exit code 2."""


def perhaps(word: str, known) -> str:
    """A hint at the nearest known name, or nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f', perhaps "{near[0]}"' if near else ""
