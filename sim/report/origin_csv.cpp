#include "sim/report/origin_csv.hpp"

#include <fmt/format.h>

#include "sim/report/text_table.hpp"

namespace warpshop::report {

std::string origin_cells(const Origin& origin) {
  return fmt::format("{},{},{},{}", csv_field(origin.file), origin.seed, origin.budget, origin.version);
}

std::string number_cell(const std::optional<std::chrono::duration<double, std::micro>>& time) {
  return time ? fmt::format("{}", time->count()) : "";
}

}  // namespace warpshop::report
