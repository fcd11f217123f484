#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "sim/model/serving_interval.hpp"

namespace warpshop::test {

/// docs/host.md, "In serve", word for word: it keeps every interval that there was and works all out anew each time.
class SlowServingRule {
 public:
  SlowServingRule(ProcessorPart all, double target) : all_(all), target_(target) {}

  ProcessorPart operator()(const ServingInterval& interval) {
    history_.push_back({interval.begin.count(),
                        interval.end.count(),
                        interval.held,
                        interval.speed,
                        interval.threads,
                        {interval.requests.begin(), interval.requests.end()}});
    const double now = history_.back().end;
    ProcessorPart wanted{1, 1};
    const auto want = [&](ProcessorPart part) {
      wanted = {std::max(wanted.cores, part.cores), std::max(wanted.ways, part.ways)};
    };
    for (const RequestUnderWay& request : history_.back().requests) {
      if (request.ended) {
        continue;
      }
      const std::size_t first = first_seen(request.number);
      const double bound = target_ - request.queued.count();
      const ProcessorPart initial = fewest(request.application, bound, first);
      if (first + 1 == history_.size()) {
        want(initial);
        continue;
      }
      const auto known = nearest(request.application, initial, first);
      const double expected_time = known ? stretched(*known, known->mean, initial) : 0;
      const double expected_work = known ? known->work : 0;
      want(
          adjusted(initial, bound, now - request.begun.count(), expected_time, expected_work, work_of(request.number)));
    }
    std::map<std::uint32_t, double> seen;
    for (const Past& past : history_) {
      for (const RequestUnderWay& request : past.requests) {
        seen[request.application] = past.end;
      }
    }
    for (const auto& [application, at] : seen) {
      if (now - at < 1000) {
        want(fewest(application, target_, history_.size() - 1));
      }
    }
    return wanted;
  }

 private:
  struct Past {
    double begin, end;
    ProcessorPart held;
    double speed, threads;
    std::vector<RequestUnderWay> requests;
  };
  struct Group {
    ProcessorPart part;
    double slowest, mean, device, work;
  };

  std::size_t first_seen(std::uint64_t number) const {
    for (std::size_t i = 0;; ++i) {
      for (const RequestUnderWay& request : history_[i].requests) {
        if (request.number == number) {
          return i;
        }
      }
    }
  }
  double work_of(std::uint64_t number) const {
    double work = 0;
    for (const Past& past : history_) {
      for (const RequestUnderWay& request : past.requests) {
        if (request.number == number) {
          const double end = request.ended ? request.ended->count() : past.end;
          work += past.speed * std::max(0.0, end - std::max(past.begin, request.begun.count()));
        }
      }
    }
    return work;
  }
  /// What was known of the requests of a name that began with a part, once interval `at` was over.
  std::optional<Group> group(std::uint32_t application, ProcessorPart part, std::size_t at) const {
    std::vector<const RequestUnderWay*> of;
    for (std::size_t i = 0; i <= at; ++i) {
      for (const RequestUnderWay& request : history_[i].requests) {
        if (request.application == application && request.ended && history_[first_seen(request.number)].held == part) {
          of.push_back(&request);
        }
      }
    }
    if (of.size() > 200) {
      of.erase(of.begin(), of.end() - 200);
    }
    // They are forgotten in the order in which they were seen to end.
    while (!of.empty() && of.front()->ended->count() < history_[at].end - 30'000) {
      of.erase(of.begin());
    }
    if (of.empty()) {
      return {};
    }
    Group group{part, 0, 0, 0, 0};
    std::vector<double> took;
    for (const RequestUnderWay* request : of) {
      took.push_back((*request->ended - request->begun).count());
      group.mean += took.back() / static_cast<double>(of.size());
      group.device += request->device.count() / static_cast<double>(of.size());
      group.work += work_of(request->number) / static_cast<double>(of.size());
    }
    std::sort(took.begin(), took.end());
    std::size_t within = 0;  // the least that 99 of 100 are no longer than
    while (100 * (within + 1) < 99 * took.size()) {
      ++within;
    }
    group.slowest = took[within];
    return group;
  }
  /// The smallest that is no smaller than the part; where there is none, the largest.
  std::optional<Group> nearest(std::uint32_t application, ProcessorPart part, std::size_t at) const {
    std::optional<Group> larger, largest;
    for (int cores = 1; cores <= all_.cores; ++cores) {
      for (int ways = 1; ways <= all_.ways; ++ways) {
        const auto known = group(application, {cores, ways}, at);
        if (known && cores >= part.cores && ways >= part.ways &&
            (!larger || cores * ways < larger->part.cores * larger->part.ways)) {
          larger = known;
        }
        if (known && (!largest || cores * ways > largest->part.cores * largest->part.ways)) {
          largest = known;
        }
      }
    }
    return larger ? larger : largest;
  }
  static double stretched(const Group& known, double time, ProcessorPart part) {
    double factor = 1;
    if (known.part.cores > part.cores) {
      factor *= known.part.cores / static_cast<double>(part.cores);
    }
    if (known.part.ways > part.ways) {
      factor *= known.part.ways / static_cast<double>(part.ways);
    }
    return time <= known.device ? known.device : known.device + factor * (time - known.device);
  }
  bool safe(std::uint32_t application, ProcessorPart part, double bound, std::size_t at) const {
    const auto known = nearest(application, part, at);
    return known && stretched(*known, known->slowest, part) < 0.8 * bound;
  }
  /// By halves, as S1 does.
  ProcessorPart fewest(std::uint32_t application, double bound, std::size_t at) const {
    int low = 0, high = all_.cores + 1;  // not safe, safe
    while (high - low > 1) {
      const int middle = (low + 1) + (high - low - 1) / 2;
      (safe(application, {middle, all_.ways}, bound, at) ? high : low) = middle;
    }
    if (high > all_.cores) {
      return all_;
    }
    int few = 0, many = all_.ways;
    while (many - few > 1) {
      const int middle = (few + 1) + (many - few - 1) / 2;
      (safe(application, {high, middle}, bound, at) ? many : few) = middle;
    }
    return {high, many};
  }
  ProcessorPart adjusted(ProcessorPart initial, double bound, double run, double time, double work, double done) const {
    if (run >= bound) {
      return all_;
    }
    const Past& last = history_.back();
    const double usual = time > 0 ? std::min(work / time, 1.0) : 0;
    const double wanted = std::max((usual * time - done) / (bound - run), usual);
    if (last.speed == 0 && wanted > 0) {
      return all_;
    }
    const double factor = last.speed == 0 ? 1 : wanted / last.speed;
    const auto part = [&](int held, int least, int most) {
      const double next = factor > 1 ? held * factor + 1 : held * factor;
      if (next >= most) {
        return most;
      }
      return std::max(least, static_cast<int>(std::floor(next + 0.5)));
    };
    int useful = 1;
    while (useful < last.threads && useful < last.held.cores) {
      ++useful;
    }
    return {part(useful, initial.cores, all_.cores), part(last.held.ways, initial.ways, all_.ways)};
  }

  ProcessorPart all_;
  double target_;
  std::vector<Past> history_;
};

}  // namespace warpshop::test
