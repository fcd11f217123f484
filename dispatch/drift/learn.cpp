#include "dispatch/drift/learn.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/stats/line_fit.hpp"

namespace warpshop::dispatch {
namespace {

/// Between the smallest and the largest size of a kernel, for a line through them to mean anything.
constexpr std::int64_t kLeastSpread = 2;

/// The bandwidths of a TransferModel.
struct Bandwidth {
  const char* figure;
  std::optional<BytesPerSecond> TransferModel::*value;
};
/// The second with its kernels in the order of the first; nothing: they are of other kernels, or other counts of CTAs.
std::optional<CoRunPoint> in_order_of(const CoRunPoint& one, CoRunPoint other) {
  if (one.kernels != other.kernels) {
    std::swap(other.kernels[0], other.kernels[1]);
    std::swap(other.ctas[0], other.ctas[1]);
    std::swap(other.rates[0], other.rates[1]);
  }
  return one.kernels == other.kernels && one.ctas == other.ctas ? std::optional(other) : std::nullopt;
}

constexpr Bandwidth kAlone{"alone", &TransferModel::alone};
constexpr std::array kBeside{Bandwidth{"duplex", &TransferModel::duplex}, Bandwidth{"mixed", &TransferModel::mixed}};

void learn_kernel(Device& profile, const Finding& finding, const std::vector<Sample>& samples) {
  std::map<std::int64_t, std::vector<double>> by_elements;
  for (const Sample& sample : samples) {
    by_elements[sample.elements].push_back(sample.measured);
  }
  KernelModel& model = profile.kernels.at(finding.path.substr(kKernelsPath.size()));
  if (by_elements.rbegin()->first >= kLeastSpread * by_elements.begin()->first) {
    std::vector<stats::Point> points;
    points.reserve(by_elements.size());
    for (const auto& [elements, measured] : by_elements) {
      points.push_back({static_cast<double>(elements), stats::median(measured)});
    }
    const stats::Line line = stats::fit_line(points);
    model.per_element = Millis{line.slope};
    model.invocation = Millis{line.intercept};
  } else {
    *model.per_element *= finding.ratio;
    *model.invocation *= finding.ratio;
  }
  const auto samples_taken = static_cast<std::int64_t>(finding.samples);
  const Confidence found{.low = std::min(1.0, finding.interval.low / finding.ratio),
                         .high = std::max(1.0, finding.interval.high / finding.ratio),
                         .samples = samples_taken};
  const Confidence of_zero{.samples = samples_taken};
  profile.confidence[finding.path + ".per_element"] = *model.per_element > Millis{0} ? found : of_zero;
  profile.confidence[finding.path + ".invocation"] = *model.invocation > Millis{0} ? found : of_zero;
}

/// Of what is the slower the longer it takes.
Confidence confidence_of_rate(const Finding& finding) {
  return {.low = std::min(1.0, finding.ratio / finding.interval.high),
          .high = std::max(1.0, finding.ratio / finding.interval.low),
          .samples = static_cast<std::int64_t>(finding.samples)};
}

void learn_bandwidth(Device& profile, const Finding& finding, const std::vector<Finding>& findings) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile.transfers[index(memory)][index(direction)];
      const bool alone = finding.path == transfer_path(memory, direction, kAlone.figure);
      if (alone) {
        transfer.alone->value /= finding.ratio;
        for (BandwidthPoint& point : transfer.points) {
          point.bandwidth.value /= finding.ratio;
        }
      }
      for (const auto& [figure, value] : kBeside) {
        const std::string path = transfer_path(memory, direction, figure);
        const bool follows = alone && std::ranges::find(findings, path, &Finding::path) == findings.end();
        if (auto& beside = transfer.*value; beside && (finding.path == path || follows)) {
          beside->value /= finding.ratio;
        }
      }
    }
  }
  profile.confidence[finding.path] = confidence_of_rate(finding);
}

void learn_pair(Device& profile, const Finding& finding) {
  bool known = false;
  for (CoRunPoint& point : profile.co_run) {
    if (const std::optional<CoRunPoint> learnt = in_order_of(point, *finding.pair)) {
      point = *learnt;
      known = true;
    }
  }
  if (!known) {
    profile.co_run.push_back(*finding.pair);
  }
  profile.confidence[finding.path] = confidence_of_rate(finding);
}

/// What was found of one figure may leave another where no profile may have it: a bandwidth beside others more than
/// kMostBesideOverAlone times the one alone, a bus that is narrower than one device.
void make_possible(Device& profile) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile.transfers[index(memory)][index(direction)];
      for (const Bandwidth& beside : kBeside) {
        if (transfer.*beside.value && transfer.alone) {
          transfer.*beside.value = std::min(*(transfer.*beside.value), {transfer.alone->value * kMostBesideOverAlone});
        }
      }
      for (const Bandwidth& each : {kAlone, kBeside[0], kBeside[1]}) {
        if (transfer.*each.value && profile.bus) {
          BytesPerSecond& bus = profile.bus->bandwidth[index(direction)];
          bus = std::max(bus, *(transfer.*each.value));
        }
      }
    }
  }
}

std::string in_words(Millis time) {
  return fmt::format("{:.6g} ms", time.count());
}

std::string in_words(BytesPerSecond bandwidth) {
  constexpr double kGiga = 1e9;
  return fmt::format("{:.6g} GB/s", bandwidth.value / kGiga);
}

std::string in_words(SubtasksPerMilli rate) {
  return fmt::format("{:.6g} subtasks/ms", rate.value);
}

}  // namespace

Device put_right(Device profile, const std::vector<Finding>& findings, const Samples& samples) {
  std::string learned;
  for (const Finding& finding : findings) {
    if (finding.path.starts_with(kKernelsPath)) {
      learn_kernel(profile, finding, samples.at(finding.path));
    } else if (finding.pair) {
      learn_pair(profile, finding);
    } else {
      learn_bandwidth(profile, finding, findings);
    }
    learned += fmt::format("{}{} x {:.3f} of {} samples", learned.empty() ? "" : ", ", finding.path, finding.ratio,
                           finding.samples);
    assume_no_longer(profile, [&](const std::string& path) {
      const std::string_view transfer = std::string_view(finding.path).substr(0, finding.path.rfind('.'));
      const bool point = finding.path.ends_with(".alone") && path.starts_with(std::string(transfer) + ".points.");
      return path == finding.path || path.starts_with(finding.path + '.') || point;
    });
  }
  if (!learned.empty()) {
    profile.provenance["learned"] = "times while running: " + learned;
  }
  make_possible(profile);
  return profile;
}

std::vector<std::string> changed_figures(const Device& before, const Device& after) {
  std::vector<std::string> texts;
  // A figure that the profile does not have is not learnt either.
  const auto compare = [&](const std::string& figure, const auto& old, const auto& now) {
    if (old && now && *old != *now) {
      texts.push_back(fmt::format("{} from {} to {}", figure, in_words(*old), in_words(*now)));
    }
  };
  for (const auto& [name, now] : after.kernels) {
    if (const auto old = before.kernels.find(name); old != before.kernels.end()) {
      compare(kernel_path(name) + ".per_element", old->second.per_element, now.per_element);
      compare(kernel_path(name) + ".invocation", old->second.invocation, now.invocation);
    }
  }
  for (const CoRunPoint& now : after.co_run) {
    std::optional<CoRunPoint> old;
    for (const CoRunPoint& point : before.co_run) {
      old = old ? old : in_order_of(now, point);
    }
    for (const std::size_t side : {0U, 1U}) {
      if (!old || old->rates[side] != now.rates[side]) {
        texts.push_back(fmt::format("{} from {} to {}", co_run_path(now, side),
                                    old ? in_words(old->rates[side]) : "what the law says", in_words(now.rates[side])));
      }
    }
  }
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& old = before.transfer(memory, direction);
      const TransferModel& now = after.transfer(memory, direction);
      for (const Bandwidth& each : {kAlone, kBeside[0], kBeside[1]}) {
        compare(transfer_path(memory, direction, each.figure), old.*each.value, now.*each.value);
      }
    }
  }
  return texts;
}

}  // namespace warpshop::dispatch
