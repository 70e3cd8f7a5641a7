"""Which pages the book has, and in which order: found in the tree, not typed.

Pages keep their places of the repository, so that a link between two of them leads there in the
repository and in the book.
"""
import pathlib
import re
import shutil

# Of docs/: the folders in the order of reading, and what each is called. Pages that lie in docs/
# itself are how-to pages.
PARTS = {"tutorial": "Begin", "lessons": "Lessons", "howto": "How to", "explanation": "Explanations", "reference": "Reference"}
INSIDE = "Inside niclab"
# Trees that are no part of the project.
FOREIGN = {".git", ".venv", "build", "node_modules"}
PICTURES = {".svg", ".png"}


def project_pages(root: pathlib.Path) -> list[pathlib.Path]:
    """Each Markdown page of the project, the first screen aside: the book has its own."""
    pages = [p for p in root.rglob("*.md") if not FOREIGN & set(p.relative_to(root).parts)]
    return sorted(p for p in pages if p != root / "README.md")


def mirror(root: pathlib.Path, source: pathlib.Path) -> None:
    """Pages, and the pictures beside those of docs/, at the same places below `source`."""
    pictures = [p for p in (root / "docs").rglob("*") if p.suffix in PICTURES]
    for path in [*project_pages(root), *pictures]:
        target = source / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def linked(page: pathlib.Path) -> list[pathlib.Path]:
    """Pages in the order of the links that lead there."""
    targets = re.findall(r"\]\(([^)#:]+\.md)", page.read_text())
    return [(page.parent / target).resolve() for target in targets]


def part_of(page: pathlib.Path, docs: pathlib.Path) -> str:
    if docs not in page.parents:
        return INSIDE
    first = page.relative_to(docs).parts[0]
    return PARTS.get(first, PARTS["howto"])


def toctree(title: str, pages: list[pathlib.Path], docs: pathlib.Path) -> str:
    names = "".join(f"/{p.relative_to(docs.parent).with_suffix('').as_posix()}\n" for p in pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{names}```\n"


def put_toctrees(source: pathlib.Path) -> None:
    """One a part, at the end of docs/index.md: the pages it links in that order, then the others by name."""
    docs = source / "docs"
    index = docs / "index.md"
    order = linked(index)
    pages = [p for p in sorted(source.rglob("*.md")) if p != index]
    pages.sort(key=lambda p: order.index(p.resolve()) if p.resolve() in order else len(order))
    with index.open("a") as f:
        for title in [*dict.fromkeys(PARTS.values()), INSIDE]:
            of_part = [p for p in pages if part_of(p, docs) == title]
            if of_part:
                f.write(toctree(title, of_part, docs))
