#!/usr/bin/env python3
"""What `warpshop place --format json` says, for Kubernetes: labels of the nodes, the configuration of NVIDIA's device
plugin, and for each job which node it goes to and what it asks for. One GPU a node.

usage: warpshop place JOBS.yaml --device h100-80gb-hbm3:4 --sharing mps --format json | examples/kubernetes/placement.py
"""
import json
import re
import sys


def valid(name):
    """As Kubernetes names things: small letters, digits and -; at most 63."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:63] or "job"


def main():
    placing = json.load(sys.stdin)
    way = re.split(r"[:(]", placing["sharing"])[0]
    names = {gpu["name"]: valid(gpu["name"]) for gpu in placing["gpus"]}
    resource, config = "nvidia.com/gpu", f"{way}-{placing['at_most']}"
    if way == "mig":  # the MIG manager cuts GPUs by this label; strategy `mixed` names instances by their profile
        profile = placing["gpus"][0]["mig_profiles"][0]
        resource = f"nvidia.com/mig-{profile.replace('+', '.')}"
    print("# kubectl: a label for each node, and how its GPU is shared")
    for gpu in placing["gpus"]:
        shared = f"nvidia.com/mig.config=all-{gpu['mig_profiles'][0]}" if way == "mig" else \
            f"nvidia.com/device-plugin.config={config}"
        print(f"kubectl label node NODE warpshop/gpu={names[gpu['name']]} {shared}")
    if way != "mig":  # leftover is MPS without limits; the plugin's MPS gives each replica an equal part
        print(f"\n# {config} of the device plugin's ConfigMap\nversion: v1\nsharing:\n"
              f"  {'timeSlicing' if way == 'timeslice' else 'mps'}:\n    resources:\n"
              f"      - {{name: {resource}, replicas: {placing['at_most']}}}")
    print("\n# jobs in the order in which they start: what their pods say")
    for job in sorted(placing["placement"], key=lambda each: each["start_ms"]):
        print(f"- name: {valid(job['job'])}  # from {job['start_ms']:.3f} ms, {job['slowdown']:.2f} times its time alone\n"
              f"  nodeSelector: {{warpshop/gpu: {names[job['gpu']]}}}\n"
              f"  resources: {{limits: {{{resource}: 1}}}}")


main()
