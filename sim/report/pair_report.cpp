#include "sim/report/pair_report.hpp"

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
void print(std::ostream& out, const format::Table& style, const PairTable& table) {
  out << fmt::format("{}{} pair{} of kernels on {}: CTAs of each on every SM\n", style.first ? "" : "\n",
                     table.pairs.size(), table.pairs.size() == 1 ? "" : "s", table.device);
  out << shown_table(table, table.error ? "configurations" : "pairs").text(style);
  if (table.error) {
    const LawError& error = *table.error;
    out << fmt::format(
        "Of {} configurations in {}: error of STP {:.1f} % (median), {:.1f} % (mean), {:.1f} % (worst); of NP "
        "{:.3f} (mean).\n",
        error.configurations, table.file, 100 * error.median_stp, 100 * error.mean_stp, 100 * error.worst_stp,
        error.mean_np);
  } else {
    out << wrapped_lines(
        "NP: rate / rate alone with all CTAs that fit. STP: sum of both; 1 is what one after the other "
        "does. Profiling costs: time to probe / time alone of what was done in it. Best SMs: each "
        "kernel on SMs of its own.\n",
        style.width, 2);
  }
  out << wrapped_lines(basis_lines(table.basis), style.width, 2);
}

}  // namespace warpshop::report
