#include "sim/report/basis_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {

std::string basis_lines(const Basis& basis) {
  std::string text = basis.issued.empty() ? "" : fmt::format("Commands are issued {}.\n", basis.issued);
  if (!basis.assumed.empty()) {
    std::vector<std::string> shown;
    for (const std::string& path : basis.assumed) {
      const auto group = basis.assumed_as.find(path);
      std::string entry = group == basis.assumed_as.end() ? path : "all of " + group->second;
      for (const AssumedValue& known : basis.ranges) {
        if (known.path == path) {
          entry += fmt::format("{} {:g} ms ({:g} … {:g} ms)", entry == path ? "" : " or", known.value.count(),
                               known.range.low.count(), known.range.high.count());
        }
      }
      if (std::find(shown.begin(), shown.end(), entry) == shown.end()) {
        shown.push_back(entry);
      }
    }
    text += fmt::format("Rests on {} that the profile only assumes: {}.\n",
                        basis.assumed.size() == 1 ? "a value" : fmt::format("{} values", basis.assumed.size()),
                        fmt::join(shown, ", "));
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

std::string basis_fields(const Basis& basis) {
  return csv_field(fmt::format("{}", fmt::join(basis.assumed, " "))) + ',' +
         csv_field(fmt::format("{}", fmt::join(basis.set, " ")));
}

}  // namespace warpshop::report
