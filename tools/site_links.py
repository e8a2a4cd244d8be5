#!/usr/bin/env python3
"""Checks a finished site: site_links.py FOLDER. Every link and picture leads to a file of the site, and every anchor to
a place on its page."""

import html
import re
import sys
from functools import cache
from pathlib import Path


@cache
def anchors_of(page: Path) -> set[str]:
    return set(re.findall(r'\s(?:id|name)="([^"]+)"', page.read_text(encoding="utf-8")))


def leads_somewhere(page: Path, address: str) -> bool:
    name, _, anchor = address.partition("#")
    file = (page.parent / name).resolve() if name else page
    file = file / "index.html" if file.is_dir() else file
    return file.exists() and (not anchor or file.suffix != ".html" or anchor in anchors_of(file))


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    checked, lost = 0, []
    for page in sorted(folder.rglob("*.html")):
        if page.name == "404.html":  # has addresses from the server's root
            continue
        for address in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            address = html.unescape(address)
            if re.match(r"[a-z]+:|//", address):
                continue
            checked += 1
            if not leads_somewhere(page, address):
                lost.append(f"{page.relative_to(folder)}: {address} leads nowhere")
    print("\n".join([*lost, f"{checked} links checked"]), file=sys.stderr)
    return 1 if lost or checked < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
