"""A page, shown inline in a notebook or kept as a file."""
import dataclasses
import html
import pathlib

from niclab import files

HEIGHT = 720  # pixels, of the frame in a notebook


@dataclasses.dataclass(frozen=True)
class Page:
    """HTML that needs nothing beside it."""
    text: str = dataclasses.field(repr=False)

    @classmethod
    def read(cls, path: pathlib.Path) -> "Page":
        return cls(path.read_text(encoding="utf-8"))

    def save(self, path: pathlib.Path | str) -> pathlib.Path:
        """Writes it as a file for any browser."""
        files.write(path, self.text)
        return pathlib.Path(path)

    def _repr_html_(self) -> str:
        """In a frame of its own: neither its style nor the notebook's reaches the other."""
        return (f'<iframe srcdoc="{html.escape(self.text)}" style="width:100%;height:{HEIGHT}px;border:1px solid #8884" '
                'sandbox="allow-scripts" title="a page of niclab"></iframe>')
