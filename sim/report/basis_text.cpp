#include "sim/report/basis_text.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/kernel_model.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

namespace {

/// What stands for values that are alike: `kernels.*.by_ctas` for `kernels.va.by_ctas`; a path of two parts for itself.
std::string pattern_of(const std::string& path) {
  const std::size_t first = path.find('.');
  const std::size_t last = path.rfind('.');
  return first == last ? path : path.substr(0, first) + ".*" + path.substr(last);
}

/// A value that is assumed, with the range that it may have, by the group that is assumed as a whole.
std::string entry_of(const Basis& basis, const std::string& path) {
  const auto group = basis.assumed_as.find(path);
  std::string entry = group == basis.assumed_as.end() ? path : "all of " + group->second;
  for (const AssumedValue& known : basis.ranges) {
    if (known.path == path) {
      entry += fmt::format("{} {:g} ms ({:g} … {:g} ms)", entry == path ? "" : " or", known.value.count(),
                           known.range.low.count(), known.range.high.count());
    }
  }
  return entry;
}

/// Those of `assumed`; of several alike, of which no more is known, what stands for them and how many.
std::vector<std::string> assumed_entries(const Basis& basis, const std::vector<std::string>& assumed) {
  std::map<std::string, std::size_t> alike;
  for (const std::string& path : assumed) {
    alike[pattern_of(path)] += entry_of(basis, path) == path ? 1 : 0;
  }
  std::vector<std::string> entries;
  for (const std::string& path : assumed) {
    std::string entry = entry_of(basis, path);
    if (const std::size_t count = alike[pattern_of(path)]; entry == path && count > 1) {
      entry = fmt::format("{} ({})", pattern_of(path), count);
    }
    if (std::find(entries.begin(), entries.end(), entry) == entries.end()) {
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

/// The name of what uses a value of the workload that ends so: of `clients.chat.memory`, chat.
std::optional<std::string> user_of(std::string_view path, std::string_view end) {
  for (const std::string_view start : {"clients.", "tasks."}) {
    if (path.starts_with(start) && path.ends_with(end) && path.size() > start.size() + end.size()) {
      return std::string(path.substr(start.size(), path.size() - start.size() - end.size()));
    }
  }
  return std::nullopt;
}

/// `30 % of the DRAM bandwidth (11 … 82 %) by vision`: what kernels are assumed to use.
std::string use_text(std::optional<Utilization> KernelUse::*use, std::string_view of, std::vector<std::string> users) {
  const auto percent = [&](const KernelUse& uses) { return 100 * (uses.*use)->part; };
  std::replace(users.begin(), users.end(), std::string("*"), std::string("kernels that do not say it"));
  return fmt::format("{:g} % of {} ({:g} … {:g} %) by {}", percent(kUseElsewhere), of, percent(kLeastUseElsewhere),
                     percent(kMostUseElsewhere), fmt::join(users, ", "));
}

/// What kernels use that do not say it: the rest of what is assumed goes to `others`. A line; empty: they all say it.
std::string assumed_use_line(const Basis& basis, std::vector<std::string>& others) {
  std::vector<std::string> computing;
  std::vector<std::string> moving;
  std::vector<std::string> without_registers;
  for (const std::string& path : basis.assumed) {
    if (auto holds = user_of(path, ".registers")) {
      without_registers.push_back(*holds == "*" ? "kernels that do not say them" : std::move(*holds));
    } else if (auto computes = user_of(path, ".compute")) {
      computing.push_back(std::move(*computes));
    } else if (auto moves = user_of(path, ".memory")) {
      moving.push_back(std::move(*moves));
    } else {
      others.push_back(path);
    }
  }
  std::vector<std::string> uses;
  if (!moving.empty()) {
    uses.push_back(use_text(&KernelUse::memory, "the DRAM bandwidth", std::move(moving)));
  }
  if (!computing.empty()) {
    uses.push_back(use_text(&KernelUse::compute, "the issue slots", std::move(computing)));
  }
  std::string text = uses.empty()
                         ? ""
                         : fmt::format("Assumed to be in use: {}; `compute` and `memory` of a kernel say it.\n",
                                       fmt::join(uses, ", "));
  if (!without_registers.empty()) {
    text += fmt::format(
        "No registers are counted for {}; `registers` of a kernel say how many CTAs an SM holds, and what it takes to "
        "move one.\n",
        fmt::join(without_registers, ", "));
  }
  return text;
}

}  // namespace

std::string basis_lines(const Basis& basis) {
  std::string text = basis.issued.empty() ? "" : fmt::format("Commands are issued {}.\n", basis.issued);
  text += basis.simplified.empty() ? "" : fmt::format("{}.\n", basis.simplified);
  std::vector<std::string> of_profile;
  const std::string use = assumed_use_line(basis, of_profile);
  if (!of_profile.empty()) {
    text += fmt::format("Rests on {} that the profile only assumes: {}.\n",
                        of_profile.size() == 1 ? "a value" : fmt::format("{} values", of_profile.size()),
                        fmt::join(assumed_entries(basis, of_profile), ", "));
  }
  text += use;
  if (!basis.set.empty()) {
    std::vector<std::string> flags;
    for (const std::string& set : basis.set) {
      flags.push_back(set.starts_with("--") ? set : "--set " + set);
    }
    text += fmt::format("With {}.\n", fmt::join(flags, " "));
  }
  return text;
}

}  // namespace warpshop::report
