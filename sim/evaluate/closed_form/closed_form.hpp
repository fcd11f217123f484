#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "sim/evaluate/closed_form/copy_engines.hpp"
#include "sim/evaluate/closed_form/partial_schedule.hpp"
#include "sim/evaluate/slot_gates.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::evaluate {

/// What the closed form has to reckon with; known once for an instance.
struct Traits {
  bool closed_form = false;  ///< no exclusive copies, release times, precedence, gaps, set-ups,
                             ///< rounds, kernels beside others or rules of issue, one pair of duplex rates
  bool latencies = false;    ///< some copy has one
  bool missing = false;      ///< some task lacks a stage
  DuplexRates rates;
};
Traits traits_of(const Instance& instance);

/// Whether closed_form_makespan() says what a plan costs: the traits admit it, the objective is the makespan, and the
/// plan has its engines keep the order, all at once. plan: its gates, which are by task, have to be given by slot; of
/// none, that of an order alone.
bool closed_form_applies(const Traits& traits, Objective objective, const Plan& plan = {});

/// Memory that closed_form_makespan() resizes, so that a search does not allocate.
using ClosedFormScratch = std::tuple<std::vector<ScheduledD2h<false>>, std::vector<ScheduledD2h<true>>>;

/// Makespan of `order` with its gates, in ordered submission by the fluid model, in one pass, O(n), without an event
/// queue. Requires traits.closed_form.
///
/// The H2D engine never idles while it has work. Task by task: move the H2D and, beside it, every D2H whose ready time
/// is known by then; any other D2H becomes ready only after this H2D has ended.
Millis closed_form_makespan(const Instance& instance, const Traits& traits, std::span<const std::uint32_t> order,
                            ClosedFormScratch& scratch, SlotGates gates = {});

}  // namespace warpshop::evaluate
