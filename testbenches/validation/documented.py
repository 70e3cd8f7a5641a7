"""The commands in the pages that users read, and the files that the pages list to save."""
import dataclasses
import pathlib
import re

PROGRAMS = ("niclab", "scripts/", "build/", ".venv/", "cp", "mkdir", "tshark", "wireshark", "gtkwave", "cmake", "pip", "podman", "export",
            "git", "surfer", "sigrok-cli", "pulseview")


@dataclasses.dataclass(frozen=True)
class Command:
    page: str
    words: str      # as the page has them, continued lines joined, without the comment
    exit_code: int  # 0, or what the comment says


def blocks(text: str) -> list[str]:
    """Blocks of code: indented by four, or between fences."""
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    rest = re.sub(r"<!-- \w+: begin.*?<!-- \w+: end -->", "", rest, flags=re.S)  # what a command printed
    indented = [re.sub(r"^    ", "", block, flags=re.M) for block in re.findall(r"(?:(?<=\n\n)|^)((?:    .*\n|\n(?=    ))+)", rest)]
    return fenced + indented


def commands(page: pathlib.Path, root: pathlib.Path) -> list[Command]:
    found = []
    for line in "\n".join(blocks(page.read_text())).replace("\\\n", " ").splitlines():
        code, _, comment = re.sub(r"\s{2,}# ", "\0", line).partition("\0")
        first = code.split(" ")[0] if code else ""
        if any(first == p or p.endswith("/") and first.startswith(p) for p in PROGRAMS) and not re.match(r"niclab \d", code):
            exit_code = re.match(r"exit code (\d+)", comment)
            found.append(Command(page.relative_to(root).as_posix(), " ".join(code.split()), int(exit_code[1]) if exit_code else 0))
    return found


def files(page: pathlib.Path) -> dict[str, str]:
    """What the page says to save: the block before "Save it as `NAME`", or after "Save this as `NAME`"."""
    text = page.read_text()
    indented = r"((?:    .*\n|\n(?=    ))+)"
    found = {m[2]: m[1] for m in re.finditer(indented + r"\n+Save it as `([\w.]+)`", text)}
    found |= {m[1]: m[2] for m in re.finditer(r"Save this as `([\w.]+)`:\n\n" + indented, text)}
    return {name: re.sub(r"^    ", "", block, flags=re.M) for name, block in found.items()}


def python(page: pathlib.Path) -> str:
    """The page's blocks of Python in their order; empty where it has none."""
    found = blocks(page.read_text())
    begin = next((i for i, block in enumerate(found) if block.startswith("import niclab")), len(found))
    return "\n".join(block for block in found[begin:] if compiles(block))


def compiles(block: str) -> bool:
    try:
        compile(block, "page", "exec")
    except SyntaxError:
        return False
    return True


def pages(root: pathlib.Path) -> list[pathlib.Path]:
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
