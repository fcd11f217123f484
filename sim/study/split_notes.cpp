#include "sim/study/split_notes.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace warpshop::study {

std::vector<Note> split_notes(const Workload& workload, const std::string& where) {
  std::vector<Note> notes;
  std::int64_t threads = 0;
  for (const SplitTask& split : workload.splits) {
    if (split.name != split.task && !split.name.ends_with("#1")) {
      continue;  // repeats are alike
    }
    const std::size_t steps = split.run.steps.size();
    notes.push_back(
        {.where = where,
         .text = fmt::format("{} goes over CPU and GPU in {} step{}, {:.1f} % of it on the GPU: alone it "
                             "takes {:.4g} ms so, and {:.4g} ms on the GPU{}{}",
                             split.task, steps, steps == 1 ? "" : "s", 100 * split.run.parts().gpu_share(),
                             split.run.total().count(), split.whole.count(),
                             split.range ? fmt::format(" (the CPU's rate is assumed: {:.4g} to {:.4g} ms "
                                                       "over its range)",
                                                       (*split.range)[0].count(), (*split.range)[1].count())
                                         : "",
                             clearly_less(split.whole, split.run.total()) ? ": better without `split`" : "")});
    threads += split.threads;
  }
  if (notes.size() > 1) {
    notes.push_back(
        {.where = where,
         .text = fmt::format("{} tasks are split, each over threads of its own: {} of the CPU where all run "
                             "at once",
                             notes.size(), threads)});
  }
  return notes;
}

}  // namespace warpshop::study
