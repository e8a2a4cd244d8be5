#!/usr/bin/env python3
"""Prepares the pages of docs/ for mkdocs: site_pages.py SOURCE FOLDER.

The site has the same pages as the source tree. mkdocs knows only one folder of pages, so README.md (the first page),
CONTRIBUTING.md and others of the source tree become pages too, and links to other files of the tree (source code,
folders) become plain text. Where a link shows the name of a page's file, the site shows the page's title. Notebooks
become pages with what their cells show."""

import json
import re
import shutil
import sys
from pathlib import Path

TOP_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "THIRD_PARTY.md": "third-party.md",
}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)

CONFIG = """site_name: Tesselle
site_description: a workbench for edge-matching and packing puzzles
docs_dir: pages
use_directory_urls: false
theme:
  name: material
  font: false
  logo: icon.svg
  favicon: icon.svg
  palette: {{primary: blue grey, accent: deep orange}}
  features: [navigation.top]
plugins: [search]
extra_css: [wide.css]
markdown_extensions:
  - tables
  - fenced_code
  - sane_lists
  - toc: {{slugify: !!python/object/apply:pymdownx.slugs.slugify {{kwds: {{case: lower}}}}}}  # anchors as GitHub has them
nav:
  - Tesselle: index.md
  - Which page to read when: pages.md
  - User manual:
{manual}
  - En français:
{french}
  - Technical manual:
{technical}
  - Engines:
{engines}
  - Studies:
{studies}
  - Notebooks:
{notebooks}
  - Reference:
{reference}
  - Contributing: contributing.md
  - Changelog: changelog.md
  - Third-party notices: third-party.md
"""

# Our tables are wide.
STYLE = """.md-grid { max-width: 80rem; }
.md-typeset table:not([class]) { display: table; }
"""

MANUAL_ORDER = (
    "README first-steps hobbyist hunter collector teacher student researcher commands choosing-an-engine own-puzzle "
    "reading-estimates long-runs browser cluster faq"
).split()


def pages_in(folder: Path, order=()) -> list[Path]:
    def place(path):
        name = path.stem
        return (order.index(name) if name in order else len(order), name != "README", name)

    return sorted(folder.glob("*.md"), key=place)


def entries(pages: list[Path], root: Path) -> str:
    return "\n".join(f"    - {place_of(page, root)}" for page in pages)


def place_of(file: Path, docs: Path) -> str:
    """Where the site has a file of docs/."""
    place = str(file.relative_to(docs))
    return "pages.md" if place == "README.md" else re.sub(r"\.ipynb$", ".md", place)


def title_of(page: Path) -> str:
    return next(line[2:].strip() for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("# "))


def target_in_site(target: str, page: Path, source: Path) -> str | None:
    """The link as the site has it; None if it leads to a file that is not a page or a picture."""
    name, hash_sign, anchor = target.partition("#")
    if not name or re.match(r"[a-z]+:", target):
        return target
    file = (page.parent / name).resolve()
    file = file / "README.md" if file.is_dir() and (file / "README.md").exists() else file
    docs = source / "docs"
    here = page.parent.relative_to(docs) if page.is_relative_to(docs) else Path()
    up = Path(*[".."] * len(here.parts))
    if file.is_relative_to(docs) and file.is_file():
        return str(up / place_of(file, docs)) + hash_sign + anchor
    if file.parent == source and file.name in TOP_PAGES:
        return str(up / TOP_PAGES[file.name]) + hash_sign + anchor
    return None


def label_in_site(label: str, target: str, page: Path) -> str:
    file = (page.parent / target.partition("#")[0]).resolve()
    if not file.is_file() or file.suffix != ".md":
        return label
    names = {file.name, target, str(file.parent.name) + "/"}
    return title_of(file) if label in names else label


def converted(text: str, page: Path, source: Path) -> str:
    def link(seen):
        target = target_in_site(seen.group(3), page, source)
        if target is None:
            return seen.group(2)
        return f"{seen.group(1)}[{label_in_site(seen.group(2), seen.group(3), page)}]({target})"

    parts, at = [], 0
    for code in CODE.finditer(text):
        parts += [LINK.sub(link, text[at : code.start()]), code.group(0)]
        at = code.end()
    # A label may itself be code, so such links are seen whole: put the text together again and convert what is left.
    whole = "".join(parts) + LINK.sub(link, text[at:])
    return re.sub(r"(!?)\[(`[^`\n]*`)\]\(([^()\s]+)\)", link, whole)


def write_page(page: Path, target: Path, source: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(converted(page.read_text(encoding="utf-8"), page, source), encoding="utf-8")


def shown(output: dict, picture: Path) -> str:
    """What a cell of a notebook shows: its picture, written beside the page, or its text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture.write_text("".join(data["image/svg+xml"]), encoding="utf-8")
        return f"![]({picture.name})"
    return "```text\n" + "".join(output.get("text") or data["text/plain"]).rstrip("\n") + "\n```"


def write_notebook(notebook: Path, target: Path, source: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    parts = []
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(converted(text, notebook, source))
            continue
        parts.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            parts.append(shown(output, target.with_name(f"{notebook.stem}-{number}.svg")))
    target.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def main() -> None:
    source, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    docs, pages = source / "docs", folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    for path in docs.rglob("*"):
        if path.suffix == ".md":
            write_page(path, pages / place_of(path, docs), source)
        elif path.suffix == ".ipynb":
            write_notebook(path, pages / place_of(path, docs), source)
        elif path.is_file():
            (pages / path.relative_to(docs)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, pages / path.relative_to(docs))
    for name, target in TOP_PAGES.items():
        write_page(source / name, pages / target, source)
    reference = [page for page in pages_in(docs) if page.name != "README.md"]
    config = CONFIG.format(
        manual=entries(pages_in(docs / "manual", MANUAL_ORDER), docs),
        french=entries([*pages_in(docs / "manual" / "fr"), *[p for p in reference if p.stem.endswith(".fr")]], docs),
        technical=entries(pages_in(docs / "technical"), docs),
        engines=entries(pages_in(docs / "engines"), docs),
        notebooks=entries(sorted((docs / "notebooks").glob("*.ipynb")), docs),
        studies=entries(pages_in(docs / "studies"), docs),
        reference=entries([page for page in reference if not page.stem.endswith(".fr")], docs),
    )
    shutil.copy(source / "web" / "public" / "icon.svg", pages)
    (pages / "wide.css").write_text(STYLE, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")


if __name__ == "__main__":
    main()
