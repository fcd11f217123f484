#include "sim/report/series_table.hpp"

#include "sim/report/shown_table.hpp"

namespace warpshop::report {

void print(std::ostream& out, const format::Table& style, const ImportedSeries& imported) {
  out << shown_table(imported, "kernels").text(style);
}

}  // namespace warpshop::report
