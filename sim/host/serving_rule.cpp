#include "sim/host/serving_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "sim/host/adjusted_grant.hpp"
#include "sim/host/fewest_grant.hpp"
#include "sim/stats/quantile.hpp"

namespace warpshop::host {
namespace {

ProcessorPart most_of(ProcessorPart one, ProcessorPart other) {
  return {std::max(one.cores, other.cores), std::max(one.ways, other.ways)};
}

}  // namespace

void ServingRule::Known::sum_up() {
  std::vector<double> durations;
  durations.reserve(samples.size());
  duration = device = work = Millis{0};
  const auto count = static_cast<double>(samples.size());
  for (const Sample& sample : samples) {
    durations.push_back(sample.duration.count());
    duration += sample.duration / count;
    device += sample.device / count;
    work += sample.work / count;
  }
  slowest = Millis{stats::nearest_rank(stats::repeated_values(durations), kPart)};
}

std::optional<ServingRule::Prediction> ServingRule::predicted(std::uint32_t application, ProcessorPart grant) const {
  const auto of = known_.find(application);
  if (of == known_.end() || of->second.empty()) {
    return {};
  }
  const auto product = [](const auto& known) { return known.first.first * known.first.second; };
  const auto& grants = of->second;
  auto nearest = grants.end();
  auto largest = grants.begin();
  for (auto known = grants.begin(); known != grants.end(); ++known) {
    const auto [cores, ways] = known->first;
    if (cores >= grant.cores && ways >= grant.ways &&
        (nearest == grants.end() || product(*known) < product(*nearest))) {
      nearest = known;
    }
    if (product(*known) > product(*largest)) {
      largest = known;
    }
  }
  const auto& [of_grant, known] = nearest == grants.end() ? *largest : *nearest;
  const double slower = std::max(1.0, static_cast<double>(of_grant.first) / grant.cores) *
                        std::max(1.0, static_cast<double>(of_grant.second) / grant.ways);
  const auto scaled = [&, device = known.device](Millis time) {
    return std::max(device, time) + (slower - 1) * std::max(time - device, Millis{0});
  };
  return Prediction{scaled(known.slowest), scaled(known.duration), known.work};
}

ProcessorPart ServingRule::fewest(std::uint32_t application, Millis bound) const {
  return fewest_grant(all_, bound, [&](ProcessorPart grant) {
    const auto prediction = predicted(application, grant);
    return prediction ? prediction->slowest : Millis{std::numeric_limits<double>::infinity()};
  });
}

ServingRule::Control ServingRule::started(const RequestUnderWay& request, ProcessorPart held) const {
  const Millis bound = target_ - request.queued;
  Control control{.began_with = held, .initial = fewest(request.application, bound), .bound = bound};
  if (const auto prediction = predicted(request.application, control.initial);
      prediction && prediction->duration > Millis{0}) {
    control.predicted = prediction->duration;
    control.predicted_ipc = std::min(1.0, prediction->work / prediction->duration);  // 1 but for rounding
  }
  return control;
}

void ServingRule::remember(const RequestUnderWay& request, const Control& control) {
  Known& known = known_[request.application][{control.began_with.cores, control.began_with.ways}];
  known.samples.push_back({*request.ended, *request.ended - request.begun, request.device, control.work_done});
  if (known.samples.size() > kRemembered) {
    known.samples.pop_front();
  }
}

/// What is too old; sums up the rest.
void ServingRule::forget(Millis now) {
  for (auto& [application, grants] : known_) {
    for (auto known = grants.begin(); known != grants.end();) {
      auto& samples = known->second.samples;
      while (!samples.empty() && samples.front().ended < now - kForgotten) {
        samples.pop_front();
      }
      if (samples.empty()) {
        known = grants.erase(known);
      } else {
        known->second.sum_up();
        ++known;
      }
    }
  }
}

ProcessorPart ServingRule::operator()(const ServingInterval& interval) {
  std::vector<std::pair<const RequestUnderWay*, bool>> going_on;  // and whether it was there before
  for (const RequestUnderWay& request : interval.requests) {
    seen_at_[request.application] = interval.end;
    const auto found = under_way_.find(request.number);
    const bool before = found != under_way_.end();
    Control& control = before ? found->second : under_way_[request.number];
    if (!before) {
      control.began_with = interval.held;
    }
    const Millis from = std::max(interval.begin, request.begun);
    control.work_done += interval.speed * std::max(request.ended.value_or(interval.end) - from, Millis{0});
    if (request.ended) {
      remember(request, control);
      under_way_.erase(request.number);
    } else {
      going_on.emplace_back(&request, before);
    }
  }
  forget(interval.end);
  const ProcessorPart used{
      static_cast<int>(std::clamp(std::ceil(interval.threads), 1.0, static_cast<double>(interval.held.cores))),
      interval.held.ways};
  ProcessorPart wanted{1, 1};
  for (const auto& [request, before] : going_on) {
    Control& control = under_way_[request->number];
    if (!before) {
      const Millis work_done = control.work_done;
      control = started(*request, interval.held);
      control.work_done = work_done;
      wanted = most_of(wanted, control.initial);
    } else {
      wanted = most_of(wanted, adjusted_grant(all_, {.initial = control.initial,
                                                     .held = used,
                                                     .predicted_ipc = control.predicted_ipc,
                                                     .predicted = control.predicted,
                                                     .ipc = interval.speed,
                                                     .work_done = control.work_done,
                                                     .bound = control.bound,
                                                     .run = interval.end - request->begun}));
    }
  }
  for (const auto& [application, seen] : seen_at_) {
    if (interval.end - seen < kLately) {
      wanted = most_of(wanted, fewest(application, target_));
    }
  }
  return wanted;
}

}  // namespace warpshop::host
