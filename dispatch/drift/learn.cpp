#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dispatch/drift/drift.hpp"
#include "dispatch/drift/profile_paths.hpp"
#include "sim/stats/line_fit.hpp"

namespace warpshop::dispatch {
namespace {

/// Between the smallest and the largest size of a kernel, for a line through them to mean anything.
constexpr std::int64_t kLeastSpread = 2;

}  // namespace

Device Drift::learn() {
  std::string learned;
  const std::vector<Finding> findings = this->findings();
  for (const Finding& finding : findings) {
    if (finding.path.starts_with(kKernelsPath)) {
      learn_kernel(finding, samples_.at(finding.path));
    } else {
      learn_bandwidth(finding, findings);
    }
    learned += fmt::format("{}{} x {:.3f} of {} samples", learned.empty() ? "" : ", ", finding.path, finding.ratio,
                           finding.samples);
    std::erase_if(profile_.assumed, [&](const std::string& path) {
      const std::string_view transfer = std::string_view(finding.path).substr(0, finding.path.rfind('.'));
      const bool point = finding.path.ends_with(".alone") && path.starts_with(std::string(transfer) + ".points.");
      return path == finding.path || path.starts_with(finding.path + '.') || point;
    });
  }
  if (!learned.empty()) {
    profile_.provenance["learned"] = "times while running: " + learned;
  }
  make_possible();
  samples_.clear();
  return profile_;
}

void Drift::learn_kernel(const Finding& finding, const std::vector<Sample>& samples) {
  std::map<std::int64_t, std::vector<double>> by_elements;
  for (const Sample& sample : samples) {
    by_elements[sample.elements].push_back(sample.measured);
  }
  KernelModel& model = profile_.kernels.at(finding.path.substr(kKernelsPath.size()));
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
  profile_.confidence[finding.path + ".per_element"] = *model.per_element > Millis{0} ? found : of_zero;
  profile_.confidence[finding.path + ".invocation"] = *model.invocation > Millis{0} ? found : of_zero;
}

void Drift::learn_bandwidth(const Finding& finding, const std::vector<Finding>& findings) {
  const auto is = [&](const std::string& path) { return finding.path == path; };
  const auto found = [&](const std::string& path) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& other) { return other.path == path; });
  };
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile_.transfers[index(memory)][index(direction)];
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
  profile_.confidence[finding.path] = {.low = std::min(1.0, finding.ratio / finding.interval.high),
                                       .high = std::max(1.0, finding.ratio / finding.interval.low),
                                       .samples = static_cast<std::int64_t>(finding.samples)};
}

/// What was found of one figure may leave another where no profile may have it: a bandwidth beside others more than
/// kMostBesideOverAlone times the one alone, a bus that is narrower than one device.
void Drift::make_possible() {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = profile_.transfers[index(memory)][index(direction)];
      for (auto* beside : {&transfer.duplex, &transfer.mixed}) {
        if (*beside && transfer.alone) {
          **beside = std::min(**beside, {transfer.alone->value * kMostBesideOverAlone});
        }
        if (*beside && profile_.bus) {
          raise_bus(direction, **beside);
        }
      }
      if (transfer.alone && profile_.bus) {
        raise_bus(direction, *transfer.alone);
      }
    }
  }
}

void Drift::raise_bus(Direction direction, BytesPerSecond least) {
  BytesPerSecond& bandwidth = profile_.bus->bandwidth[index(direction)];
  bandwidth = std::max(bandwidth, least);
}

}  // namespace warpshop::dispatch
