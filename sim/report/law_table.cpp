#include "sim/report/law_table.hpp"

#include <chrono>
#include <cstddef>

#include <fmt/format.h>

#include "sim/report/percent.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// `12.3 /1.2`: with the factor either way.
std::string with_factor(double value, double factor) {
  return fmt::format("{:.3g} /{:.3g}", value, factor);
}
std::string with_factor(Millis time, double factor) {
  return with_factor(std::chrono::duration<double, std::micro>(time).count(), factor);
}

/// which: with a place for their number.
std::string sentence(const LawMiss& miss, const char* which) {
  return fmt::format("{}: STP is off by {} in the median, {} at worst ({} beside {}), NP by {:.3f} on average.",
                     fmt::format(fmt::runtime(which), miss.error.configurations), percent(miss.error.median_stp),
                     percent(miss.error.worst_stp), miss.worst[0], miss.worst[1], miss.error.mean_np);
}

}  // namespace

std::string law_table(const LawCheck& check, const format::Table& style) {
  TextTable table;
  table.column("kernel", Align::left, {.names = true});
  table.column("limit", Align::left, {.drop = 3});
  table.column("Z us", Align::right);
  for (const SharedResource resource : kAllSharedResources) {
    table.column(fmt::format("{} us", name(resource)), Align::right);
  }
  table.column("w issue", Align::right, {.drop = 1});
  table.column("w memory", Align::right, {.drop = 2});
  table.column("misfit", Align::right);
  for (std::size_t i = 0; i < check.kernels.size(); ++i) {
    const FittedKernel& kernel = check.kernels[i];
    const LawUncertainty& factors = check.uncertainty[i];
    table.row({kernel.name, std::string(name(kernel.limit)), with_factor(kernel.law.delay, factors.delay),
               with_factor(kernel.law.demand[0], factors.demand[0]),
               with_factor(kernel.law.demand[1], factors.demand[1]),
               with_factor(kernel.law.demand[2], factors.demand[2]),
               with_factor(kernel.law.issue_weight, factors.issue_weight),
               with_factor(kernel.law.memory_weight, factors.memory_weight), percent(kernel.misfit)});
  }
  return table.text(style);
}

std::string law_miss(const LawCheck& check) {
  std::string text;
  if (check.beside_probes) {
    text += sentence(*check.beside_probes, "The co-run law, fitted to {} pairs beside probes");
  }
  if (check.others) {
    text += text.empty() ? "" : " ";
    text += sentence(*check.others, "{} other pairs, which it is not fitted to");
  }
  return text;
}

}  // namespace warpshop::report
