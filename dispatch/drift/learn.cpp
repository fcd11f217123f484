#include "dispatch/drift/learn.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
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

void learn_bandwidth(Device& profile, const Finding& finding, const std::vector<Finding>& findings) {
  const auto is = [&](const std::string& path) { return finding.path == path; };
  const auto found = [&](const std::string& path) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) { return other.path == path; });
  };
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile.transfers[index(memory)][index(direction)];
      const bool alone = is(transfer_path(memory, direction, "alone"));
      if (alone) {
        transfer.alone->value /= finding.ratio;
        for (BandwidthPoint& point : transfer.points) {
          point.bandwidth.value /= finding.ratio;
        }
      }
      for (const auto& [figure, beside] : {std::pair{"duplex", &transfer.duplex}, {"mixed", &transfer.mixed}}) {
        const std::string path = transfer_path(memory, direction, figure);
        if (*beside && (is(path) || (alone && !found(path)))) {
          (*beside)->value /= finding.ratio;
        }
      }
    }
  }
  profile.confidence[finding.path] = {.low = std::min(1.0, finding.ratio / finding.interval.high),
                                      .high = std::max(1.0, finding.ratio / finding.interval.low),
                                      .samples = static_cast<std::int64_t>(finding.samples)};
}

void raise_bus(Device& profile, Direction direction, BytesPerSecond least) {
  BytesPerSecond& bandwidth = profile.bus->bandwidth[index(direction)];
  bandwidth = std::max(bandwidth, least);
}

/// What was found of one figure may leave another where no profile may have it: a bandwidth beside others more than
/// kMostBesideOverAlone times the one alone, a bus that is narrower than one device.
void make_possible(Device& profile) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile.transfers[index(memory)][index(direction)];
      for (auto* beside : {&transfer.duplex, &transfer.mixed}) {
        if (*beside && transfer.alone) {
          **beside = std::min(**beside, {transfer.alone->value * kMostBesideOverAlone});
        }
        if (*beside && profile.bus) {
          raise_bus(profile, direction, **beside);
        }
      }
      if (transfer.alone && profile.bus) {
        raise_bus(profile, direction, *transfer.alone);
      }
    }
  }
}

/// The figures that differ.
class Changes {
 public:
  void add(const std::string& figure, double before, double after, const char* unit) {
    if (before != after) {
      texts_.push_back(fmt::format("{} from {:.6g} {} to {:.6g} {}", figure, before, unit, after, unit));
    }
  }
  // A figure that the profile does not have is not learnt either.
  void add(const std::string& figure, std::optional<BytesPerSecond> before, std::optional<BytesPerSecond> after) {
    constexpr double kGiga = 1e9;
    if (before && after) {
      add(figure, before->value / kGiga, after->value / kGiga, "GB/s");
    }
  }
  void add(const std::string& figure, std::optional<Millis> before, std::optional<Millis> after) {
    if (before && after) {
      add(figure, before->count(), after->count(), "ms");
    }
  }
  std::vector<std::string> texts() && { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
};

}  // namespace

Device put_right(Device profile, const std::vector<Finding>& findings, const Samples& samples) {
  std::string learned;
  for (const Finding& finding : findings) {
    if (finding.path.starts_with(kKernelsPath)) {
      learn_kernel(profile, finding, samples.at(finding.path));
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
  Changes changes;
  for (const auto& [name, model] : after.kernels) {
    const auto old = before.kernels.find(name);
    if (old != before.kernels.end()) {
      const std::string path = kernel_path(name);
      changes.add(path + ".per_element", old->second.per_element, model.per_element);
      changes.add(path + ".invocation", old->second.invocation, model.invocation);
    }
  }
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& old = before.transfer(memory, direction);
      const TransferModel& now = after.transfer(memory, direction);
      const std::string path = fmt::format("transfer.{}.{}", name(memory), name(direction));
      changes.add(path + ".alone", old.alone, now.alone);
      changes.add(path + ".duplex", old.duplex, now.duplex);
      changes.add(path + ".mixed", old.mixed, now.mixed);
    }
  }
  return std::move(changes).texts();
}

}  // namespace warpshop::dispatch
