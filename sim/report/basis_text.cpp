#include "sim/report/basis_text.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// Those that are assumed; of several alike, of which no more is known, what stands for them and how many.
std::vector<std::string> assumed_entries(const Basis& basis) {
  std::map<std::string, std::size_t> alike;
  for (const std::string& path : basis.assumed) {
    alike[pattern_of(path)] += entry_of(basis, path) == path ? 1 : 0;
  }
  std::vector<std::string> entries;
  for (const std::string& path : basis.assumed) {
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

}  // namespace

std::string basis_lines(const Basis& basis) {
  std::string text = basis.issued.empty() ? "" : fmt::format("Commands are issued {}.\n", basis.issued);
  text += basis.simplified.empty() ? "" : fmt::format("{}.\n", basis.simplified);
  if (!basis.assumed.empty()) {
    text += fmt::format("Rests on {} that the profile only assumes: {}.\n",
                        basis.assumed.size() == 1 ? "a value" : fmt::format("{} values", basis.assumed.size()),
                        fmt::join(assumed_entries(basis), ", "));
  }
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
