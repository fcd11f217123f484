#include "cli/played_note.hpp"

#include <string>

#include "cli/output.hpp"
#include "dispatch/plan/realise.hpp"

namespace warpshop::cli {

void note_played_stages(const OutputOptions& options, std::span<const Workload> workloads) {
  const dispatch::GivenDurations given = dispatch::given_durations(workloads);
  if (given.copies || given.kernels) {
    note(options, std::string("stages given as durations are played: ") +
                      (given.copies ? "copies by as many bytes as take that long alone" : "") +
                      (given.copies && given.kernels ? ", " : "") + (given.kernels ? "kernels by `arithmetic`" : ""));
  }
}

}  // namespace warpshop::cli
