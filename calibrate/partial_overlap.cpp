#include "calibrate/partial_overlap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace warpshop::calibrate {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A payload under way; times in milliseconds, rates in bytes per millisecond.
struct Payload {
  explicit Payload(const StartedCopy& copy)
      : start((copy.start + *copy.model.latency).count()),
        left(static_cast<double>(copy.size.count)),
        alone(copy.model.alone_at(copy.size).value * 1e-3),
        duplex(alone * copy.model.duplex->value / copy.model.alone->value) {}

  double start, left, alone, duplex;
  double end = kNever;
};

}  // namespace

Ends predict_ends(const StartedCopy& first, const StartedCopy& second) {
  std::array payloads{Payload(first), Payload(second)};
  double now = std::min(payloads[0].start, payloads[1].start);
  while (payloads[0].end == kNever || payloads[1].end == kNever) {
    const auto moves = [&](const Payload& payload) { return payload.start <= now && payload.end == kNever; };
    const bool both = moves(payloads[0]) && moves(payloads[1]);
    double next = kNever;
    for (const Payload& payload : payloads) {
      if (payload.start > now) {
        next = std::min(next, payload.start);
      } else if (moves(payload)) {
        next = std::min(next, now + payload.left / (both ? payload.duplex : payload.alone));
      }
    }
    for (Payload& payload : payloads) {
      if (moves(payload)) {
        const double rate = both ? payload.duplex : payload.alone;
        if (now + payload.left / rate <= next) {
          payload.end = next;
        }
        payload.left -= rate * (next - now);
      }
    }
    now = next;
  }
  return {.first = Millis{payloads[0].end}, .second = Millis{payloads[1].end}};
}

ModelCheck check_partial_overlap(Meter& meter, const KnownCopies& h2d, const KnownCopies& d2h) {
  constexpr std::array<std::array<double, 2>, 3> kSizes{{{0.25, 0.25}, {0.125, 0.25}, {0.25, 0.125}}};
  std::vector<double> errors;
  const int steps = meter.options().overlap_steps;
  for (const auto& [first_part, second_part] : kSizes) {
    const Bytes first_size{static_cast<std::int64_t>(static_cast<double>(h2d.largest.count) * first_part)};
    const Bytes second_size{static_cast<std::int64_t>(static_cast<double>(d2h.largest.count) * second_part)};
    for (int step = 0; step < steps; ++step) {
      const Millis delay = h2d.time_alone(first_size) * (static_cast<double>(step) / steps);
      // The error is that of one run against its own starts; the durations are what the meter repeats.
      std::vector<double> first_errors;
      std::vector<double> second_errors;
      const std::string name = "partial overlap, " + std::to_string(first_size.count) + " B in, " +
                               std::to_string(second_size.count) + " B out, offset " + std::to_string(step) + '/' +
                               std::to_string(steps);
      meter.measure(name, [&] {
        const Overlap both = run_both(meter.options(), h2d.stream, first_size, d2h.stream, second_size, delay);
        const Ends ends =
            predict_ends({h2d.model, first_size, both.first.start}, {d2h.model, second_size, both.second.start});
        const auto error = [](Millis predicted_end, const Span& span) {
          return std::abs((predicted_end - span.end) / (span.end - span.start));
        };
        first_errors.push_back(error(ends.first, both.first));
        second_errors.push_back(error(ends.second, both.second));
        return std::max(both.first.end, both.second.end) - std::min(both.first.start, both.second.start);
      });
      errors.push_back(stats::median(first_errors));
      errors.push_back(stats::median(second_errors));
    }
  }
  ModelCheck check{.mean_error = 0, .worst_error = 0, .samples = static_cast<std::int64_t>(errors.size())};
  for (const double error : errors) {
    check.mean_error += error / static_cast<double>(errors.size());
    check.worst_error = std::max(check.worst_error, error);
  }
  return check;
}

}  // namespace warpshop::calibrate
