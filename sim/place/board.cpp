#include "sim/place/board.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

namespace warpshop::place {

Board::Board(const PlacingProblem& problem) : problem_(&problem), placement_(problem.size()) {
  gpus_.reserve(problem.gpus.size());
  for (std::size_t gpu = 0; gpu < problem.gpus.size(); ++gpu) {
    gpus_.emplace_back(problem, gpu);
  }
}

bool Board::any_place() const {
  return std::any_of(gpus_.begin(), gpus_.end(), [](const SharedGpu& gpu) { return gpu.has_place(); });
}

bool Board::fits(std::size_t job) const {
  return std::any_of(gpus_.begin(), gpus_.end(), [&](const SharedGpu& gpu) { return gpu.has_place_for(job); });
}

void Board::start(std::size_t job, std::size_t gpu) {
  const auto found = std::find(waiting_.begin(), waiting_.end(), job);
  if (found == waiting_.end() || !fits(job, gpu)) {
    throw std::logic_error("a policy starts a job that does not wait, or where it does not fit");
  }
  waiting_.erase(found);
  placement_[job] = {.gpu = gpu, .start = now_, .beside = on(gpu).size()};
  gpus_[gpu].start(job, now_);
}

PairPrediction Board::predict(std::size_t job, std::size_t gpu) const {
  PairPrediction worst{.slowdown = 1, .interferes = false};
  const PairPredictor& predict = problem_->gpu_kinds[problem_->gpus[gpu]].predict;
  for (const std::size_t other : on(gpu)) {
    const PairPrediction pair = predict(problem_->kinds[job], problem_->kinds[other]);
    worst.slowdown = std::max(worst.slowdown, pair.slowdown);
    worst.interferes = worst.interferes || pair.interferes;
  }
  return worst;
}

Placement place(const PlacingProblem& problem, const Round& round) {
  Board board(problem);
  std::vector<std::size_t> by_release(problem.size());
  std::iota(by_release.begin(), by_release.end(), 0U);
  std::stable_sort(by_release.begin(), by_release.end(),
                   [&](std::size_t a, std::size_t b) { return problem.release(a) < problem.release(b); });
  auto next = by_release.begin();
  while (true) {
    for (std::size_t gpu = 0; gpu < board.gpus(); ++gpu) {
      for (const std::size_t job : board.gpus_[gpu].take_ended(board.now_)) {
        board.placement_[job].end = board.now_;
      }
    }
    for (; next != by_release.end() && problem.release(*next) <= board.now_; ++next) {
      board.waiting_.insert(std::upper_bound(board.waiting_.begin(), board.waiting_.end(), *next), *next);
    }
    round(board);
    std::optional<Millis> then = next == by_release.end() ? std::nullopt : std::optional(problem.release(*next));
    for (const SharedGpu& gpu : board.gpus_) {
      if (const auto end = gpu.next_end()) {
        then = then ? std::min(*then, *end) : *end;
      }
    }
    if (!then) {
      break;
    }
    board.now_ = *then;
  }
  if (!board.waiting_.empty()) {
    throw std::logic_error("a policy leaves jobs waiting for nothing");
  }
  return std::move(board.placement_);
}

Millis makespan(const Placement& placement) {
  Millis last{0};
  for (const PlacedJob& job : placement) {
    last = std::max(last, job.end);
  }
  return last;
}

}  // namespace warpshop::place
