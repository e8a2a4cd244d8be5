"""How `pip install .` builds the module (PEP 517): CMake compiles it for the interpreter that pip runs in, and the
package is packed into a wheel. Our own, because it must work without PyPI; nothing but the standard library is needed,
and on the machine what packages.txt and packages-python.txt name.

TESSELLE_BUILD names the build folder to use; by default it is that of ./tesselle, so that nothing is compiled twice."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent


def version() -> str:
    return re.search(r"project\(tesselle VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


def tag() -> str:
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{interpreter}-{interpreter}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    module = compiled()
    files = {f"tesselle/{path.name}": path.read_bytes() for path in sources()}
    files[f"tesselle/{module.name}"] = module.read_bytes()
    name = f"tesselle-{version()}-{tag()}.whl"
    pack(Path(wheel_directory) / name, files)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """What git knows, as it is now."""
    name = f"tesselle-{version()}"
    archive = Path(sdist_directory) / f"{name}.tar.gz"
    run("git", "-C", root, "archive", f"--prefix={name}/", f"--output={archive}", "HEAD")
    return archive.name


def sources():
    folder = root / "python" / "tesselle"
    return [path for path in sorted(folder.iterdir()) if path.suffix in (".py", ".pyi") or path.name == "py.typed"]


def compiled() -> Path:
    build = Path(os.environ.get("TESSELLE_BUILD", root / "build" / "release"))
    module = build / "python" / "tesselle" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    generator = [] if (build / "CMakeCache.txt").exists() else ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    before = interpreter_of(build)
    run("cmake", "-S", root, "-B", build, *generator, f"-DTESSELLE_PYTHON={sys.executable}")
    run("cmake", "--build", build, "--target", "python_module")
    if before:  # pip's interpreter may live in a folder that is gone afterwards
        run("cmake", "-S", root, "-B", build, f"-DTESSELLE_PYTHON={before}")
    return module


def interpreter_of(build: Path):
    cache = build / "CMakeCache.txt"
    found = re.search(r"^TESSELLE_PYTHON:\w+=(.+)$", cache.read_text(), re.M) if cache.exists() else None
    return found.group(1) if found else None


def run(*command) -> None:
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f"tesselle: {' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")


def pack(path: Path, files: dict[str, bytes]) -> None:
    about = f"tesselle-{version()}.dist-info"
    readme = (root / "README.md").read_text(encoding="utf-8")
    files[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: tesselle\nVersion: {version()}\n"
        "Summary: A workbench for puzzles made of pieces: edge-matching and packing\n"
        "License: MIT\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n"
        f"Provides-Extra: arrays\nRequires-Dist: numpy; extra == 'arrays'\n"
        f"Provides-Extra: tables\nRequires-Dist: pandas; extra == 'tables'\n\n{readme}"
    ).encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: tesselle\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    )
    for notice in ("LICENSE", "THIRD_PARTY.md"):
        files[f"{about}/{notice}"] = (root / notice).read_bytes()
    record = "".join(f"{name},{digest(contents)},{len(contents)}\n" for name, contents in files.items())
    files[f"{about}/RECORD"] = (record + f"{about}/RECORD,,\n").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, contents in files.items():
            wheel.writestr(name, contents)


def digest(contents: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
