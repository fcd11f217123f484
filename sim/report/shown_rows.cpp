#include "sim/report/shown_rows.hpp"

#include <algorithm>

#include <fmt/ostream.h>

namespace warpshop::report {

std::size_t shown_rows(std::size_t rows) {
  constexpr std::size_t kMost = 120;
  return std::min(kMost, rows);
}

void tell_rows_left_out(std::ostream& out, std::size_t rows, std::string_view where) {
  if (shown_rows(rows) < rows) {
    fmt::print(out, "… {} more; {} has them all\n", rows - shown_rows(rows), where);
  }
}

}  // namespace warpshop::report
