#include "cli/left_out_note.hpp"

#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output.hpp"

namespace warpshop::cli {

void note_left_out(const OutputOptions& options, const std::string& workload, const SkippedPolicy& policy,
                   std::string_view more) {
  const std::string why = policy.limit ? fmt::format(" beyond {} tasks", *policy.limit) : ": " + policy.reason;
  note(options, fmt::format("{}: {} is left out{}{}{}", workload, policy.policy, why, more,
                            policy.can_be_named ? "; --policy " + policy.policy + " runs it" : ""));
}

void note_left_out(const OutputOptions& options, const std::string& workload, std::span<const SkippedPolicy> policies) {
  std::map<std::string, std::vector<std::string>> alike;  // names by reason, but for the name that it starts with
  const auto reason_of = [](const SkippedPolicy& policy) {
    const std::string start = "policy " + policy.policy + ": ";
    return policy.reason.starts_with(start) ? policy.reason.substr(start.size()) : "";
  };
  for (const SkippedPolicy& policy : policies) {
    alike[reason_of(policy)].push_back(policy.policy);
  }
  for (const SkippedPolicy& policy : policies) {
    const std::string reason = reason_of(policy);
    const std::vector<std::string>& names = alike[reason];
    if (reason.empty() || names.size() == 1) {
      note_left_out(options, workload, policy);
    } else if (policy.policy == names.front()) {
      note(options, fmt::format("{}: {} are left out: {}", workload, fmt::join(names, ", "), reason));
    }
  }
}

}  // namespace warpshop::cli
