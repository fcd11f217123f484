"""The Python module beside the program that it runs, $WARPSHOP_PROGRAM or the one that was installed with it.

usage: module_test.py (in any directory; paths are those of this repository)
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import warpshop

SOURCE = Path(__file__).resolve().parents[2]
FOUR_TASKS = SOURCE / "workloads" / "four-tasks.yaml"
CLIENTS = SOURCE / "workloads" / "clients" / "chat-beside-vision.yaml"
JSON = ["--format", "json"]
HAS_PANDAS = importlib.util.find_spec("pandas") is not None


def said(*arguments: str) -> str:
    """What the program itself prints."""
    return subprocess.run([warpshop.program(), *arguments], check=True, capture_output=True, encoding="utf-8").stdout


class Compare(unittest.TestCase):
    def test_is_the_document_that_the_program_prints(self):
        printed = json.loads(said("compare", "--policy", "fifo,best", str(FOUR_TASKS), "--device", "k20c", *JSON))
        self.assertEqual(warpshop.compare(FOUR_TASKS, "k20c", policy=["fifo", "best"]), printed)
        self.assertEqual(warpshop.compare(str(FOUR_TASKS), "k20c", "fifo,best"), printed)
        self.assertAlmostEqual(printed["policies"][0]["makespan_ms"], 26.570185184, places=5)

    def test_takes_every_policy_that_the_program_takes_by_default(self):
        printed = json.loads(said("compare", str(FOUR_TASKS), "--device", "k20c", *JSON))
        self.assertEqual(warpshop.compare(FOUR_TASKS, "k20c"), printed)

    def test_takes_a_workload_as_a_dict(self):
        workload = {"schema": "warpshop.workload/1", "name": "žluť 😀 \"quoted\" \\ 'yes'",
                    "tasks": [{"name": "é", "h2d": "2 MiB", "kernel": "1 ms"}, {"name": "no", "kernel": "2.5 ms"}]}
        answer = warpshop.compare(workload, "k20c", "fifo")
        self.assertEqual(answer["workload"], {"name": workload["name"], "tasks": 2})
        self.assertEqual(answer["policies"][0]["tasks"], ["é", "no"])
        self.assertEqual(answer["file"], "<stdin>")

    def test_options_are_those_of_the_command_line(self):
        answer = warpshop.compare(FOUR_TASKS, "k20c", "fifo", objective="wc", engine="fast", compute=0.5, timing=False,
                                  set={"transfer.pinned.h2d.latency": "5us", "transfer.pinned.d2h.latency": "6us"})
        printed = said("compare", str(FOUR_TASKS), "--device", "k20c", "--policy", "fifo", "--objective", "wc",
                       "--engine", "fast", "--compute", "0.5", "--set", "transfer.pinned.h2d.latency=5us", "--set",
                       "transfer.pinned.d2h.latency=6us", *JSON)
        self.assertEqual(answer, json.loads(printed))
        self.assertIsNotNone(warpshop.compare(FOUR_TASKS, "k20c", "fifo", timing=True)["policies"][0]["planning_us"])

    def test_takes_clients_and_gives_notes(self):
        answer = warpshop.compare(CLIENTS, "titanx", policy="priority")
        self.assertEqual([client["name"] for client in answer["policies"][0]["clients"]], ["chat", "vision"])
        self.assertEqual(warpshop.compare(FOUR_TASKS, "k20c", "fifo").notes, [])
        mixed = warpshop.compare(SOURCE / "workloads" / "mixed-memory.yaml", "k20c", "fifo")
        self.assertIn("a copy of pageable memory", mixed.notes[0])

    @unittest.skipUnless(HAS_PANDAS, "there is no pandas")
    def test_to_pandas_has_a_row_a_policy_or_client_with_the_same_figures(self):
        answer = warpshop.compare(FOUR_TASKS, "k20c", policy="fifo,best")
        table = answer.to_pandas()
        self.assertEqual(list(table["policy"]), ["best", "fifo"])
        self.assertEqual(list(table["makespan_ms"]), [row["makespan_ms"] for row in answer["policies"]])
        clients = warpshop.compare(CLIENTS, "titanx", policy="priority").to_pandas()
        self.assertEqual(list(clients["client"]), ["chat", "vision"])


class Simulate(unittest.TestCase):
    def test_is_the_document_that_the_program_prints(self):
        printed = json.loads(said("simulate", "--order", "BS-TM-MM-VA", str(FOUR_TASKS), "--device", "k20c", *JSON))
        self.assertEqual(warpshop.simulate(FOUR_TASKS, "k20c", order="BS-TM-MM-VA"), printed)

    def test_timeline_is_a_chart_alone(self):
        lines = warpshop.timeline(FOUR_TASKS, "k20c", "best", width=90).splitlines()
        self.assertEqual([line.split()[0] for line in lines[:3]], ["h2d", "compute", "d2h"])
        self.assertLessEqual(max(map(len, lines)), 90)
        self.assertIn("BS", lines[1])


class ImportTrace(unittest.TestCase):
    def test_writes_a_workload_and_a_device_that_compare_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            workload, device = Path(folder) / "work.yaml", Path(folder) / "gpu.yaml"
            trace = SOURCE / "tests" / "reference" / "traces" / "saxpy.sqlite"
            report = warpshop.import_trace(trace, workload, device, name="saxpy")
            self.assertIn("5 kernels", report)
            answer = warpshop.compare(workload, device, "fifo")
            self.assertEqual(answer["workload"]["name"], "saxpy")
            with self.assertRaises(warpshop.Error):
                warpshop.import_trace(FOUR_TASKS, workload)


class Errors(unittest.TestCase):
    def test_say_file_line_and_column(self):
        wrong = {"schema": "warpshop.workload/1", "name": "a", "tasks": [{"name": "b", "kernel": "x"}]}
        with self.assertRaisesRegex(warpshop.InputError, r"^<stdin>:7:14: 'x' is not a duration, expected") as caught:
            warpshop.compare(wrong, "k20c")
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIsInstance(caught.exception, ValueError)

    def test_unknown_devices_options_and_files_are_refused(self):
        with self.assertRaisesRegex(warpshop.InputError, "k21c"):
            warpshop.compare(FOUR_TASKS, "k21c")
        with self.assertRaisesRegex(warpshop.InputError, "--no-such-option"):
            warpshop.compare(FOUR_TASKS, "k20c", no_such_option=1)
        with self.assertRaisesRegex(warpshop.InputError, "-missing.yaml"):
            warpshop.compare("-missing.yaml", "k20c")
        with self.assertRaisesRegex(ValueError, "several workloads"):
            warpshop.compare(SOURCE / "workloads" / "co-execution", "titanx", "fifo")
        with self.assertRaisesRegex(TypeError, "format"):
            warpshop.compare(FOUR_TASKS, "k20c", format="csv")
        with self.assertRaises(ValueError):
            warpshop.compare({"schema": float("nan")}, "k20c")

    def test_there_has_to_be_a_program(self):
        with self.assertRaises(FileNotFoundError):
            subprocess_of("import warpshop; warpshop.version()", WARPSHOP_PROGRAM="/no/such/program")


def subprocess_of(code: str, **environment: str) -> None:
    """Runs Python code in a process of its own; FileNotFoundError there is one here."""
    ended = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, **environment), capture_output=True,
                           encoding="utf-8")
    if "FileNotFoundError" in ended.stderr:
        raise FileNotFoundError(ended.stderr)


class Interrupt(unittest.TestCase):
    def setUp(self):  # what a shell starts in the background ignores SIGINT
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

    def test_other_threads_go_on_and_ctrl_c_ends_the_program(self):
        def interrupt():  # as soon as the program runs, which goes on for an hour otherwise
            while not children():
                time.sleep(0.01)
            time.sleep(0.5)  # Python itself leaves a process alone that it is just starting
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
        with self.assertRaises(KeyboardInterrupt):
            warpshop.compare(SOURCE / "workloads" / "sixty-four-tasks.yaml", "k20c", "ig", objective="wc",
                             budget="3600s")
        self.assertEqual(children(), [], "the program still runs")


def children() -> list:
    """Processes that this one has started and that have not ended."""
    return Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text().split()


if __name__ == "__main__":
    unittest.main()
