#include "sim/report/basis_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {

std::string basis_lines(const Basis& basis) {
  std::string text;
  if (!basis.assumed.empty()) {
    text += fmt::format("Rests on {} that the profile only assumes: {}.\n",
                        basis.assumed.size() == 1 ? "a value" : fmt::format("{} values", basis.assumed.size()),
                        fmt::join(basis.assumed, ", "));
  }
  if (!basis.set.empty()) {
    text += fmt::format("With --set {}.\n", fmt::join(basis.set, " --set "));
  }
  return text;
}

std::string basis_fields(const Basis& basis) {
  return csv_field(fmt::format("{}", fmt::join(basis.assumed, " "))) + ',' +
         csv_field(fmt::format("{}", fmt::join(basis.set, " ")));
}

}  // namespace warpshop::report
