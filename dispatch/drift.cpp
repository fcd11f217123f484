#include "dispatch/drift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "dispatch/profile_paths.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kFewestSamples = 6;  // fewer never reach 95 %
constexpr double kWorthSaying = 0.01;
constexpr double kLeastPart = 0.5;  // of a copy's time that must be payload, of its payload that must be opposed
constexpr Confidence kUnknown{.low = 0.95, .high = 1.05};  // of a figure that the profile gives no interval for

Direction direction_of(Stage stage) {
  return stage == Stage::h2d ? Direction::h2d : Direction::d2h;
}

std::string path(const ObservedStage& copy, const char* figure) {
  return transfer_path(copy.memory, direction_of(copy.stage), figure);
}

template <class Get>
std::vector<double> values(const auto& samples, const Get& get) {
  std::vector<double> values;
  values.reserve(samples.size());
  for (const auto& sample : samples) {
    values.push_back(get(sample));
  }
  return values;
}

Confidence confidence_of(const Device& profile, const std::string& path) {
  const auto found = profile.confidence.find(path);
  return found == profile.confidence.end() ? kUnknown : found->second;
}

}  // namespace

std::string text(const Finding& finding) {
  return fmt::format(
      "{} takes {:.3f} of the time that the profile says ({:.3f} … {:.3f}, {} samples; it allows {:.3f} … {:.3f})",
      finding.path, finding.ratio, finding.interval.low, finding.interval.high, finding.samples, finding.allowed.low,
      finding.allowed.high);
}

void Drift::add(std::span<const ObservedStage> stages) {
  for (const ObservedStage& stage : stages) {
    if (stage.end <= stage.start) {
      continue;
    }
    if (stage.stage == Stage::kernel) {
      add_kernel(stage);
    } else {
      add_copy(stage, stages);
    }
  }
}

void Drift::add_kernel(const ObservedStage& stage) {
  if (!stage.kernel) {
    return;
  }
  const auto model = profile_.kernels.find(stage.kernel->name);
  if (model == profile_.kernels.end() || model->second.time(stage.kernel->elements) <= Millis{0}) {
    return;
  }
  const Millis measured = stage.end - stage.start;
  samples_[kernel_path(stage.kernel->name)].push_back({.ratio = measured / model->second.time(stage.kernel->elements),
                                                       .elements = stage.kernel->elements,
                                                       .measured = measured.count()});
}

void Drift::add_copy(const ObservedStage& stage, std::span<const ObservedStage> all) {
  const TransferModel& transfer = profile_.transfer(stage.memory, direction_of(stage.stage));
  const Millis begin = stage.start + transfer.latency;
  const Millis moving = stage.end - begin;
  if (stage.size.count == 0 || moving < kLeastPart * (stage.end - stage.start)) {
    return;
  }
  Millis overlap{0};
  bool touched = false;
  std::optional<Memory> opposing;  // of those that overlap; they must be alike
  for (const ObservedStage& other : all) {
    if (other.stage == Stage::kernel || other.stage == stage.stage) {
      continue;
    }
    const Millis other_begin = other.start + profile_.transfer(other.memory, direction_of(other.stage)).latency;
    touched = touched || (other.start < stage.end && stage.start < other.end);
    const Millis shared = std::min(stage.end, other.end) - std::max(begin, other_begin);
    if (shared > Millis{0}) {
      if (opposing && *opposing != other.memory) {
        return;
      }
      opposing = other.memory;
      overlap += shared;
    }
  }
  const BytesPerSecond alone = transfer.alone_at(stage.size);
  if (!touched) {
    samples_[path(stage, "alone")].push_back({.ratio = moving / (stage.size / alone)});
    return;
  }
  const auto& beside = opposing == stage.memory ? transfer.duplex : transfer.mixed;
  if (!opposing || !beside || overlap < kLeastPart * moving) {
    return;
  }
  const double seconds = std::chrono::duration<double>(overlap).count();
  const double alone_seconds = std::chrono::duration<double>(moving - overlap).count();
  const double bandwidth = (static_cast<double>(stage.size.count) - alone_seconds * alone.value) / seconds;
  if (bandwidth > 0) {
    samples_[path(stage, opposing == stage.memory ? "duplex" : "mixed")].push_back(
        {.ratio = beside->value / bandwidth});
  }
}

/// Of a time: the interval of a bandwidth turned round, that of η m + γ as the sum of those of its parts.
Confidence Drift::allowed(const std::string& path, const std::vector<Sample>& samples) const {
  if (!path.starts_with(kKernelsPath)) {
    const Confidence bandwidth = confidence_of(profile_, path);
    return {.low = 1 / bandwidth.high, .high = bandwidth.low > 0 ? 1 / bandwidth.low : HUGE_VAL};
  }
  const KernelModel& model = profile_.kernels.at(path.substr(kKernelsPath.size()));
  const Confidence slope = confidence_of(profile_, path + ".per_element");
  const Confidence intercept = confidence_of(profile_, path + ".invocation");
  const double part =
      static_cast<double>(samples.front().elements) * model.per_element / model.time(samples.front().elements);
  return {.low = part * slope.low + (1 - part) * intercept.low,
          .high = part * slope.high + (1 - part) * intercept.high};
}

std::vector<Finding> Drift::findings() const {
  std::vector<Finding> findings;
  for (const auto& [path, samples] : samples_) {
    if (samples.size() < kFewestSamples) {
      continue;
    }
    const std::vector<double> ratios = values(samples, [](const Sample& sample) { return sample.ratio; });
    const Finding finding{.path = path,
                          .ratio = stats::median(ratios),
                          .interval = stats::median_interval(ratios),
                          .allowed = allowed(path, samples),
                          .samples = samples.size()};
    const bool outside = finding.interval.low > finding.allowed.high || finding.interval.high < finding.allowed.low;
    if (outside && std::abs(finding.ratio - 1) > kWorthSaying) {
      findings.push_back(finding);
    }
  }
  return findings;
}

}  // namespace warpshop::dispatch
