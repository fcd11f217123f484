#include "sim/study/explanations.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/study/policy_name.hpp"

namespace warpshop::study {
namespace {

/// Paragraphs in a line each, headings and bold type as they read.
std::string plain(std::string_view markdown) {
  std::string text;
  for (std::size_t start = 0; start < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', start), markdown.size());
    std::string line(markdown.substr(start, end - start));
    start = end + 1;
    const bool heading = line.starts_with("# ");
    line.erase(0, heading ? 2 : 0);
    for (std::size_t bold = line.find("**"); bold != std::string::npos; bold = line.find("**")) {
      line.erase(bold, 2);
    }
    const bool goes_on = !text.empty() && text.back() != '\n' && !line.empty();
    text += (goes_on ? " " : "") + line + (heading || line.empty() ? "\n" : "");
    if (line.empty() && text.size() > 1 && text[text.size() - 2] != '\n') {
      text += '\n';  // an empty line between paragraphs
    }
  }
  return text + '\n';
}

std::string tasks(std::size_t number) {
  constexpr std::size_t kAny = 10'000'000;
  return number >= kAny ? "any number of tasks" : fmt::format("{} tasks", number);
}

/// What may stand behind the name.
std::string options(const Policy& policy) {
  std::string text;
  if (!numbers_text(policy).empty()) {
    text = fmt::format("\nNumbers: {}:… takes {}, with / between them where there are several.\n", policy.name,
                       numbers_text(policy));
  }
  const std::vector<std::string> words = words_text(policy);
  if (!policy.options.empty() || !words.empty()) {
    std::vector<std::string> all = words;
    for (const PolicyOption& option : policy.options) {
      all.push_back(
          fmt::format("{}=…, {}{}", option.name,
                      option.most_on != nullptr ? "whole number, the device says up to which" : option.range(),
                      option.otherwise ? fmt::format(" ({} if not set)", option.text(*option.otherwise)) : ""));
    }
    text += fmt::format("\nOptions, as in {}({}=…): {}.\n", policy.family.empty() ? policy.name : policy.family,
                        policy.options.empty() ? "" : policy.options.front().name, fmt::join(all, "; "));
  }
  return text;
}

std::string limits(const Policy& policy) {
  std::string text = policy.limits.in_all == policy.limits.at_most
                         ? fmt::format("Limits: takes {}", tasks(policy.limits.at_most))
                         : fmt::format("Limits: in `all` up to {}, takes up to {}", tasks(policy.limits.in_all),
                                       tasks(policy.limits.at_most));
  text += policy.aim == Aim::makespan ? "; plans for the makespan alone" : "";
  if (policy.sharing) {
    text += policy.sharing->needs_shapes ? "; every kernel needs a shape" : "";
    text += policy.sharing->needs_mig ? "; needs a chip with MIG" : "";
    text += "; one GPU";
  }
  text += ".\n";
  return text + options(policy);
}

}  // namespace

std::string explanation(const Policy& policy) {
  const auto all = explanations();
  const auto page =
      std::find_if(all.begin(), all.end(), [&](const Explanation& one) { return one.policy == policy.name; });
  return page == all.end() ? "" : plain(page->text) + '\n' + limits(policy);
}

}  // namespace warpshop::study
