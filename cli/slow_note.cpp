#include "cli/slow_note.hpp"

#include "sim/study/expected_time.hpp"

namespace warpshop::cli {

void note_slow(const OutputOptions& options, const std::string& workload,
               const std::vector<study::NamedPolicy>& policies, const Instance& tasks, Objective objective) {
  if (const std::string slow = study::slow_policies(policies, tasks, objective); !slow.empty()) {
    note(options, workload + ": " + slow);
  }
}

}  // namespace warpshop::cli
