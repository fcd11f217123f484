#include "sim/report/html/pairs_chapter.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/heat_table.hpp"
#include "sim/report/html/scatter.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report::html {
namespace {

const KernelPair& best_pair(const PairTable& table) {
  return *std::max_element(table.pairs.begin(), table.pairs.end(),
                           [](const KernelPair& a, const KernelPair& b) { return a.best().stp() < b.best().stp(); });
}

std::string pairs_answer(const PairTable& table) {
  if (table.pairs.empty()) {
    return "There is no pair.";
  }
  if (const auto& error = table.error) {
    return fmt::format(
        "Of {} measured configurations the law is {} off in throughput on average, {} at worst (median {}).",
        error->configurations, percent(error->mean_stp), percent(error->worst_stp), percent(error->median_stp));
  }
  const KernelPair& pair = best_pair(table);
  const PairConfiguration& best = pair.best();
  return fmt::format(
      "{} and {} share best: {} and {} CTAs of them on every SM do {:.3f} times what one after the other does; the "
      "worst numbers of CTAs would cost {} of that.",
      pair.kernels[0], pair.kernels[1], best.ctas[0], best.ctas[1], best.stp(), percent(pair.slowdown()));
}

std::vector<std::string> kernel_names(const PairTable& table) {
  std::vector<std::string> names;
  for (const KernelPair& pair : table.pairs) {
    for (const std::string& kernel : pair.kernels) {
      if (std::find(names.begin(), names.end(), kernel) == names.end()) {
        names.push_back(kernel);
      }
    }
  }
  return names;
}

std::string throughput_table(const PairTable& table) {
  std::map<std::pair<std::string, std::string>, double> throughput;
  for (const KernelPair& pair : table.pairs) {
    throughput[{pair.kernels[0], pair.kernels[1]}] = pair.best().stp();
    throughput[{pair.kernels[1], pair.kernels[0]}] = pair.best().stp();
  }
  const std::vector<std::string> names = kernel_names(table);
  return heat_table({.caption = "System throughput of the best numbers of CTAs; 1 is what one after the other does",
                     .names = names,
                     .value = [&](std::size_t row, std::size_t column) -> std::optional<double> {
                       const auto found = throughput.find({names[row], names[column]});
                       return found == throughput.end() ? std::nullopt : std::optional(found->second);
                     }});
}

std::string law_against_measured(const PairTable& table) {
  Scatter chart{.caption = "System throughput, by the law and measured",
                .more = fmt::format("configurations of {}", table.file),
                .unit = "STP",
                .series = {"a configuration"},
                .points = {}};
  for (const KernelPair& pair : table.pairs) {
    for (const PairConfiguration& each : pair.configurations) {
      if (each.measured) {
        const double measured = each.measured_stp();
        chart.points.push_back(
            {each.stp(), measured, measured, measured,
             fmt::format("{} {}, {} {}", pair.kernels[0], each.ctas[0], pair.kernels[1], each.ctas[1]), 0});
      }
    }
  }
  return scatter(chart);
}

}  // namespace

Chapter chapter(const PairTable& table) {
  Chapter chapter{.question = table.error
                                  ? fmt::format("How well is known how kernels share the SMs of {}?", table.device)
                                  : fmt::format("Which kernels share the SMs of {} well?", table.device),
                  .answer = pairs_answer(table)};
  add_basis(chapter, table.basis);
  chapter.caveats.emplace_back(
      "NP: rate beside the other / rate alone with all CTAs that fit. STP, system throughput: the sum of both.");
  if (table.error) {
    chapter.sections.push_back({"Law and measurements", law_against_measured(table)});
  } else if (!table.pairs.empty()) {
    chapter.sections.push_back({"Every pair", throughput_table(table)});
    chapter.sections.push_back({"How many CTAs of each",
                                data_table("CTAs of each on every SM; a wrong choice costs the difference to the worst",
                                           shown_table(table, "pairs"))});
  }
  return chapter;
}

}  // namespace warpshop::report::html
