#include "sim/place/shared_gpu.hpp"

#include <algorithm>
#include <stdexcept>

namespace warpshop::place {
namespace {

template <class Element>
void erase_at(std::vector<Element>& list, std::size_t position) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(position));
}

}  // namespace

void SharedGpu::go_to(Millis now) {
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    left_[i] = std::max(Millis{0}, left_[i] - speeds_[i] * (now - since_));
  }
  since_ = now;
}

void SharedGpu::change() {
  next_end_.reset();
  if (jobs_.empty()) {
    return;
  }
  speeds_ = problem_->speeds(problem_->gpus[gpu_], {.kinds = kinds_, .together = starts_.front() == starts_.back()});
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (speeds_[i] > 0) {
      const Millis end = since_ + left_[i] / speeds_[i];
      next_end_ = next_end_ ? std::min(*next_end_, end) : end;
    }
  }
  if (!next_end_) {
    throw std::logic_error("none of the jobs that share a GPU goes on");
  }
}

void SharedGpu::start(std::size_t job, Millis now) {
  go_to(now);
  jobs_.push_back(job);
  kinds_.push_back(problem_->kinds[job]);
  starts_.push_back(now);
  left_.push_back(problem_->alone(job, gpu_));
  held_.count += problem_->footprint(job).count;
  change();
}

std::vector<std::size_t> SharedGpu::take_ended(Millis now) {
  std::vector<std::size_t> ended;
  if (!next_end_ || clearly_less(now, *next_end_)) {
    return ended;
  }
  const auto ends_now = [&](std::size_t i) {
    return speeds_[i] > 0 && !clearly_less(now, since_ + left_[i] / speeds_[i]);
  };
  std::vector<bool> ends;
  ends.reserve(jobs_.size());
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    ends.push_back(ends_now(i));
  }
  go_to(now);
  for (std::size_t i = jobs_.size(); i-- > 0;) {
    if (ends[i]) {
      ended.insert(ended.begin(), jobs_[i]);
      held_.count -= problem_->footprint(jobs_[i]).count;
      erase_at(jobs_, i);
      erase_at(kinds_, i);
      erase_at(starts_, i);
      erase_at(left_, i);
    }
  }
  change();
  return ended;
}

}  // namespace warpshop::place
