"""One function a command."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Tuple, Union

from ._program import run
from ._result import Result

File = Union[str, "os.PathLike[str]"]
Workload = Union[File, Mapping[str, Any]]
Device = File  # or a name
Policies = Union[None, str, Iterable[str]]

# What these functions say themselves.
_OURS = frozenset(["csv", "format", "help", "json", "output", "quiet"])


def compare(workload: Workload, device: Device, policy: Policies = None, **options: Any) -> Result:
    """Policies side by side, best first: what `warpshop compare --format json` prints.

    workload  a file, or what would stand in one as a dict; files that this names count from the current directory
    device    a shipped profile (`warpshop devices` lists them), a file, or several GPUs: `titanx:4`, `k20c,titanx:2`
    policy    a name, names with commas, or a list of them; the program's default without it
    options   as `warpshop compare --help` has them, with `_` for `-`: objective="wc", budget="5ms", host_time=0.5,
              engine="fast"; True for what takes no value; a list for what may be repeated; set={path: value}

    Raises InputError where something given is wrong, Error where the program fails.
    """
    return _result("compare", workload, device, policy, options)


def simulate(workload: Workload, device: Device, policy: Optional[str] = None, **options: Any) -> Result:
    """One plan and its timeline: what `warpshop simulate --format json` prints.

    workload, device and options as for `compare`; without a policy the one that `compare` ranks first.
    """
    return _result("simulate", workload, device, policy, options)


def timeline(workload: Workload, device: Device, policy: Optional[str] = None, *, width: int = 100,
             **options: Any) -> str:
    """The timeline that `simulate` gives as a chart of `width` characters, a row an engine of the GPU."""
    place, text = _given(workload)
    arguments = ["simulate", place, *_arguments(device, policy, options), "--gantt", "--quiet"]
    said = run(arguments, text, width).output
    return next(part for part in said.split("\n\n") if "├" in part).strip("\n")


def import_trace(trace: File, workload: File, device: Optional[File] = None, **options: Any) -> str:
    """Writes a recording of a profiler as a workload and, if asked for, a device, and returns the program's report.

    trace     of the PyTorch profiler (`.json`, `.json.gz`); any other file is one of Nsight Systems or nvprof
    workload  the file to write; replaces an earlier result of the program, no other file
    device    the file to write what the trace shows of the GPU to
    options   as `warpshop import torch --help` has them: cut="step|forward", name="chat"
    """
    kind = "torch" if str(trace).endswith((".json", ".json.gz")) else "nsys"
    if device is not None:
        options["device_out"] = device
    answer = run(["import", kind, _path(trace), f"--output={os.fspath(workload)}", *_flags(options)])
    return answer.output + "\n".join(answer.notes)


def version() -> str:
    """That of the program."""
    return run(["--version"]).output.split()[-1]


def _result(command: str, workload: Workload, device: Device, policy: Policies, options: Mapping[str, Any]) -> Result:
    place, text = _given(workload)
    arguments = [command, place, *_arguments(device, policy, options), "--format=json"]
    with tempfile.TemporaryDirectory(prefix="warpshop-") as folder:
        table = Path(folder) / "table.csv"
        answer = run([*arguments, f"--csv={table}"], text)
        return Result(_document(answer.output), table.read_text(encoding="utf-8"), answer.notes)


def _document(output: str) -> Any:
    """The one document; of several workloads there are several."""
    document, end = json.JSONDecoder().raw_decode(output)
    if output[end:].strip():
        raise ValueError("these are several workloads, expected one: call once for each")
    return document


def _given(workload: Workload) -> Tuple[str, Optional[str]]:
    """What stands on the command line, and on standard input: JSON, which without \\u escapes is YAML too."""
    if isinstance(workload, Mapping):
        return "-", json.dumps(workload, ensure_ascii=False, indent=1, allow_nan=False)
    return _path(workload), None


def _path(path: File) -> str:
    text = os.fspath(path)
    return os.path.join(".", text) if text.startswith("-") else text


def _arguments(device: Device, policy: Policies, options: Mapping[str, Any]) -> List[str]:
    policies = policy if policy is None or isinstance(policy, str) else ",".join(policy)
    return [f"--device={os.fspath(device)}", *([] if policies is None else [f"--policy={policies}"]), *_flags(options)]


def _flags(options: Mapping[str, Any]) -> List[str]:
    """`host_time=0.5` is `--host-time=0.5`; what is None or False is left out."""
    flags: List[str] = []
    for name, value in options.items():
        if name in _OURS:
            raise TypeError(f"{name} is no option here: results are returned")
        flags += [_flag(name, one) for one in _values(value) if one is not None and one is not False]
    return flags


def _values(value: Any) -> List[Any]:
    if isinstance(value, Mapping):
        return [f"{path}={new}" for path, new in value.items()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _flag(name: str, value: Any) -> str:
    flag = "--" + name.replace("_", "-")
    return flag if value is True else f"{flag}={value}"
