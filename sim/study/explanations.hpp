#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/model/policy.hpp"

namespace warpshop::study {

/// A page of docs/policies, named after its policy: `# NAME`, what the policy does, then a paragraph each under
/// `**Source:**`, `**Formula:**`, `**Takes:**`, `**Wins:**` and `**Cannot honour:**`.
struct Explanation {
  std::string_view policy;
  std::string_view text;
};

/// All of them, by name.
std::span<const Explanation> explanations();

/// What a page says of a policy, without the signs of Markdown; empty: there is no page. Behind it what the registry
/// says: up to how many tasks, for which objectives, which numbers may stand behind its name.
std::string explanation(const Policy& policy);

}  // namespace warpshop::study
