#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/evaluate/cost.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/order/branch_and_bound/unscheduled.hpp"

namespace warpshop::order {

/// What all relaxed nodes of a search share.
struct RelaxedShop {
  RelaxedShop(const Instance& instance, Objective objective, const std::uint32_t* order);

  const Instance& instance;
  Objective objective;
  const std::uint32_t* order;
  bool rounds;                                          ///< memory is short
  bool host;                                            ///< one thread of each program issues task by task
  std::vector<std::array<double, 3>> times;             ///< by task: evaluate::least_times()
  std::vector<std::vector<Precedence>> predecessors;    ///< by task
  std::array<std::vector<std::uint32_t>, 3> sequences;  ///< by stage: for that engine alone the best one
  std::vector<double> ends;                             ///< by task of the prefix
};

/// For any instance and objective: the max-plus recurrence of the permutation flow shop, each copy at the fastest rate
/// that it can ever see, with release times, predecessors, set-ups, rounds and, depth first, the one host thread of
/// each program, which waits, and its legacy default stream. Actual times are no shorter and completions grow with
/// them, so its ends are no later than the actual ones.
class RelaxedNode {
 public:
  static constexpr bool kBothEnds = false;

  /// The shop outlives its nodes.
  explicit RelaxedNode(RelaxedShop& shop);

  void append();
  /// The tasks that are left on one engine alone, as in evaluate/bounds/lower_bound.hpp, behind the prefix.
  double bound(const Unscheduled& unscheduled) const;

 private:
  /// What a program has been at so far.
  struct Program {
    double host = 0;    ///< its thread has issued all
    double legacy = 0;  ///< the last command of the legacy default stream has ended
    double end = 0;     ///< all commands have
  };

  double release_of(std::uint32_t task);
  /// When a command that is issued next may begin by what its program has been at.
  static double begin_of(const Job& job, const Program& program);
  double kernel_time(std::uint32_t task);
  double makespan_bound(const Unscheduled& unscheduled) const;
  double engine_bound(const Unscheduled& unscheduled, std::size_t stage) const;
  double alone_bound(const Unscheduled& unscheduled) const;
  /// When a stage of a task that is left may begin at the earliest.
  double ready(std::uint32_t task, std::size_t stage) const;
  double alone_end(std::uint32_t task) const;

  RelaxedShop* shop_;
  evaluate::Costs costs_;  ///< of the prefix
  std::uint32_t size_ = 0;
  std::array<double, 3> ends_{};
  double end_ = 0;  ///< of all so far
  double round_start_ = 0;
  evaluate::RoundCutter rounds_;
  std::uint32_t family_ = 0;       ///< of the last kernel that had one
  std::vector<Program> programs_;  ///< of one thread for each
};

}  // namespace warpshop::order
