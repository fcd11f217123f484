"""The program: where it is, how it is run, what its exit codes mean."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import List, NamedTuple, Optional


class Error(RuntimeError):
    """The program failed; its message says why. `exit_code` is the program's, negative where a signal ended it."""

    def __init__(self, message: str, exit_code: int):
        super().__init__(message)
        self.exit_code = exit_code


class InputError(Error, ValueError):
    """Something that was given is wrong: the message says what was expected, in files with line and column."""


class DeviceError(Error):
    """There is no GPU, or no driver."""


class Answer(NamedTuple):
    output: str
    notes: List[str]


def program() -> Path:
    """The program that is run: $WARPSHOP_PROGRAM, else the one installed with this module, else that of PATH."""
    installed = Path(__file__).parent / "bin" / "warpshop"
    found = os.environ.get("WARPSHOP_PROGRAM") or (str(installed) if installed.exists() else shutil.which("warpshop"))
    if not found:
        raise FileNotFoundError("the program warpshop is neither beside this module nor in PATH; "
                                "WARPSHOP_PROGRAM may name it")
    return Path(found)


def run(arguments: List[str], text: Optional[str] = None, width: Optional[int] = None) -> Answer:
    """Runs the program with `text` as its standard input. Raises Error, or a class of it, unless it ends well."""
    environment = dict(os.environ, WARPSHOP_PROGRESS="0", LC_ALL="C.UTF-8")
    if width is not None:
        environment["COLUMNS"] = str(width)
    child = subprocess.Popen([program(), *arguments], stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, encoding="utf-8",
                             errors="backslashreplace")
    try:
        output, said = child.communicate(text)
    except BaseException:  # Ctrl-C: a notebook sends it to Python alone
        end(child)
        raise
    if child.returncode != 0:
        raise error_of(child.returncode, said)
    return Answer(output, [without_name(line) for line in said.splitlines()])


def end(child: "subprocess.Popen[str]") -> None:
    """Tells the program to end, which then leaves no files half-written; kills it if it does not within 5 s."""
    child.terminate()
    try:
        child.communicate(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()


def error_of(exit_code: int, said: str) -> Error:
    """What exit codes mean stands in README: 2 is a mistake of the user, 3 no GPU."""
    message = "\n".join(without_name(line) for line in said.splitlines())
    message = message or f"warpshop ended with exit code {exit_code}"
    return {2: InputError, 3: DeviceError}.get(exit_code, Error)(message, exit_code)


def without_name(line: str) -> str:
    return line[len("warpshop: "):] if line.startswith("warpshop: ") else line
