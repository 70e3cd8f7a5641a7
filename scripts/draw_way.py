"""The picture of a run as a file: what pages and bench draw, drawn by the same modules in a
headless Chromium.

    scripts/draw_way.py results/echo way.svg      # niclab run echo --out results/echo; scripts/setup.sh --with-tools

The SVG has the pages' style inside, light and dark as its reader's system.
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from niclab import pages  # noqa: E402
from niclab.charts import svg  # noqa: E402
from niclab.scene import scene  # noqa: E402

# The picture as XML, in the only text of the page.
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>{style}</style><pre></pre>{data}
<script type="module">{modules}
const way = JSON.parse(document.getElementById("way").textContent), place = document.createElement("div");
place.innerHTML = picture(modelOf(way), {{still: true}});
document.querySelector("pre").textContent = new XMLSerializer().serializeToString(place.querySelector("svg"));
</script>"""


def chromium() -> str | None:
    return shutil.which("chromium")


def drawn(way: dict) -> str:
    """One direction of a scene as the text of an SVG file. Raises RuntimeError where Chromium does
    not do it.
    """
    program = chromium()
    if program is None:
        raise RuntimeError("no Chromium; expected what scripts/setup.sh --with-tools installs")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = pathlib.Path(folder) / "way.html"
        page.write_text(PAGE.format(style=pages.STYLE, data=pages.data("way", way), modules=pages.script()))
        done = subprocess.run([program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={folder}/profile",
                               "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120)
    found = re.search(r"<pre>(.*?)</pre>", done.stdout, re.S)
    if not found or "&lt;svg" not in found[1]:
        raise RuntimeError(f"Chromium drew nothing: {done.stderr.strip()[-300:]}")
    return svg.standalone(html.unescape(found[1]))


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit("draw_way.py: wrong arguments; expected RUN_FOLDER FILE.svg")
    try:
        pathlib.Path(sys.argv[2]).write_text(drawn(scene.make(sys.argv[1])["directions"][0]))
    except (OSError, RuntimeError, json.JSONDecodeError) as error:
        sys.exit(f"draw_way.py: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
