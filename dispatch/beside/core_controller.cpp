#include "dispatch/beside/core_controller.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace warpshop::dispatch {
namespace {

std::string error_text(std::errc error) {
  return std::make_error_code(error).message();
}

}  // namespace

std::string why_not(MachineThreads& machine, const SharedCores& shared) {
  if (shared.cores.count() < 2) {
    return "there is one core for both, of which nothing can be left to others";
  }
  CoreSet own;
  if (const std::errc error = machine.cores_of(shared.serving, own); error != std::errc{}) {
    return "the cores of this process cannot be read: " + error_text(error);
  }
  if (!machine.times(shared.serving)) {
    return "the system does not count how long threads wait for cores (/proc/PID/schedstat)";
  }
  std::string refused;
  for (const int process : shared.beside) {
    CoreSet had;
    const std::errc read = machine.cores_of(process, had);
    const std::errc error = read == std::errc{} ? machine.set_cores(process, had) : read;  // no change
    if (error == std::errc{}) {
      return {};
    }
    refused += fmt::format("{}process {}: {}", refused.empty() ? "" : ", ", process, error_text(error));
  }
  return refused;
}

CoreController::CoreController(MachineThreads& machine, SharedCores shared, ServingPlanner plan, RequestLog& requests,
                               Millis now, std::unique_ptr<CacheWays> ways)
    : machine_(machine),
      shared_(std::move(shared)),
      plan_(std::move(plan)),
      requests_(requests),
      moved_(machine),
      ways_(std::move(ways)),
      last_(now),
      held_{static_cast<int>(shared_.cores.count()), ways_ ? ways_->ways() : 1} {
  kept_.given = static_cast<std::uint32_t>(held_.cores);
  kept_.ways = ways_ ? static_cast<std::uint32_t>(held_.ways) : 0;
  times_of_serving();
}

/// Since the last call; threads that are new count from their start, what those that are gone did last is lost.
ThreadTimes CoreController::times_of_serving() {
  std::map<int, ThreadTimes> times;
  ThreadTimes sum;
  for (const int thread : machine_.of_process(shared_.serving)) {
    if (const auto now = machine_.times(thread)) {
      const auto found = times_.find(thread);
      const ThreadTimes before = found == times_.end() ? ThreadTimes{} : found->second;
      sum.ran += std::max(now->ran - before.ran, Millis{0});
      sum.waited += std::max(now->waited - before.waited, Millis{0});
      times[thread] = *now;
    }
  }
  times_ = std::move(times);
  return sum;
}

void CoreController::decide(Millis now) {
  const std::vector<RequestUnderWay> requests = requests_.since_last();
  const ThreadTimes times = times_of_serving();
  const Millis wanted = times.ran + times.waited;
  const ProcessorPart next = plan_({.begin = last_,
                                    .end = now,
                                    .held = held_,
                                    .speed = wanted > Millis{0} ? times.ran / wanted : 1,
                                    .threads = now > last_ ? wanted / (now - last_) : 0,
                                    .requests = requests});
  if (decided_) {
    time_ += now - last_;
    core_time_ += held_.cores * (now - last_);
    way_time_ += held_.ways * (now - last_);
    kept_.changes += next.cores != held_.cores ? 1 : 0;
  }
  decided_ = true;
  last_ = now;
  held_.cores = std::clamp(next.cores, 1, static_cast<int>(kept_.given));
  kept_.most = std::max(kept_.most, static_cast<std::uint32_t>(held_.cores));
  const auto cores = static_cast<std::size_t>(held_.cores);
  moved_.move(shared_.serving, first_cores(shared_.cores, cores));
  const CoreSet rest = cores_behind(shared_.cores, std::min<std::size_t>(cores, kept_.given - 1));
  for (const int process : shared_.beside) {
    moved_.move(process, rest);
  }
  if (ways_) {
    split_ways(next.ways);
  }
}

/// Cores alone from then on, where the system does not let it.
void CoreController::split_ways(int serving) {
  try {
    held_.ways = ways_->split(serving);
    ways_->add(machine_.of_process(shared_.serving), true);
    for (const int process : shared_.beside) {
      ways_->add(machine_.of_process(process), false);
    }
  } catch (const std::system_error& error) {
    way_notes_.push_back(fmt::format("cache ways are not split any more: {}", error.what()));
    held_.ways = ways_->ways();
    ways_.reset();
  }
}

void CoreController::put_back() noexcept {
  moved_.put_back();
  ways_.reset();
}

void CoreController::put_back_before_the_end() noexcept {
  MovedThreads::put_back_before_the_end();
  CacheWays::remove();
}

CoresKept CoreController::kept() const {
  CoresKept kept = kept_;
  kept.mean = time_ > Millis{0} ? core_time_ / time_ : held_.cores;
  for (const int process : shared_.beside) {
    kept.moved += moved_.moved(process);
  }
  kept.mean_ways = kept.ways == 0 ? 0 : time_ > Millis{0} ? way_time_ / time_ : held_.ways;
  kept.notes = moved_.notes();
  kept.notes.insert(kept.notes.end(), way_notes_.begin(), way_notes_.end());
  return kept;
}

}  // namespace warpshop::dispatch
