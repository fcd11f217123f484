"""In which order, and shared how, should work run on a GPU, and how sure is that?

    >>> import warpshop
    >>> answer = warpshop.compare("four-tasks.yaml", "k20c", policy="fifo,best")
    >>> answer["policies"][0]["makespan_ms"]
    26.57018518362399

Every function runs the program `warpshop` and gives back what it says, unrounded: docs/schema has the meaning and unit
of each field, docs/csv.md those of each column. Other threads of Python go on meanwhile, and Ctrl-C ends the program.
"""

from ._commands import compare, import_trace, simulate, timeline, version
from ._program import DeviceError, Error, InputError, program
from ._result import Result

__all__ = ["DeviceError", "Error", "InputError", "Result", "compare", "import_trace", "program", "simulate", "timeline",
           "version"]
