#include "cli/left_out_note.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"

namespace warpshop::cli {

void note_left_out(const OutputOptions& options, const std::string& workload, const SkippedPolicy& policy,
                   std::string_view more) {
  const std::string why = policy.limit ? fmt::format(" beyond {} tasks", *policy.limit) : ": " + policy.reason;
  note(options, fmt::format("{}: {} is left out{}{}{}", workload, policy.policy, why, more,
                            policy.can_be_named ? "; --policy " + policy.policy + " runs it" : ""));
}

}  // namespace warpshop::cli
