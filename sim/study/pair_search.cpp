#include "sim/study/pair_search.hpp"

#include <span>

#include "sim/share/throughput_walk.hpp"

namespace warpshop::study {

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

SmSplit best_sm_split(const evaluate::CoRunModel& model, std::array<std::size_t, 2> kernels,
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

}  // namespace warpshop::study
