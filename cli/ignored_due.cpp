#include "cli/ignored_due.hpp"

#include <algorithm>
#include <string>

#include "cli/output.hpp"
#include "sim/model/fields.hpp"

namespace warpshop::cli {

void note_ignored_due(const OutputOptions& output, bool any_due, Objective objective) {
  if (any_due && objective != Objective::lateness) {
    note(output, "'due' is ignored by --objective " + std::string(name(objective)) +
                     ", late tasks are only counted; --objective lateness plans for due dates");
  }
}

void note_ignored_due(const OutputOptions& output, std::span<const Workload> workloads) {
  if (std::any_of(workloads.begin(), workloads.end(),
                  [](const Workload& workload) { return has_due_dates(workload); })) {
    note(output, "'due' is ignored: this command plans for the makespan alone");
  }
}

}  // namespace warpshop::cli
