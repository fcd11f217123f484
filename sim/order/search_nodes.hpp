#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/evaluate/closed_form.hpp"
#include "sim/evaluate/prefix.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::order {

/// Nodes of the search for the best order: what is known of a prefix, and a bound on what any completion costs. Values,
/// in milliseconds; append() takes the task that `order`, shared by all nodes of a search, holds at position size().

/// For any instance: the max-plus recurrence of the permutation flow shop, each copy at the fastest rate that it can
/// ever see. Actual times are no shorter and completions grow with them, so its ends are no later than the actual ones.
class RelaxedNode {
 public:
  RelaxedNode(const Instance& instance, const std::uint32_t* order) : instance_(&instance), order_(order) {}

  void append();
  /// No completion of this prefix by the tasks of `remaining` ends earlier.
  double bound(std::span<const std::uint32_t> remaining) const;

 private:
  const Instance* instance_;
  const std::uint32_t* order_;
  std::uint32_t size_ = 0;
  std::array<double, 3> ends_{};
};

/// For instances of the closed form without missing stages, with rates of at most 1: the engines' actual ends, which
/// nothing appended later can make earlier, and the duplex bound on what is left from there on
/// (evaluate/lower_bound.hpp).
template <bool Latencies>
class ExactNode {
 public:
  ExactNode(const Instance& instance, const evaluate::Traits& traits, const std::uint32_t* order,
            evaluate::Place* places)
      : jobs_(instance.jobs.data()),
        rates_(&traits.rates),
        prefix_(instance.jobs.data(), order, places, traits.rates) {}

  void append() { prefix_.append(); }
  double bound(std::span<const std::uint32_t> remaining) const;

 private:
  const Job* jobs_;
  const evaluate::DuplexRates* rates_;
  evaluate::Prefix<Latencies> prefix_;
};

/// For two DMA engines and no missing stages, any memories and release times: the engines' actual ends by the event
/// simulation of the prefix. Nothing appended later starts before the prefix's last H2D ends, so until then nothing
/// changes any more; from there on what is left is bounded as a whole.
class SimulatedNode {
 public:
  SimulatedNode(const Instance& instance, const std::uint32_t* order) : instance_(&instance), order_(order) {}

  void append() { ++size_; }
  double bound(std::span<const std::uint32_t> remaining) const;

 private:
  const Instance* instance_;
  const std::uint32_t* order_;
  std::uint32_t size_ = 0;
};

}  // namespace warpshop::order
