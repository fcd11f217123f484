"""Pairs of clients by seed, and what warpshop says of them. Used by held-out/record and grid/record."""
import json
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

DEVICE = "titanx"


class Pair:
    """An online client with a goal beside one that always has work, both with times alone, CTAs and copies by seed.

    says_use: kernels say how much they use alone, so that nothing is assumed and each way is simulated once."""

    def __init__(self, seed, says_use=False):
        draw = random.Random(seed)
        self.name = f"pair {seed}"
        self.service = round(10 ** draw.uniform(0.3, 1.2), 2)  # 2 … 16 ms
        load = draw.uniform(0.1, 0.5)
        self.rate = round(1000 * load / self.service, 2)
        self.goal = round(self.service * draw.uniform(4, 12), 1)
        self.chat = (
            f"kernel: {{time: {self.service} ms, ctas: {draw.randrange(500, 4000)}, threads: {draw.choice([128, 256])}"
        )
        chat_waits = draw.random() < 0.5
        self.vision = (
            f"kernel: {{time: {round(10 ** draw.uniform(0.3, 1.2), 2)} ms, ctas: {draw.randrange(500, 4000)}, "
            f"threads: {draw.choice([128, 256])}"
        )
        self.copies = (draw.randrange(100, 4000), draw.randrange(100, 16000))
        use = [sorted((draw.randrange(5, 96), draw.randrange(5, 96)), reverse=True) for _ in range(2)]
        if chat_waits:
            use[0].reverse()
        says = [f", compute: {compute} %, memory: {memory} %" for compute, memory in use]
        self.chat += (says[0] if says_use else ", category: memory_bound" if chat_waits else "") + "}"
        self.vision += (says[1] if says_use else "") + "}"

    def yaml(self, horizon_s):
        return (
            f"schema: warpshop.workload/1\nname: {self.name}\nhorizon: {horizon_s} s\nclients:\n"
            f"  - name: chat\n    arrivals: {{poisson: {self.rate} /s}}\n"
            f"    request: {{h2d: {self.copies[0]} KiB, {self.chat}, d2h: 64 KiB}}\n"
            f"    goal: {{latency: {self.goal} ms, quantile: 99 %}}\n"
            f"  - name: vision\n    arrivals: {{closed: 1}}\n"
            f"    request: {{h2d: {self.copies[1]} KiB, {self.vision}, d2h: 1 MiB}}\n    class: offline\n"
        )


def compared(program, pair, horizon_s, policies, seed=1):
    """The parsed answer of `compare` on such a pair."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pair.yaml"
        path.write_text(pair.yaml(horizon_s))
        done = subprocess.run(
            [program, "compare", path, "--device", DEVICE, "--policy", policies, "--format", "json", "-q",
             "--seed", str(seed), "-j", "1"],
            check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def record(file, heading, line_of, pairs, conclusion=lambda lines: []):
    """A line a pair into `file`, written after each; those that it has are kept. line_of(seed) begins with the seed."""
    known = file.read_text().splitlines()[len(heading):] if file.exists() else []
    lines = {int(line.split()[0]): line for line in known if line.split()[0].isdigit()}
    with ThreadPoolExecutor(2) as pool:
        for done in as_completed([pool.submit(line_of, seed) for seed in range(1, pairs + 1) if seed not in lines]):
            lines[int(done.result().split()[0])] = done.result()
            file.write_text("\n".join(heading + [lines[seed] for seed in sorted(lines)]) + "\n")
    written = [lines[seed] for seed in sorted(lines)]
    file.write_text("\n".join(heading + written + conclusion(written)) + "\n")
    print(file.read_text(), end="")
