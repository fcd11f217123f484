#include "sim/report/pair_report.hpp"

#include <array>
#include <string>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string ctas_text(const PairConfiguration& configuration) {
  return fmt::format("{}, {}", configuration.ctas[0], configuration.ctas[1]);
}

std::string np_text(const std::array<double, 2>& np) {
  return fmt::format("{:.3f}, {:.3f}", np[0], np[1]);
}

/// Best and worst of each.
TextTable pairs_by_throughput(const PairTable& table) {
  TextTable text;
  text.column("kernels", Align::left, {.names = true});
  text.column("best CTAs", Align::right);
  text.column("STP", Align::right);
  text.column("NP", Align::right, {.drop = 2});
  text.column("worst CTAs", Align::right);
  text.column("STP", Align::right);
  text.column("a wrong choice costs", Align::right);
  text.column("flexsched finds", Align::right);
  text.column("profiling costs", Align::right, {.drop = 3});
  text.column("best SMs", Align::right, {.drop = 4});
  text.column("STP", Align::right, {.drop = 4});
  for (const KernelPair& pair : table.pairs) {
    const PairConfiguration& best = pair.best();
    const PairConfiguration& worst = pair.worst();
    text.row({pair.kernels[0] + ", " + pair.kernels[1], ctas_text(best), fmt::format("{:.3f}", best.stp()),
              np_text(best.np), ctas_text(worst), fmt::format("{:.3f}", worst.stp()),
              fmt::format("{:.1f} %", 100 * pair.slowdown()),
              fmt::format("{} ({:.3f})", ctas_text(pair.configurations[pair.flexsched->found]),
                          pair.configurations[pair.flexsched->found].stp()),
              fmt::format("{:.2f}", pair.flexsched->cost),
              pair.best_sms ? fmt::format("{}, {}", pair.best_sms->sms[0], pair.best_sms->sms[1]) : "",
              pair.best_sms ? fmt::format("{:.3f}", pair.best_sms->stp()) : ""});
  }
  return text;
}

TextTable measured_configurations(const PairTable& table) {
  TextTable text;
  text.column("kernels", Align::left, {.names = true});
  text.column("CTAs", Align::right);
  text.column("NP measured", Align::right);
  text.column("NP by the law", Align::right);
  text.column("STP measured", Align::right);
  text.column("STP by the law", Align::right);
  text.column("error", Align::right);
  for (const KernelPair& pair : table.pairs) {
    for (const PairConfiguration& each : pair.configurations) {
      text.row({pair.kernels[0] + ", " + pair.kernels[1], ctas_text(each), np_text(*each.measured), np_text(each.np),
                fmt::format("{:.3f}", each.measured_stp()), fmt::format("{:.3f}", each.stp()),
                fmt::format("{:+.1f} %", 100 * each.stp_error())});
    }
  }
  return text;
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const PairTable& table) {
  fmt::print(out, "{}{} pair{} of kernels on {}: CTAs of each on every SM\n", style.first ? "" : "\n",
             table.pairs.size(), table.pairs.size() == 1 ? "" : "s", table.device);
  out << (table.error ? measured_configurations(table) : pairs_by_throughput(table)).text(style);
  if (table.error) {
    const LawError& error = *table.error;
    fmt::print(out,
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
