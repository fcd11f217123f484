#include "sim/evaluate/rounds.hpp"

#include <cassert>

namespace warpshop::evaluate {

bool needs_rounds(const Instance& instance) {
  std::int64_t left = instance.memory.count;
  const auto fits = [&left](Bytes footprint) {
    left -= footprint.count;
    return left >= 0;
  };
  for (const Bytes footprint : instance.footprints) {
    if (!fits(footprint)) {
      return true;
    }
  }
  std::vector<bool> counted(instance.job_footprints.size());
  for (const std::uint32_t job : instance.footprint_job) {
    if (job > 0 && !counted[job - 1]) {
      counted[job - 1] = true;
      if (!fits(instance.job_footprints[job - 1])) {
        return true;
      }
    }
  }
  return false;
}

RoundCutter::RoundCutter(const Instance& instance)
    : instance_(&instance), coming_(instance.job_footprints.size()), holds_(instance.job_footprints.size()) {
  for (const std::uint32_t job : instance.footprint_job) {
    if (job > 0) {
      ++coming_[job - 1];
    }
  }
}

bool RoundCutter::starts_round(std::uint32_t task) {
  const std::uint32_t job = instance_->footprint_job.empty() ? 0 : instance_->footprint_job[task];
  const std::int64_t of_job = job > 0 && !holds_[job - 1] ? instance_->job_footprints[job - 1].count : std::int64_t{0};
  const std::int64_t needed = of_job + (instance_->footprints.empty() ? 0 : instance_->footprints[task].count);
  const bool starts = left_ < needed;
  if (starts) {
    left_ = instance_->memory.count - held_;
  }
  assert(needed <= left_);
  left_ -= needed;
  held_ += of_job;
  if (job > 0) {
    holds_[job - 1] = true;
    if (--coming_[job - 1] == 0) {
      held_ -= instance_->job_footprints[job - 1].count;
    }
  }
  return starts;
}

std::vector<std::uint32_t> rounds_of(const Instance& instance, std::span<const std::uint32_t> order) {
  if (!needs_rounds(instance)) {
    return {};
  }
  std::vector<std::uint32_t> rounds;
  RoundCutter cutter(instance);
  for (const std::uint32_t task : order) {
    if (cutter.starts_round(task)) {
      rounds.push_back(0);
    }
    ++rounds.back();
  }
  return rounds;
}

}  // namespace warpshop::evaluate
