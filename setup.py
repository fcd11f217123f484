"""What pyproject.toml cannot say: the version is that of CMakeLists.txt, and the wheel holds the program.

$WARPSHOP_PROGRAM names a program that is built already; else `./dev static` builds one, which needs nothing but libc and
libstdc++.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).parent.resolve()


def version() -> str:
    return re.search(r"project\(warpshop VERSION ([\d.]+)", (HERE / "CMakeLists.txt").read_text()).group(1)


def built_program() -> Path:
    given = os.environ.get("WARPSHOP_PROGRAM")
    if given:
        return Path(given)
    subprocess.run([HERE / "dev", "static"], check=True)
    return HERE / "build" / "static" / "warpshop"


class BuildWithProgram(build_py):
    def run(self):
        super().run()
        folder = Path(self.build_lib) / "warpshop" / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(built_program(), folder / "warpshop")


class WheelOfThisMachine(bdist_wheel):
    """For every Python 3, but this kind of machine alone."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class DistributionWithProgram(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=DistributionWithProgram,
      cmdclass={"build_py": BuildWithProgram, "bdist_wheel": WheelOfThisMachine})
