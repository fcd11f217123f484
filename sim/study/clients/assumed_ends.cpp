#include "sim/study/clients/assumed_ends.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/kernel_model.hpp"
#include "sim/share/clients.hpp"
#include "sim/share/patience.hpp"
#include "sim/study/assumed_use.hpp"

namespace warpshop::study {
namespace {

constexpr std::string_view kMemory = "memory";

std::optional<Utilization> KernelUse::*use_of(std::string_view key) {
  return key == kMemory ? &KernelUse::memory : &KernelUse::compute;
}

/// The last part of its path.
std::string_view key_of(const AssumedInput& input) {
  const std::string_view path = input.values.front().path;
  return path.substr(path.rfind('.') + 1);
}

/// The input that has this path, or the last one, which is new.
AssumedInput& input_of(std::vector<AssumedInput>& inputs, const UnsaidUse& use) {
  const auto known = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const AssumedInput& each) { return each.values.front().path == use.path; });
  if (known != inputs.end()) {
    return *known;
  }
  const auto member = use_of(use.key);
  const AssumedBetween between{
      .path = use.path, .low = (kLeastUseElsewhere.*member)->part, .high = (kMostUseElsewhere.*member)->part};
  return inputs.emplace_back(AssumedInput{.values = {between}, .kernels = {}});
}

/// Those of one key as one.
std::vector<AssumedInput> by_key(std::vector<AssumedInput> inputs) {
  std::vector<AssumedInput> joined;
  for (AssumedInput& input : inputs) {
    const auto same = std::find_if(joined.begin(), joined.end(),
                                   [&](const AssumedInput& other) { return key_of(other) == key_of(input); });
    if (same == joined.end()) {
      joined.push_back(std::move(input));
    } else {
      same->values.insert(same->values.end(), input.values.begin(), input.values.end());
      same->kernels.insert(same->kernels.end(), input.kernels.begin(), input.kernels.end());
    }
  }
  return joined;
}

template <class Figure>
void widen(Figure& low, Figure& high, const Figure& least, const Figure& most) {
  low = std::min(low, least);
  high = std::max(high, most);
}

Millis lower_end(const Estimate& estimate) {
  return estimate.low.value_or(estimate.rough_low.value_or(estimate.value));
}
Millis upper_end(const Estimate& estimate) {
  return estimate.high.value_or(estimate.rough_high.value_or(estimate.value));
}

/// What a corner says of a goal: where requests depend on each other so much that there is no interval there, a rough
/// one that lies within the goal is enough, as the run with what is assumed has one.
Verdict verdict_at(const ClientFigures& corner) {
  const auto* latency = corner.goal ? std::get_if<LatencyGoal>(&*corner.goal) : nullptr;
  const bool rough = latency != nullptr && corner.reached && !corner.reached->high && corner.reached->rough_high;
  return rough && *corner.reached->rough_high <= latency->latency ? Verdict::kept : corner.verdict;
}

AssumedFigures as_assumed(const ClientFigures& client) {
  AssumedFigures figures{.rate_low = client.rate,
                         .rate_high = client.rate,
                         .of_alone_low = client.of_alone,
                         .of_alone_high = client.of_alone,
                         .as_assumed = client.goal ? std::optional(client.verdict) : std::nullopt};
  if (client.reached) {
    figures.reached_low = lower_end(*client.reached);
    figures.reached_high = upper_end(*client.reached);
  }
  return figures;
}

void add_corner(AssumedFigures& figures, const ClientFigures& corner) {
  widen(figures.rate_low, figures.rate_high, corner.rate, corner.rate);
  if (corner.of_alone && figures.of_alone_low) {
    widen(*figures.of_alone_low, *figures.of_alone_high, *corner.of_alone, *corner.of_alone);
  }
  if (!corner.reached) {  // as many are never answered
    figures.reached_high.reset();
    return;
  }
  figures.reached_low = std::min(figures.reached_low.value_or(lower_end(*corner.reached)), lower_end(*corner.reached));
  if (figures.reached_high) {
    figures.reached_high = std::max(*figures.reached_high, upper_end(*corner.reached));
  }
}

}  // namespace

std::vector<AssumedValue> assumed_times(const Instance& instance, const Plan& plan) {
  std::vector<AssumedValue> times;
  if (!plan.share || !plan.share->switches_context || share::Clients(instance).all().size() < 2) {
    return times;
  }
  if (const auto& range = instance.family_setup_range) {
    times.push_back({.path = kContextSwitchPath, .value = instance.family_setup, .range = *range});
  }
  if (const auto range = share::patience_range(*plan.share)) {
    const Millis value = share::patience_of(instance, plan.share->settings, range->high);
    times.push_back({.path = share::kPatiencePath, .value = value, .range = *range});
  }
  return times;
}

std::vector<AssumedInput> assumed_inputs(const Instance& instance, const Plan& plan) {
  std::vector<AssumedInput> inputs;
  for (const UnsaidUse& use : unsaid_uses(instance, plan)) {
    input_of(inputs, use).kernels.push_back(use.kernel);
  }
  for (const auto& [path, value, range] : assumed_times(instance, plan)) {
    inputs.push_back({.values = {{.path = path, .low = range.low.count(), .high = range.high.count()}}, .kernels = {}});
  }
  return inputs.size() > kMostAssumedInputs ? by_key(std::move(inputs)) : inputs;
}

std::vector<AssumedCorner> assumed_corners(const std::vector<AssumedInput>& inputs) {
  std::vector<AssumedCorner> corners;
  for (std::size_t number = 0; !inputs.empty() && number < std::size_t{1} << inputs.size(); ++number) {
    AssumedCorner& corner = corners.emplace_back();
    for (std::size_t input = 0; input < inputs.size(); ++input) {
      corner.push_back((number >> input & 1) != 0);
    }
  }
  return corners;
}

Instance at_corner(Instance instance, const Device& device, const std::vector<AssumedInput>& inputs,
                   const AssumedCorner& corner) {
  bool other_use = false;
  for (std::size_t input = 0; input < inputs.size(); ++input) {
    const AssumedBetween& between = inputs[input].values.front();
    const double end = corner[input] ? between.high : between.low;
    if (inputs[input].kernels.empty()) {
      (between.path == share::kPatiencePath ? instance.patience.emplace() : instance.family_setup) = Millis{end};
    }
    for (const std::uint32_t kernel : inputs[input].kernels) {
      instance.kernels[kernel].model.use.*use_of(key_of(inputs[input])) = Utilization{end};
      other_use = true;
    }
  }
  if (other_use) {
    evaluate::prepare_sharing(instance, device);
  }
  return instance;
}

void judge_at_corners(ClientsFigures& figures, const std::vector<ClientsFigures>& at_corners) {
  if (at_corners.empty()) {
    return;
  }
  for (std::size_t i = 0; i < figures.clients.size(); ++i) {
    ClientFigures& client = figures.clients[i];
    client.over_assumed = as_assumed(client);
    for (const ClientsFigures& corner : at_corners) {
      add_corner(*client.over_assumed, corner.clients[i]);
      if (client.goal && verdict_at(corner.clients[i]) != client.over_assumed->as_assumed) {
        client.verdict = Verdict::not_sure;
      }
    }
  }
  figures.count_goals();
}

}  // namespace warpshop::study
