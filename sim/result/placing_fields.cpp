#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result/csv_columns.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

/// A job of the best placement.
struct PlacedJobRow {
  const Placing& in;
  const JobOnGpu& of;
};

/// A policy.
struct PlacedBatchRow {
  const Placing& in;
  const PlacedBatch& of;
};

std::vector<PlacedJobRow> placed_job_rows(const Placing& placing) {
  std::vector<PlacedJobRow> rows;
  rows.reserve(placing.best().jobs.size());
  for (const JobOnGpu& job : placing.best().jobs) {
    rows.push_back({placing, job});
  }
  return rows;
}

std::vector<PlacedBatchRow> placed_batch_rows(const Placing& placing) {
  std::vector<PlacedBatchRow> rows;
  rows.reserve(placing.results.size());
  for (const PlacedBatch& batch : placing.results) {
    rows.push_back({placing, batch});
  }
  return rows;
}

const Fields<PlacedBatchRow>& placed_batch_fields() {
  const auto energy = [](auto member) {
    return [member](const PlacedBatchRow& row) {
      return row.of.energy ? std::optional((*row.of.energy).*member) : std::nullopt;
    };
  };
  static const Fields<PlacedBatchRow> fields{
      {"policy", "how jobs are placed", [](const PlacedBatchRow& row) { return row.of.policy; }, show()},
      {"makespan_ms", "when the last job ends: the turnaround of the batch",
       [](const PlacedBatchRow& row) { return row.of.makespan; }, kNotNegative | show("{:.3f}", 0, "makespan ms")},
      {"sooner", "1 - makespan / that of first-fit; only where that was asked for",
       [](const PlacedBatchRow& row) {
         const PlacedBatch* first = row.in.of("first-fit");
         return first != nullptr ? std::optional(1 - row.of.makespan / first->makespan) : std::nullopt;
       },
       show("{:+.1f} %", 2, "sooner than first-fit")},
      {"mean_turnaround_ms", "mean over the jobs of end - release",
       [](const PlacedBatchRow& row) { return row.of.mean_turnaround; },
       kNotNegative | show("{:.3f}", 3, "mean turnaround ms")},
      {"mean_slowdown", "mean over the jobs of (end - start) / alone",
       [](const PlacedBatchRow& row) { return row.of.mean_slowdown; },
       kNotNegative | show("{:.3f}", 0, "mean slowdown")},
      {"worst_slowdown", "the largest of them", [](const PlacedBatchRow& row) { return row.of.worst_slowdown; },
       kNotNegative | show("{:.3f}", 1, "worst")},
      {"gpus_used", "GPUs with a job at any time", [](const PlacedBatchRow& row) { return row.of.gpus_used; },
       kPositive | show(4, "GPUs")},
      {"energy_j", "what the GPUs use until the makespan; only where the profiles say what all draw",
       energy(&Energy::used), kNotNegative | show("{:.4g}", 5, "energy J")},
      {"peak_power_w", "the most that they draw at any moment; only there", energy(&Energy::peak),
       kNotNegative | show("{:.4g}", 6, "peak W")},
  };
  return fields;
}

const Fields<PlacedJobRow>& placed_job_fields() {
  static const Fields<PlacedJobRow> fields{
      {"gpu", "where it runs", [](const PlacedJobRow& row) { return row.in.gpus[row.of.gpu].name; }, show(0, "GPU")},
      {"job", "by name; those of a GPU stand in the order in which they are started there",
       [](const PlacedJobRow& row) { return row.of.job; }, show_name()},
      {"start_ms", "from the start of the batch", [](const PlacedJobRow& row) { return row.of.start; },
       kNotNegative | show("{:.3f}", 0, "start ms")},
      {"end_ms", "likewise", [](const PlacedJobRow& row) { return row.of.end; },
       kNotNegative | show("{:.3f}", 0, "end ms")},
      {"alone_ms", "what it takes on the whole of that GPU", [](const PlacedJobRow& row) { return row.of.alone; },
       kNotNegative | show("{:.3f}", 2, "alone ms")},
      {"slowdown", "(end - start) / alone", [](const PlacedJobRow& row) { return row.of.slowdown(); },
       kNotNegative | show("{:.3f}")},
      {"beside", "who is on the GPU at any time of it", [](const PlacedJobRow& row) { return row.of.beside; },
       As{.shown = true, .wraps = true, .show = "{}", .drop = 1}},
  };
  return fields;
}

}  // namespace

const Kind<Placing>& kind_of(const Placing* /*of*/) {
  static const Fields<PlacedGpu> gpu_part{
      {"name", "of the GPU", &PlacedGpu::name, show(0, "GPU")},
      {"device", "its profile", &PlacedGpu::device},
      {"set", "what to set there, for people", &PlacedGpu::set, show(0, "what to set")},
      {"mps_percentage", "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of each job; only with --sharing mps",
       &PlacedGpu::mps_percentage, kNotNegative},
      {"mig_profiles", "instances to cut it into; only with --sharing mig", &PlacedGpu::mig_profiles, kIfAny},
  };
  static const Fields<PlacedPair> pair_part{
      {"job", "the first of its kind", &PlacedPair::job},
      {"beside", "likewise", &PlacedPair::beside},
      {"device", "profile of the GPU", &PlacedPair::device},
      {"slowdown", "the larger of time together / time alone of the two, started together in either order",
       &PlacedPair::slowdown, kNotNegative},
  };
  static const Fields<PlacedWay> way_part{
      {"sharing", "how jobs share a GPU", &PlacedWay::sharing, show(0, "sharing")},
      {"policy", "how they are placed best", &PlacedWay::policy, show(0, "policy")},
      {"makespan_ms", "when the last job ends", &PlacedWay::makespan, kNotNegative | show("{:.3f}", 0, "makespan ms")},
      {"lower_bound_ms", "no placement under it ends before", &PlacedWay::lower_bound,
       kNotNegative | show("{:.3f}", 1, "nothing before ms")},
      {"gpus", "that it is placed on", &PlacedWay::gpus, kPositive | show(0, "GPUs")},
      {"kept", "it ends within --within, or none was asked for", &PlacedWay::kept},
  };
  static const Kind<Placing> described{
      {.name = "place",
       .title = "what `warpshop place --format json` prints of jobs",
       .command = "place",
       .first_columns = kPlaceColumns},
      {{"workload", "whose jobs were placed", &Placing::workload},
       {"device", kDeviceText, &Placing::device},
       {"jobs", "how many there are", &Placing::jobs, kPositive},
       {"kinds", "of jobs that differ", &Placing::kinds, kPositive},
       {"sharing", "how jobs share a GPU", &Placing::sharing},
       {"at_most", "jobs on a GPU", &Placing::at_most, kPositive},
       {"within_ms", "when the last job is to have ended; only with --within", &Placing::within, kNotNegative},
       {"kept", "the best placement ends by then; true without --within", &Placing::kept},
       {"least_gpus", "with fewer of them, from the first of --device on, nothing ends by then; 1 without --within",
        &Placing::least_gpus, kPositive},
       {"gpus_there", "how many --device names", &Placing::gpus_there, kPositive},
       {"lower_bound_ms", "no placement on the GPUs that are used ends before", &Placing::lower_bound, kNotNegative},
       {"policies", "best first", placed_batch_fields(), placed_batch_rows, kSome | kRows},
       {"ways", "the best placement under each way of sharing, best first; only with --sharing all", way_part,
        &Placing::ways, kIfAny},
       {"pairs", "of kinds of jobs: how much they slow each other down; not where more than 141 kinds differ",
        pair_part, &Placing::pairs, kIfAny},
       {"threshold", "pairs with a slowdown of as much or more S2 keeps apart", &Placing::threshold,
        kNotNegative | kJsonOnly},
       {"gpus", "those of the placement, and what to set on each", gpu_part, &Placing::gpus, kSome},
       {"placement", "who runs where, by the first policy; by GPU and start", placed_job_fields(), placed_job_rows,
        kSome},
       {basis_fields(), &Placing::basis},
       {origin_fields(), &Placing::origin}}};
  return described;
}

}  // namespace warpshop::result
