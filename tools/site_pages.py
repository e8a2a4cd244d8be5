#!/usr/bin/env python3
"""Prepares the pages of docs/ for mkdocs: site_pages.py SOURCE FOLDER.

The site has the same pages as the source tree. mkdocs knows only one folder of pages, so README.md, CONTRIBUTING.md and
CHANGELOG.md of the source tree become pages too, and links to other files of the tree (source code, folders) become
their names in code letters."""

import re
import shutil
import sys
from pathlib import Path

TOP_PAGES = {"README.md": "about.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)

CONFIG = """site_name: Tesselle
site_description: a workbench for edge-matching and packing puzzles
docs_dir: pages
use_directory_urls: false
theme:
  name: material
  font: false
plugins: [search]
markdown_extensions: [tables, fenced_code, sane_lists, toc]
nav:
  - Which page to read when: README.md
  - About: about.md
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
  - Reference:
{reference}
  - Contributing: contributing.md
  - Changelog: changelog.md
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
    return "\n".join(f"    - {page.relative_to(root)}" for page in pages)


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
        return str(up / file.relative_to(docs)) + hash_sign + anchor
    if file.parent == source and file.name in TOP_PAGES:
        return str(up / TOP_PAGES[file.name]) + hash_sign + anchor
    return None


def converted(text: str, page: Path, source: Path) -> str:
    def link(seen):
        target = target_in_site(seen.group(3), page, source)
        if target is None:
            return seen.group(2)
        return f"{seen.group(1)}[{seen.group(2)}]({target})"

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


def main() -> None:
    source, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    docs, pages = source / "docs", folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    for path in docs.rglob("*"):
        if path.suffix == ".md":
            write_page(path, pages / path.relative_to(docs), source)
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
        studies=entries(pages_in(docs / "studies"), docs),
        reference=entries([page for page in reference if not page.stem.endswith(".fr")], docs),
    )
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")


if __name__ == "__main__":
    main()
