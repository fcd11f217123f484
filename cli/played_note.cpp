#include "cli/played_note.hpp"

#include <string>

#include "cli/output.hpp"
#include "dispatch/plan/realise.hpp"

namespace warpshop::cli {

void note_played_stages(const OutputOptions& options, std::span<const Workload> workloads) {
  dispatch::PlayedStages played;
  for (const Workload& workload : workloads) {
    const dispatch::PlayedStages here = dispatch::played_stages(workload);
    played.copies = played.copies || here.copies;
    played.kernels = played.kernels || here.kernels;
  }
  if (played.copies || played.kernels) {
    note(options, std::string("stages given as durations are played: ") +
                      (played.copies ? "copies by as many bytes as take that long alone" : "") +
                      (played.copies && played.kernels ? ", " : "") +
                      (played.kernels ? "kernels by `arithmetic`" : ""));
  }
}

}  // namespace warpshop::cli
