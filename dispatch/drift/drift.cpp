#include "dispatch/drift/drift.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "dispatch/drift/learn.hpp"

namespace warpshop::dispatch {
namespace {

constexpr std::size_t kMostSamples = 4096;  // that are kept for certain; twice as many at most
constexpr double kWorthSaying = 0.01;
constexpr Millis kHandOver{0.005};
constexpr std::string_view kPairsPath = "co_run.";
constexpr double kLeastPart = 0.5;  // of a copy's time that must be payload, of its payload that must be opposed
constexpr Confidence kUnknown{.low = 0.95, .high = 1.05};  // of a figure that the profile gives no interval for

Direction direction_of(Stage stage) {
  return stage == Stage::h2d ? Direction::h2d : Direction::d2h;
}

std::string path(const ObservedStage& copy, const char* figure) {
  return transfer_path(copy.memory, direction_of(copy.stage), figure);
}

Confidence confidence_of(const Device& profile, const std::string& path) {
  const auto found = profile.confidence.find(path);
  return found == profile.confidence.end() ? kUnknown : found->second;
}

/// Three significant digits, three decimals at most.
std::string factor(double value) {
  return fmt::format("{:.{}f}", value, value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);
}

}  // namespace

std::string text(const Finding& finding) {
  return fmt::format("{} takes {} times as long as the profile says ({} … {}, {} samples; it allows {} … {})",
                     finding.path, factor(finding.ratio), factor(finding.interval.low), factor(finding.interval.high),
                     finding.samples, factor(finding.allowed.low), factor(finding.allowed.high));
}

void Drift::add(std::span<const ObservedStage> stages, std::size_t first, std::size_t last) {
  std::array<Copies, 2> copies;  // [Direction], by their start
  for (const ObservedStage& stage : stages) {
    if (stage.stage != Stage::kernel) {
      copies[index(direction_of(stage.stage))].push_back(&stage);
    }
  }
  for (Copies& of_direction : copies) {
    std::ranges::stable_sort(of_direction, {}, &ObservedStage::start);
  }
  for (const ObservedStage& stage : stages.subspan(first, last - first)) {
    if (stage.end <= stage.start) {
      continue;
    }
    if (stage.stage == Stage::kernel) {
      add_kernel(stage);
    } else {
      add_copy(stage, copies[1 - index(direction_of(stage.stage))]);
    }
  }
}

void Drift::keep(const std::string& path, const Sample& sample) {
  std::vector<Sample>& samples = samples_[path];
  if (samples.size() >= 2 * kMostSamples) {
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(kMostSamples));
  }
  samples.push_back(sample);
}

void Drift::add_kernel(const ObservedStage& stage) {
  if (!stage.kernel) {
    return;
  }
  const auto model = profile_.kernels.find(stage.kernel->name);
  if (model == profile_.kernels.end() || !model->second.timed() ||
      model->second.time(stage.kernel->elements) <= Millis{0}) {
    return;
  }
  const Millis measured = stage.end - stage.start;
  const Millis predicted = model->second.time(stage.kernel->elements);
  keep(kernel_path(stage.kernel->name), {.ratio = measured / predicted,
                                         .difference = measured - predicted,
                                         .elements = stage.kernel->elements,
                                         .measured = measured.count()});
}

void Drift::add_copy(const ObservedStage& stage, const Copies& opposite) {
  const TransferModel& transfer = profile_.transfer(stage.memory, direction_of(stage.stage));
  if (!transfer.latency || !transfer.alone) {
    return;
  }
  const Millis begin = stage.start + *transfer.latency;
  const Millis moving = stage.end - begin;
  if (stage.size.count == 0 || moving < kLeastPart * (stage.end - stage.start)) {
    return;
  }
  Millis overlap{0};
  bool touched = false;
  bool known = true;               // when those that overlap began to move
  std::array<bool, 2> memories{};  // of those that overlap
  auto next = std::ranges::partition_point(
      opposite, [&](const ObservedStage* candidate) { return candidate->end <= stage.start; });
  for (; next != opposite.end() && (*next)->start < stage.end; ++next) {
    const ObservedStage& other = **next;
    touched = true;
    const TransferModel& opposing = profile_.transfer(other.memory, direction_of(other.stage));
    known = known && opposing.latency;
    const Millis other_begin = other.start + opposing.latency.value_or(Millis{0});
    const Millis shared = std::min(stage.end, other.end) - std::max(begin, other_begin);
    if (shared > Millis{0}) {
      memories[index(other.memory)] = true;
      overlap += shared;
    }
  }
  const BytesPerSecond alone = transfer.alone_at(stage.size);
  if (!touched) {
    const Millis predicted = stage.size / alone;
    keep(path(stage, "alone"), {.ratio = moving / predicted, .difference = moving - predicted});
    return;
  }
  const bool like = memories[index(stage.memory)];
  const auto& beside = like ? transfer.duplex : transfer.mixed;
  if (!known || memories[0] == memories[1] || !beside || overlap < kLeastPart * moving) {
    return;
  }
  const double seconds = std::chrono::duration<double>(overlap).count();
  const double alone_seconds = std::chrono::duration<double>(moving - overlap).count();
  const double bandwidth = (static_cast<double>(stage.size.count) - alone_seconds * alone.value) / seconds;
  const double expected = alone.value * (beside->value / transfer.alone->value);
  if (bandwidth > 0) {
    keep(path(stage, like ? "duplex" : "mixed"),
         {.ratio = expected / bandwidth, .difference = overlap * (1 - bandwidth / expected)});
  }
}

void Drift::add_shared(const Timeline& timeline, std::span<const std::string> kernels) {
  if (!rates_ || !profile_.sm) {
    return;
  }
  for (const ObservedPair& pair : observed_pairs(timeline, profile_.sm->count, kernels, rates_)) {
    for (const std::size_t side : {0U, 1U}) {
      const std::string path = co_run_path(pair.point, side);
      const double done = pair.point.rates[side].value / pair.expected[side].value;
      pairs_.try_emplace(path, pair.point);
      keep(path, {.ratio = 1 / done, .difference = pair.time * (1 - done), .measured = pair.point.rates[side].value});
    }
  }
}

/// Of a time: the interval of a bandwidth turned round, that of η m + γ as the sum of those of its parts, for whatever
/// sizes there are; longer by what the profile says of interference.
Confidence Drift::allowed(const std::string& path, const std::vector<Sample>& samples) const {
  const Interference interference = profile_.interference.value_or(Interference{});
  if (!path.starts_with(kKernelsPath)) {
    const Confidence bandwidth = confidence_of(profile_, path);
    const double beside_kernel = path.starts_with(kPairsPath)
                                     ? 1
                                     : std::min({1.0, interference.h2d_beside_kernel, interference.d2h_beside_kernel});
    return {.low = 1 / bandwidth.high, .high = bandwidth.low > 0 ? 1 / bandwidth.low / beside_kernel : HUGE_VAL};
  }
  const KernelModel& model = profile_.kernels.at(path.substr(kKernelsPath.size()));
  const Confidence slope = confidence_of(profile_, path + ".per_element");
  const Confidence intercept = confidence_of(profile_, path + ".invocation");
  Confidence all{.low = HUGE_VAL, .high = 0};
  for (const Sample& sample : samples) {
    const double part = static_cast<double>(sample.elements) * *model.per_element / model.time(sample.elements);
    all.low = std::min(all.low, part * slope.low + (1 - part) * intercept.low);
    all.high = std::max(all.high, part * slope.high + (1 - part) * intercept.high);
  }
  if (model.category != Category::compute_bound) {
    all.high /= std::min(1.0, interference.kernel_beside_h2d * interference.kernel_beside_d2h);
  }
  return all;
}

/// The start of a kernel that follows a copy in its stream, and of a copy out that follows a kernel, is recorded when
/// what is before it ends: the gap between the two engines is within what is measured.
Millis Drift::hand_over(const std::string& path) const {
  const StreamGaps gaps = profile_.gaps.value_or(StreamGaps{});
  if (path.starts_with(kKernelsPath)) {
    return std::max(kHandOver, gaps.copy_kernel);
  }
  return path.find(".d2h.") == std::string::npos ? kHandOver : std::max(kHandOver, gaps.kernel_copy);
}

SubtasksPerMilli Drift::median_rate(const std::string& path) const {
  std::vector<double> rates;
  for (const Sample& sample : samples_.at(path)) {
    rates.push_back(sample.measured);
  }
  return {stats::median(rates)};
}

std::vector<Finding> Drift::findings() const {
  std::vector<Finding> findings;
  for (const auto& [path, samples] : samples_) {
    if (samples.size() < stats::kFewestForInterval) {
      continue;
    }
    std::vector<double> ratios;
    std::vector<double> differences;
    for (const Sample& sample : samples) {
      ratios.push_back(sample.ratio);
      differences.push_back(sample.difference.count());
    }
    Finding finding{.path = path,
                    .ratio = stats::median(ratios),
                    .interval = stats::median_interval(ratios),
                    .allowed = allowed(path, samples),
                    .samples = samples.size()};
    const bool outside = finding.interval.low > finding.allowed.high || finding.interval.high < finding.allowed.low;
    if (outside && std::abs(finding.ratio - 1) > kWorthSaying &&
        std::abs(stats::median(differences)) > hand_over(path).count()) {
      if (const auto pair = pairs_.find(path); pair != pairs_.end()) {
        finding.pair = pair->second;
        for (const std::size_t side : {0U, 1U}) {
          finding.pair->rates[side] = median_rate(co_run_path(*finding.pair, side));
        }
      }
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

Device Drift::learn() {
  profile_ = put_right(profile_, findings(), samples_);
  samples_.clear();
  pairs_.clear();
  return profile_;
}

bool OnlineDrift::observe(std::span<const ObservedStage> stages) {
  const std::scoped_lock lock(mutex_);
  gathered_.insert(gathered_.end(), stages.begin(), stages.end());
  if (gathered_.size() - judged_ < kTogether) {
    return false;
  }
  look(kMargin);
  return !drift_.findings().empty();
}

Device OnlineDrift::learn() {
  const std::scoped_lock lock(mutex_);
  for (const Finding& finding : drift_.findings()) {
    learnt_.push_back("learnt: " + text(finding));
  }
  return drift_.learn();
}

std::vector<std::string> OnlineDrift::texts() {
  const std::scoped_lock lock(mutex_);
  look(0);
  std::vector<std::string> texts = learnt_;
  for (const Finding& finding : drift_.findings()) {
    texts.push_back(text(finding));
  }
  return texts;
}

void OnlineDrift::look(std::size_t margin) {
  const std::size_t end = std::max(judged_, gathered_.size() - std::min(margin, gathered_.size()));
  drift_.add(gathered_, judged_, end);
  judged_ = end;
  const std::size_t old = judged_ - std::min(kMargin, judged_);
  gathered_.erase(gathered_.begin(), gathered_.begin() + static_cast<std::ptrdiff_t>(old));
  judged_ -= old;
}

}  // namespace warpshop::dispatch
