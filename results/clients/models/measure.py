#!/usr/bin/env python3
"""What the models of clients.py get that share a GPU, by every way of sharing that needs no setting of the card.

  measure.py serve FOLDER [--mps PIPES] [--seconds S]   clients alone and in pairs: requests.csv.gz, traces.tar
  measure.py counters FOLDER [--seconds S]              ncu on what one request of each launches: counters.csv.gz

S: no step begins that would not be over by then. PIPES: where an MPS control daemon listens. --device cpu --tiny runs
the same with models of a few thousand weights, for a fraction of a second each: a test of this program, not of a GPU.

A process holds one client, or all three for streams, and waits idle until it is told what to serve from when on. Of
those under MPS each has had its percentage from its start. Clients that run together begin at one time of
CLOCK_MONOTONIC. Order is by value: alone and traces, MPS, time slices, streams; a step that fails is told and left out.
"""
import argparse
import csv
import gc
import gzip
import json
import os
import pathlib
import queue
import random
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

BEGAN = time.monotonic()
NAMES = ("chat", "vision", "training")
PAIRS = (("chat", "vision"), ("chat", "training"), ("vision", "training"))
LIMITS = ((100, 100), (50, 50), (70, 30), (30, 70), (100, 50))  # of a pair, in % of the SMs
LOAD = 0.4  # chat's, of what it can do alone
TAIL = 0.3  # seconds for which all go on after the last arrival, so that the last ones are not served in peace
ROW = ("way", "clients", "client", "arrival_s", "start_s", "issued_s", "end_s")

# What ncu is asked for, as far as it knows it.
METRICS = (
    "gpu__time_duration.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__bytes.sum",
    "lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
    "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "launch__grid_size",
    "launch__block_size",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block",
    "launch__occupancy_limit_blocks",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_warps",
    "launch__waves_per_multiprocessor",
)
SURE = ("gpu__time_duration", "dram__throughput", "sm__throughput", "sm__warps_active")  # where it does not say


def elapsed():
    return time.monotonic() - BEGAN


def say(text):
    print(f"{elapsed():6.1f} s  {text}", flush=True)


def sleep_until(instant):
    left = instant - time.monotonic()
    if left > 0:
        time.sleep(left)


# ---- in a client's process ----


def serve(client, stream, arrivals, start, until):
    """Requests from `start` on; (arrival, start, issued, end) each, seconds after `start`. arrivals: when they come, or
    None: the next when one is done. One that had not begun at the end has no more than its arrival."""
    served = []

    def serve_one(came):
        begin = time.monotonic()
        issued = client.request(stream)
        served.append([(begin if came is None else came) - start, begin - start, issued - start,
                       time.monotonic() - start])

    for _ in range(3):
        client.request(stream)
    margin = start - time.monotonic()
    sleep_until(start)
    if arrivals is None:
        while time.monotonic() < until + TAIL:
            serve_one(None)
        return margin, served
    for after in arrivals:
        sleep_until(start + after)
        if time.monotonic() < until + TAIL:
            serve_one(start + after)
        else:
            served.append([after, None, None, None])
    return margin, served


def trace(client, stream, file):
    """A trace of five requests, one after the other, behind three that only warm the profiler up."""
    import torch
    from torch.profiler import ProfilerActivity, profile, schedule

    activities = [ProfilerActivity.CPU] + ([ProfilerActivity.CUDA] if client.on_gpu else [])
    with profile(activities=activities, schedule=schedule(wait=0, warmup=3, active=5, repeat=1),
                 on_trace_ready=lambda done: done.export_chrome_trace(file)) as profiler:
        for _ in range(8):
            with torch.profiler.record_function("request"):
                client.request(stream)
            profiler.step()


def made_clients(arguments, **more):
    import torch

    import clients

    torch.set_num_threads(1)
    return {name: clients.Client(name, arguments.device, arguments.tiny, **more) for name in arguments.clients}


def warm(client, stream, requests):
    """Until kernels are loaded and memory is allocated, of which others may take much for a moment as well."""
    for left in range(5, -1, -1):
        try:
            for _ in range(requests):
                client.request(stream)
            break
        except RuntimeError as error:
            if "out of memory" not in str(error) or not left:
                raise
        client.forget()
        time.sleep(2)
    if client.name == "training":  # it needs most, and only while a step runs
        client.forget()


def worker(arguments):
    """Does what lines of JSON from standard input say, until there are no more; answers each with one on its output.
    One client has the main thread; several have one each all the time, as cuDNN's plans are made for each thread."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print is no answer

    import torch

    made = made_clients(arguments)
    threads = {name: ThreadPoolExecutor(1) for name in made if len(made) > 1}

    def all_at_once(function, each):
        """What function(name, ...) returns or raises, for each name and its other arguments."""
        def attempt(name, *given):
            try:
                return function(name, *given)
            except Exception as error:  # who asked is to know of it
                traceback.print_exc()
                return str(error)

        if not threads:
            return {name: attempt(name, *given) for name, *given in each}
        waiting = {name: threads[name].submit(attempt, name, *given) for name, *given in each}
        return {name: one.result() for name, one in waiting.items()}

    streams = {(name, priority): client.stream(priority) for name, client in made.items()
               for priority in ((0, -1) if threads and name != "training" else (0,))}
    for key in streams:
        failed = all_at_once(lambda name: warm(made[name], streams[key], 2 if arguments.tiny else 6), [key[:1]])[key[0]]
        if failed:
            sys.exit(failed)
    gc.freeze()
    about = {"torch": torch.__version__}
    if arguments.device == "cuda":
        about["sms"] = torch.cuda.get_device_properties(0).multi_processor_count
        about["memory_mib"] = torch.cuda.max_memory_reserved() >> 20
        about["free_mib"] = torch.cuda.mem_get_info()[0] >> 20
        about["cudnn"] = torch.backends.cudnn.version()
    print(json.dumps(about), file=answers)
    for line in sys.stdin:
        command = json.loads(line)
        if "trace" in command:
            results = all_at_once(lambda name: trace(made[name], streams[name, 0], command["trace"]),
                                  [(command["client"],)])
        else:
            results = all_at_once(lambda name, priority, arrivals: serve(
                made[name], streams[name, priority], arrivals, command["start"], command["until"]), command["jobs"])
        print(json.dumps(results), file=answers)


def counted(arguments):
    """One request between two marks for a profiler. It says that it is ready by the file READY; the file GO says that
    it may begin, and after how many seconds no more kernels are to be counted."""
    import torch

    (client,) = made_clients(arguments, short=True).values()
    stream, over = client.stream(), [False]
    for _ in range(2):
        client.request(stream)
    until = [float("inf")]

    def look(*_):
        if not over[0] and time.monotonic() > until[0]:
            over[0] = True
            print("time is up: the rest is not counted", file=sys.stderr)
            if client.on_gpu:
                torch.cuda.profiler.stop()

    for part in client.model.modules():
        part.register_forward_pre_hook(look)
    if client.name == "training":
        for weight in client.model.parameters():
            weight.register_hook(look)
    pathlib.Path(arguments.ready).touch()
    while not os.path.exists(arguments.go):
        time.sleep(0.02)
    until[0] = time.monotonic() + float(pathlib.Path(arguments.go).read_text())
    if client.on_gpu:
        torch.cuda.profiler.start()
    client.request(stream)
    if client.on_gpu and not over[0]:
        torch.cuda.profiler.stop()


# ---- in the process that tells them ----


class Failed(Exception):
    pass


class Worker:
    """A process with clients; mps: (where the control daemon listens, percentage) or None."""

    def __init__(self, called, names, options, scratch, mps=None):
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("CUDA_MPS_PIPE_DIRECTORY", None)
        environment.pop("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", None)
        if mps:
            environment["CUDA_MPS_PIPE_DIRECTORY"] = mps[0]
            environment["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] = str(mps[1])
        self.called = called
        self.errors = scratch / f"{called.replace(':', '-')}.err"
        with open(self.errors, "w") as errors:
            self.process = subprocess.Popen([sys.executable, __file__, "worker", *names, *options],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                                            env=environment)
        self.answers = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.about = None

    def listen(self):
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(None)

    def tell(self, command):
        try:
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failed(f"{self.called}: {error}") from error

    def answer(self, seconds):
        try:
            line = self.answers.get(timeout=max(0, seconds))
        except queue.Empty:
            line = ""
        if not line:
            self.end()
            last = self.errors.read_text(errors="replace").strip().splitlines()[-4:]
            raise Failed(f"{self.called}: {'no answer' if line == '' else 'it ended'}: {' | '.join(last)}")
        return json.loads(line)

    def end(self, patience=3.0):
        """It ends by itself when there is nothing more to read; by force if it is stuck."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Measurement:
    def __init__(self, arguments):
        self.arguments, self.folder = arguments, pathlib.Path(arguments.folder)
        self.scratch = pathlib.Path(tempfile.mkdtemp())
        self.limit = arguments.seconds
        self.lead = 1.0 if arguments.tiny else 0.4
        self.workers, self.rate, self.seconds = {}, None, 0.3 if arguments.tiny else 4.6
        self.requests = self.folder / "requests.csv.gz"
        self.write_rows([ROW], "wt")

    def write_rows(self, rows, mode="at"):
        with gzip.open(self.requests, mode) as file:
            csv.writer(file, lineterminator="\n").writerows(rows)

    def start(self):
        """All processes at once; those that are not ready in time are left out."""
        options = ["--device", self.arguments.device] + (["--tiny"] if self.arguments.tiny else [])
        started = {}
        for name in NAMES:
            started[name] = Worker(name, [name], options, self.scratch)
            started[f"{name}:trace"] = Worker(f"{name}:trace", [name], options, self.scratch)
        for percent in sorted({limit for pair in LIMITS for limit in pair}, reverse=True):
            for name in NAMES if self.arguments.mps else ():
                called = f"{name}:{percent}"
                started[called] = Worker(called, [name], options, self.scratch, (self.arguments.mps, percent))
        started["streams"] = Worker("streams", NAMES, options, self.scratch)
        latest = time.monotonic() + (240 if self.arguments.tiny else 80)
        for called, each in started.items():
            try:
                each.about = each.answer(latest - time.monotonic())
                self.workers[called] = each
                say(f"ready: {called} {each.about}")
            except Failed as failed:
                say(f"failed: {failed}")

    def arrivals(self, name, seconds):
        """The same for all ways; those of a shorter run are the first of a longer one."""
        if name != "chat" or self.rate is None:
            return None
        draw, times = random.Random(12345), []
        while True:
            times.append((times[-1] if times else 0) + draw.expovariate(self.rate))
            if times[-1] >= seconds:
                return times[:-1]

    def run(self, way, jobs, seconds):
        """Clients at once, jobs: (worker, client, priority) each; their latencies and rates, as told."""
        if elapsed() + seconds + self.lead + TAIL > self.limit:
            say(f"left out for want of time: {way} {'+'.join(name for _, name, _ in jobs)}")
            return {}
        missing = [called for called, _, _ in jobs if called not in self.workers]
        if missing:
            say(f"left out: {way}: {', '.join(missing)} is not there")
            return {}
        start = time.monotonic() + self.lead
        until = start + seconds
        by_worker = {}
        for called, name, priority in jobs:
            by_worker.setdefault(called, []).append((name, priority, self.arrivals(name, seconds)))
        together, latencies, told, failed = "+".join(name for _, name, _ in jobs), {}, [], []
        rows, whole = [], True
        for called, its in by_worker.items():
            try:
                self.workers[called].tell({"start": start, "until": until, "jobs": its})
            except Failed as error:
                failed.append((called, error))
        for called in by_worker:
            if called in (name for name, _ in failed):
                continue
            try:
                answer = self.workers[called].answer(until + TAIL + 6 - time.monotonic())
            except Failed as error:
                failed.append((called, error))
                continue
            for name, result in answer.items():
                if isinstance(result, str):
                    say(f"failed: {way}: {name}: {result}")
                    whole = False
                    continue
                margin, served = result
                if margin < 0:
                    say(f"{way}: {name} was {-margin:.3f} s late")
                rows += [[way, together, name] + ["" if t is None else f"{t:.6f}" for t in row] for row in served]
                done = [row for row in served if row[3] is not None and row[3] <= seconds]
                if done:
                    latencies[name] = [row[3] - row[0] for row in done]
                    median, host = (1e3 * statistics.median(each) for each in
                                    (latencies[name], [row[2] - row[1] for row in done]))
                    told.append(f"{name} {len(done) / seconds:.1f} /s, median {median:.2f} ms (host {host:.2f}), "
                                f"{len(served) - len(done)} not by the end")
        for called, error in failed:
            self.workers.pop(called).end()
            say(f"failed: {way}: {error}")
        if failed or not whole:  # who is left had nobody beside it
            say(f"not written: {way} {together}")
            return {}
        self.write_rows(rows)
        say(f"{way} {together}: {'; '.join(told)}")
        return latencies

    def alone(self):
        """Each alone without a pause; chat then at random, at a part of what that says it can do."""
        for name in NAMES:
            seconds = self.seconds * (0.3 if name == "chat" else 0.6)
            latencies = self.run("alone-closed" if name == "chat" else "alone", [(name, name, 0)], seconds)
            if name == "chat":
                capacity = 1 / statistics.median(latencies["chat"]) if latencies else 150.0
                self.rate = float(f"{LOAD * capacity:.3g}")
                say(f"chat's requests come {self.rate:g} times a second")
        self.run("alone", [("chat", "chat", 0)], self.seconds)

    def traces(self, kind, called):
        """Into the archive, as CLIENT-KIND.json.gz."""
        for name in NAMES:
            each = self.workers.pop(called.format(name), None)
            if not each:
                continue
            file = self.scratch / f"{name}-{kind}.json"
            try:
                each.tell({"trace": str(file), "client": name})
                failed = each.answer(min(25, self.limit - elapsed()))[name]
                if failed:
                    raise Failed(failed)
                with open(file, "rb") as plain, gzip.open(f"{file}.gz", "wb", 6) as packed:
                    shutil.copyfileobj(plain, packed)
                with tarfile.open(self.folder / "traces.tar", "a") as archive:
                    archive.add(f"{file}.gz", arcname=f"{file.name}.gz")
                say(f"trace {name} {kind}: {os.path.getsize(f'{file}.gz') >> 10} KiB")
            except (Failed, OSError) as failed:
                say(f"failed: trace {name} {kind}: {failed}")
            each.end()

    def mps(self, pairs, limits, seconds):
        for one, other in limits:
            for pair in pairs:
                self.run(f"mps:{one}/{other}", [(f"{pair[0]}:{one}", pair[0], 0), (f"{pair[1]}:{other}", pair[1], 0)],
                         seconds)

    def time_slices(self, pairs, seconds):
        for pair in pairs:
            self.run("timeslices", [(name, name, 0) for name in pair], seconds)

    def streams(self, way, pairs, seconds, first=0):
        for pair in pairs:
            self.run(way, [("streams", pair[0], first), ("streams", pair[1], 0)], seconds)

    def limited(self):
        """How fast each is with a part of the SMs and nobody beside it, without a pause."""
        rate, self.rate = self.rate, None
        for percent in (100, 70, 50, 30) if self.arguments.mps else ():
            for name in NAMES:
                self.run(f"mps:{percent}", [(f"{name}:{percent}", name, 0)], self.seconds * 0.16)
        self.rate = rate

    def pair_seconds(self):
        """So long that all steps up to and with limited() fit into what time is left."""
        if self.arguments.tiny:
            return self.seconds
        runs, others = 2 * (len(LIMITS if self.arguments.mps else ()) + 3), 20
        fits = (self.limit - elapsed() - others) / runs - self.lead - TAIL - 0.1
        return max(2.0, min(self.seconds, fits))

    def attempt(self, step, *given):
        """A step that fails does not stop those behind it."""
        try:
            step(*given)
        except Exception:
            say(f"failed: {step.__name__}")
            traceback.print_exc()

    def all_steps(self):
        attempt, mps = self.attempt, LIMITS if self.arguments.mps else ()
        attempt(self.start)
        attempt(self.alone)
        attempt(self.traces, "alone", "{}:trace")
        seconds = self.pair_seconds()
        say(f"pairs have {seconds:.1f} s each")
        first, last, shorter = PAIRS[:2], PAIRS[2:], seconds / 2
        attempt(self.mps, first, mps, seconds)
        attempt(self.time_slices, first, seconds)
        attempt(self.streams, "streams", first, seconds)
        attempt(self.streams, "priority", first, seconds, -1)
        attempt(self.limited)
        attempt(self.mps, last, mps[:2], shorter)
        attempt(self.time_slices, last, shorter)
        attempt(self.streams, "streams", last, shorter)
        attempt(self.mps, last, mps[2:], shorter)
        if elapsed() + 8 < self.limit:
            attempt(self.traces, "mps-50", "{}:50")
        attempt(self.streams, "priority", last, shorter, -1)

    def close(self):
        for each in self.workers.values():  # all are told before anyone is waited for
            try:
                each.process.stdin.close()
            except OSError:
                pass
        for each in self.workers.values():
            each.end()
        say("what clients printed:")
        for file in sorted(self.scratch.glob("*.err")):
            for line in file.read_text(errors="replace").splitlines()[-5:]:
                print(f"  {file.stem}: {line[:300]}")
        shutil.rmtree(self.scratch, ignore_errors=True)


def known_metrics(ncu):
    """Those of METRICS that this ncu has for this GPU."""
    try:
        listed = subprocess.run([ncu, "--query-metrics", "--chips", "gh100"], capture_output=True, text=True,
                                timeout=15).stdout
    except (OSError, subprocess.TimeoutExpired):
        listed = ""
    known = {line.split()[0] for line in listed.splitlines() if line.strip()}
    if "gpu__time_duration" not in known:
        known = set(SURE)
    return [metric for metric in METRICS if metric.startswith("launch__") or metric.split(".")[0] in known]


def lines_of(name):
    return pathlib.Path(name).read_text(errors="replace").splitlines() if os.path.exists(name) else []


def counters(arguments):
    """All three start at once, as starting takes longest; then one after the other is counted."""
    ncu = shutil.which("ncu")
    if not ncu:
        say("ncu is not here")
        return
    folder, scratch = pathlib.Path(arguments.folder), pathlib.Path(tempfile.mkdtemp())
    options = ["--device", arguments.device] + (["--tiny"] if arguments.tiny else [])
    metrics = known_metrics(ncu)
    say(f"ncu: {len(metrics)} of {len(METRICS)} metrics: {' '.join(metrics)}")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    running = {}
    share = {"chat": 0.25, "vision": 0.4, "training": 1}  # of the time that is left then
    for name in NAMES:
        at = scratch / name
        with open(f"{at}.out", "w") as output:
            running[name] = subprocess.Popen(
                [ncu, "--profile-from-start", "off", "--clock-control", "none", "--csv", "--page", "raw",
                 "--print-kernel-base", "demangled", "--metrics", ",".join(metrics), "--log-file", f"{at}.csv",
                 sys.executable, __file__, "counted", name, *options, "--ready", f"{at}.ready", "--go", f"{at}.go"],
                stdout=output, stderr=subprocess.STDOUT, env=environment)
    header = None
    for name, process in running.items():
        at = scratch / name
        while not os.path.exists(f"{at}.ready") and process.poll() is None and elapsed() < arguments.seconds:
            time.sleep(0.05)
        seconds = max(2.0, share[name] * (arguments.seconds - 5 - elapsed()))
        say(f"ncu {name}: begins, for at most {seconds:.1f} s")
        pathlib.Path(f"{at}.seconds").write_text(f"{seconds:.3f}")
        os.rename(f"{at}.seconds", f"{at}.go")  # whoever sees it finds it written
        try:
            process.wait(timeout=max(1, arguments.seconds - elapsed()))
        except subprocess.TimeoutExpired:
            say(f"ncu {name}: no end")
            process.terminate()
            try:
                process.wait(timeout=3)
            except subprocess.TimeoutExpired:
                process.kill()
        lines, printed = lines_of(f"{at}.csv"), lines_of(f"{at}.out")
        rows = list(csv.reader(line for line in lines if line.startswith('"')))
        if rows:
            with gzip.open(folder / "counters.csv.gz", "wt" if header is None else "at") as file:
                write = csv.writer(file, lineterminator="\n")
                for row in rows if header != rows[0] else rows[2:]:  # names and units once
                    write.writerow([name if row not in rows[:2] else ""] + row)
            header = rows[0]
        say(f"ncu {name}: {max(0, len(rows) - 2)} kernels")
        for line in ([] if rows else lines[-3:]) + printed[-3:]:
            print(f"  {line[:300]}")
    shutil.rmtree(scratch, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("serve", "counters", "worker", "counted"):
        command = commands.add_parser(name)
        command.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
        command.add_argument("--tiny", action="store_true")
        command.add_argument("--seconds", type=float, default=200 if name == "serve" else 55)
        if name in ("serve", "counters"):
            command.add_argument("folder")
            command.add_argument("--mps", default="")
        else:
            command.add_argument("clients", nargs="+", choices=NAMES)
            command.add_argument("--ready")
            command.add_argument("--go")
    arguments = parser.parse_args()
    if arguments.command == "serve":
        measurement = Measurement(arguments)
        try:
            measurement.all_steps()
        finally:
            measurement.close()
    else:
        {"counters": counters, "worker": worker, "counted": counted}[arguments.command](arguments)


if __name__ == "__main__":
    main()
