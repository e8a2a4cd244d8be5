"""What can go wrong. Every error of the library is an :class:`Error`; nothing is printed, and nothing exits."""

from __future__ import annotations

from typing import Any

__all__ = ["Error", "InputError", "UsageError", "InternalError", "Interrupted"]


class Error(Exception):
    """Any error that Tesselle reports."""


class InputError(Error, ValueError):
    """A file is wrong. The message is one line, "file:line:column: what was found and expected"."""

    file: str  #: its name, as it was given
    line: int  #: counted from 1; 0 if it is about the whole file
    column: int  #: likewise

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0):
        super().__init__(message)
        self.file, self.line, self.column = file, line, column


class UsageError(Error, ValueError):
    """What was asked for cannot be done: an unknown option, a board of another puzzle, a refused combination."""


class InternalError(Error):
    """A bug of Tesselle's, for example a board that its own verifier refuses."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `result` is what was found until then."""

    def __init__(self, result: Any):
        super().__init__("interrupted; the exception's 'result' holds what was found")
        self.result = result
