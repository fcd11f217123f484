"""`warpshop` on the command line, and `python3 -m warpshop`: the program itself."""

import os
import sys

from ._program import program


def main() -> None:
    path = str(program())
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
