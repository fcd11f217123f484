#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/split.hpp"  // connected_tasks(): the groups

namespace warpshop::order {

/// Groups of connected tasks, by position in a list of them.
using Groups = std::vector<std::size_t>;

/// The tasks of the chosen groups, in input order.
Order tasks_of(std::span<const Order> groups, std::span<const std::size_t> chosen);

/// By task of all: the list of tasks that it is in, of lists that hold every task once.
std::vector<std::size_t> list_of_each(std::span<const Order> lists);

/// Group `given` of some goes to others, and group `returned` of those back, if it is one.
void exchange_groups(Groups& some, std::size_t given, Groups& others, std::size_t returned);

}  // namespace warpshop::order
