#pragma once

#include <cstddef>

#include "sim/evaluate/closed_form/closed_form.hpp"
#include "sim/model/units.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// A task put before a position of a sequence, and what the sequence then costs.
struct Insertion {
  std::size_t position = 0;
  Millis cost{0};
};

/// Whether ExactInsertions and QuickInsertions are possible: the closed form, all stages, the makespan, and rates that
/// InsertionBound can bound.
bool exact_insertions_apply(const evaluate::Traits& traits, Objective objective);

/// NEH (Nawaz, Enscore, Ham): tasks in decreasing total time, equal totals in input order; each goes where the tasks so
/// far cost least, of tied positions the later one, among those that precedence allows. The instance says what is
/// modelled. O(n³).
Planned insertion(const Instance& instance, Objective objective = Objective::makespan);

/// The same with QuickInsertions, where exact_insertions_apply(). O(n²).
Planned quick_insertion(const Instance& instance, const evaluate::Traits& traits);

}  // namespace warpshop::order
