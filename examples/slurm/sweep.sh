#!/bin/bash
# A sweep as an array of Slurm: sixteen shards in one folder that all nodes see, then the answer of all.
#   sbatch examples/slurm/sweep.sh SWEEP.yaml FOLDER
# A task that fails or runs out of time is sent again (sbatch --array=7 …): what it has made is there.
#SBATCH --job-name=warpshop
#SBATCH --array=1-16
#SBATCH --cpus-per-task=8
#SBATCH --time=01:00:00
#SBATCH --output=warpshop-%A-%a.log
set -euo pipefail
sweep=${1:?usage: sbatch sweep.sh SWEEP.yaml FOLDER}
folder=${2:?usage: sbatch sweep.sh SWEEP.yaml FOLDER}
# --shard comes from the array
srun warpshop sweep "$sweep" --keep "$folder" -j "$SLURM_CPUS_PER_TASK"
# Whoever is last finds every point there. The others say that some are missing, which is no failure.
warpshop merge "$folder" --format json -o "$folder/answer.json" --rows "$folder/rows.csv" || true
