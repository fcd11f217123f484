#!/bin/bash
# The same sweep by MPI: rank 0 hands out, the others work. What is made is kept, so that the job can be sent again.
#   sbatch examples/slurm/sweep_mpi.sh SWEEP.yaml FOLDER
#SBATCH --job-name=warpshop
#SBATCH --ntasks=64
#SBATCH --time=01:00:00
set -euo pipefail
sweep=${1:?usage: sbatch sweep_mpi.sh SWEEP.yaml FOLDER}
folder=${2:?usage: sbatch sweep_mpi.sh SWEEP.yaml FOLDER}
answers=("$folder/answer.json" "$folder/rows.csv")
rm -f "${answers[@]}"
# A rank that dies is not missed. mpirun then ends with 0 whatever became of the sweep …
mpirun --enable-recovery warpshop-mpi sweep "$sweep" --keep "$folder" -j 1 \
  --format json -o "${answers[0]}" --rows "${answers[1]}" || true
# … but answers are written whole or not at all.
for answer in "${answers[@]}"; do
  [[ -s $answer ]] || { echo "no $answer: the sweep failed" >&2; exit 1; }
done
