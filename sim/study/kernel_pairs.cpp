#include "sim/study/kernel_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "sim/evaluate/co_run/co_run_model.hpp"
#include "sim/evaluate/co_run/fit.hpp"
#include "sim/model/error.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/model/utf8.hpp"
#include "sim/share/throughput_walk.hpp"
#include "sim/stats/mean.hpp"
#include "sim/stats/median.hpp"
#include "sim/study/assumed_of_sharing.hpp"

namespace warpshop::study {
namespace {

using evaluate::CoRunModel;

/// So that every configuration can be looked at; no chip holds more than a few dozen.
constexpr std::int64_t kMostCtasPerSm = 1024;

void check_chip(const Device& device) {
  if (!device.sm) {
    throw InputError(
        fmt::format("the profile of device {} has no sm, expected a profile that says what an SM holds", device.name));
  }
}

/// What a kernel lacks for a table of its pairs; empty: nothing.
std::string lacking(const KernelModel& kernel) {
  if (kernel.by_ctas.empty() && kernel.by_sms.empty()) {
    return "by_ctas, nor by_sms";
  }
  return kernel.cta ? "" : "cta";
}

/// All kernels that lack nothing.
std::vector<std::string> able(const Device& device) {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : device.kernels) {
    if (lacking(kernel).empty()) {
      names.push_back(name);
    }
  }
  return names;
}

/// The kernels by position in the model.
std::vector<std::size_t> chosen(const Device& device, const CoRunModel& model, const std::vector<std::string>& names) {
  std::vector<std::size_t> kernels;
  for (const std::string& name : names.empty() ? able(device) : names) {
    const auto found = device.kernels.find(name);
    if (found == device.kernels.end()) {
      throw InputError(
          fmt::format("{} is no kernel of device {}, expected one of its profile", in_quotes(name), device.name));
    }
    if (const std::string lacks = lacking(found->second); !lacks.empty()) {
      throw InputError(fmt::format("kernel {} of device {} has no {}, expected a profile that says how it shares SMs",
                                   in_quotes(name), device.name, lacks));
    }
    if (found->second.cta->per_sm > kMostCtasPerSm) {
      throw InputError(fmt::format("kernel {} of device {} has {} CTAs on an SM, expected at most {}", in_quotes(name),
                                   device.name, found->second.cta->per_sm, kMostCtasPerSm));
    }
    const std::size_t kernel = *model.find(name);
    if (std::find(kernels.begin(), kernels.end(), kernel) != kernels.end()) {
      throw InputError(fmt::format("kernel {} stands here twice, expected different kernels", in_quotes(name)));
    }
    kernels.push_back(kernel);
  }
  if (kernels.size() < 2) {
    throw InputError(fmt::format(
        "the profile of device {} says of {} kernels how they share SMs (cta, and by_ctas or by_sms), expected two",
        device.name, kernels.size()));
  }
  return kernels;
}

/// NP of both on all SMs.
std::array<double, 2> progress(const CoRunModel& model, std::int64_t sms, std::array<std::size_t, 2> kernels,
                               std::array<std::int64_t, 2> ctas, std::array<SubtasksPerMilli, 2> alone) {
  const evaluate::SmGroup group{
      .sms = sms,
      .residents = {{kernels[0], static_cast<double>(ctas[0])}, {kernels[1], static_cast<double>(ctas[1])}}};
  const std::vector<SubtasksPerMilli> rates = model.rates(std::span(&group, 1));
  return {rates[0].value / alone[0].value, rates[1].value / alone[1].value};
}

SubtasksPerMilli alone_at_most(const Device& device, const CoRunModel& model, std::size_t kernel) {
  const double most = evaluate::most_ctas(device.kernels.at(model.kernels()[kernel].name));
  return model.alone(kernel, most, device.sm->count);
}

/// The kernels of all pairs, and the probes, to which the law of the others is fitted.
std::set<std::string, std::less<>> kernels_behind(const PairTable& table, const Device& device) {
  std::set<std::string, std::less<>> kernels(device.probes.begin(), device.probes.end());
  for (const KernelPair& pair : table.pairs) {
    kernels.insert(pair.kernels.begin(), pair.kernels.end());
  }
  return kernels;
}

LawError error_of(const std::vector<KernelPair>& pairs) {
  std::vector<double> stp;
  std::vector<double> np;
  for (const KernelPair& pair : pairs) {
    for (const PairConfiguration& each : pair.configurations) {
      stp.push_back(std::abs(each.stp_error()));
      for (const std::size_t side : {0U, 1U}) {
        np.push_back(std::abs(each.np[side] - (*each.measured)[side]));
      }
    }
  }
  return {.configurations = stp.size(),
          .median_stp = stats::median(stp),
          .worst_stp = *std::max_element(stp.begin(), stp.end()),
          .mean_stp = stats::mean(stp),
          .mean_np = stats::mean(np)};
}

/// What FlexSched's throughput walk finds among all configurations of a pair, in order of what the first kernel gets.
WalkResult walk_result(const std::vector<PairConfiguration>& configurations) {
  share::ThroughputWalk walk(configurations.size(), configurations.size() - 1);
  WalkResult result;
  double stp = 0;  // time alone of what is done while one configuration is probed / that time
  while (!walk.done()) {
    stp += configurations[walk.position()].stp();
    walk.measured(configurations[walk.position()].np);
  }
  result.found = walk.position();
  result.probed = walk.probed();
  if (result.probed.empty()) {
    result.probed.push_back(result.found);
    stp = configurations[result.found].stp();
  }
  result.cost = static_cast<double>(result.probed.size()) / stp;
  return result;
}

/// The best way to give each of two kernels SMs of its own, full of its CTAs. alone: their rates on all SMs, in
/// subtasks a millisecond; most: CTAs of each on an SM. At least two SMs.
SmSplit best_sm_split(const CoRunModel& model, std::array<std::size_t, 2> kernels,
                      std::array<SubtasksPerMilli, 2> alone, std::array<double, 2> most, std::int64_t sms) {
  SmSplit best;
  for (std::int64_t first = 1; first < sms; ++first) {
    const std::array<evaluate::SmGroup, 2> groups{
        evaluate::SmGroup{.sms = first, .residents = {{kernels[0], most[0]}}},
        evaluate::SmGroup{.sms = sms - first, .residents = {{kernels[1], most[1]}}}};
    const std::vector<SubtasksPerMilli> rates = model.rates(groups);
    const SmSplit split{.sms = {first, sms - first},
                        .np = {rates[0].value / alone[0].value, rates[1].value / alone[1].value}};
    best = split.stp() > best.stp() ? split : best;
  }
  return best;
}

}  // namespace

PairTable pair_table(const Device& device, const std::vector<std::string>& names) {
  check_chip(device);
  const CoRunModel model(device);
  const std::vector<std::size_t> kernels = chosen(device, model, names);
  PairTable table{.device = device.name};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (std::size_t j = i + 1; j < kernels.size(); ++j) {
      const std::array<std::size_t, 2> both{kernels[i], kernels[j]};
      KernelPair pair;
      std::array<CtaResources, 2> ctas;
      std::array<SubtasksPerMilli, 2> alone;
      std::array<double, 2> most{};
      for (const std::size_t side : {0U, 1U}) {
        pair.kernels[side] = model.kernels()[both[side]].name;
        ctas[side] = *device.kernels.at(pair.kernels[side]).cta;
        alone[side] = alone_at_most(device, model, both[side]);
        most[side] = evaluate::most_ctas(device.kernels.at(pair.kernels[side]));
      }
      for (const CtaCounts& counts : co_execution_space(*device.sm, ctas)) {
        const std::array<std::int64_t, 2> chosen_ctas{counts[0], counts[1]};
        pair.configurations.push_back(
            {.ctas = chosen_ctas, .np = progress(model, device.sm->count, both, chosen_ctas, alone)});
      }
      if (!pair.configurations.empty()) {
        pair.flexsched = walk_result(pair.configurations);
        if (device.sm->count > 1) {
          pair.best_sms = best_sm_split(model, both, alone, most, device.sm->count);
        }
        table.pairs.push_back(std::move(pair));
      }
    }
  }
  table.basis = {.assumed = assumed_of_sharing(device, kernels_behind(table, device))};
  return table;
}

PairTable compared_with(const Device& device, std::span<const MeasuredRates> measured, const std::string& file) {
  check_chip(device);
  const CoRunModel model(device);
  const auto refuse = [&](const MeasuredRates& row, const std::string& what) {
    throw InputError(file, {.line = row.line, .column = 1}, what);
  };
  std::map<std::string, std::pair<std::int64_t, double>> alone;  // at most CTAs
  for (const MeasuredRates& row : measured) {
    if (!row.other && row.ctas > alone[row.kernel].first) {
      alone[row.kernel] = {row.ctas, row.rate};
    }
  }
  PairTable table{.device = device.name, .file = file};
  for (const MeasuredRates& row : measured) {
    if (!row.other) {
      continue;
    }
    const std::array<std::string, 2> names{row.kernel, *row.other};
    const std::array<double, 2> rates{row.rate, row.other_rate};
    std::array<std::size_t, 2> kernels{};
    std::array<SubtasksPerMilli, 2> by_law;
    std::array<double, 2> np{};
    for (const std::size_t side : {0U, 1U}) {
      const std::optional<std::size_t> kernel = model.find(names[side]);
      if (!kernel) {
        refuse(row, fmt::format("{} is no kernel of device {} that has a curve, expected one of its profile",
                                in_quotes(names[side]), device.name));
      }
      if (alone[names[side]].first == 0) {
        refuse(row, fmt::format("kernel {} was not measured alone, expected a line of it without other",
                                in_quotes(names[side])));
      }
      kernels[side] = *kernel;
      by_law[side] = alone_at_most(device, model, *kernel);
      np[side] = rates[side] / alone[names[side]].second;
    }
    if (table.pairs.empty() || table.pairs.back().kernels != names) {
      table.pairs.push_back({.kernels = names});
    }
    const std::array<std::int64_t, 2> ctas{row.ctas, row.other_ctas};
    table.pairs.back().configurations.push_back(
        {.ctas = ctas, .np = progress(model, device.sm->count, kernels, ctas, by_law), .measured = np});
  }
  if (table.pairs.empty()) {
    throw InputError(file, {}, "holds no two kernels that were measured together, expected lines with other");
  }
  table.error = error_of(table.pairs);
  table.basis = {.assumed = assumed_of_sharing(device, kernels_behind(table, device))};
  return table;
}

}  // namespace warpshop::study
