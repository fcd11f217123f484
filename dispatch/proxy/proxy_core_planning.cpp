#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dispatch/proxy/proxy_core.hpp"

namespace warpshop::dispatch {

void ProxyCore::plan() {
  enter();
  for (;;) {
    EntryList lot = next_lot();
    if (lot.empty()) {
      break;
    }
    const auto start = Clock::now();
    EntryList ordered = in_order(predicted(std::move(lot)));
    {
      const Lock lock(mutex_);
      counts_.add_planning(Clock::now() - start);
    }
    while (!ordered.empty()) {
      EntryList task = take_first(ordered);
      std::string error;
      try {
        prepare(*task.front());
      } catch (...) {
        note_exception(error);
      }
      if (error.empty()) {
        submitter_.submit(std::move(task));
      } else {
        if (!submitter_.alive()) {
          lose(error);
        }
        drop(std::move(task), error);
      }
    }
  }
  submitter_.close();
}

/// Waits for it; empty: nothing will come any more.
EntryList ProxyCore::next_lot() {
  Lock lock(mutex_);
  for (;;) {
    work_.wait(lock,
               [this] { return (changed_ && on_their_way_ <= options_.ahead) || (closing_ && queue_.waiting() == 0); });
    if (queue_.waiting() == 0 && closing_) {
      return {};
    }
    const auto start = Clock::now();
    auto [lot, failed] = choose();
    changed_ = false;
    if (!failed.empty()) {
      abandon(std::move(failed), Outcome::Kind::failed, kNoMemory);
    }
    if (lot.empty()) {
      continue;
    }
    for (const EntryPointer& entry : lot) {
      states_.start(entry);
      claimed_.count += entry->memory.count;
    }
    on_their_way_ += lot.size();
    changed_ = true;  // there may be more
    space_.notify_all();
    counts_.add_lot(lot.size());
    counts_.add_planning(Clock::now() - start);
    return std::move(lot);
  }
}

/// The next lot; one task that fails, where there is no memory to choose by.
FairQueue::Choice ProxyCore::choose() {
  const Bytes memory{memory_.budget().count - claimed_.count};
  try {
    return queue_.choose(options_.lot, memory, states_);
  } catch (const std::bad_alloc&) {
    return {.lot = {}, .failed = queue_.waiting() == 0 ? EntryList{} : queue_.withdraw_one()};
  }
}

/// Those of a lot that are known to the present profile, with their jobs by it.
EntryList ProxyCore::predicted(EntryList lot) {
  const std::shared_ptr<const Device> present = profile();
  EntryList known;
  while (!lot.empty()) {
    EntryList task = take_first(lot);
    ProxyEntry& entry = *task.front();
    std::string error;
    if (entry.profile != present) {
      try {
        entry.job = job_of(entry.task, *present);
        entry.profile = present;
      } catch (...) {
        note_exception(error);
      }
    }
    if (error.empty()) {
      known.splice(known.end(), task);
    } else {
      drop(std::move(task), error);
    }
  }
  return known;
}

/// The lot in the planner's order; empty if the planner failed.
EntryList ProxyCore::in_order(EntryList lot) {
  if (lot.empty()) {
    return {};
  }
  std::string problem;
  try {
    const Order order = plan_(instance_of(lot, *lot.front()->profile)).order;
    std::vector<EntryList::iterator> nodes;
    for (auto node = lot.begin(); node != lot.end(); ++node) {
      nodes.push_back(node);
    }
    std::vector<bool> left(nodes.size(), true);
    std::size_t placed = 0;
    for (const std::uint32_t position : order) {
      if (position >= left.size() || !left[position]) {
        break;
      }
      left[position] = false;
      ++placed;
    }
    if (placed == nodes.size() && order.size() == nodes.size()) {
      EntryList ordered;
      for (const std::uint32_t position : order) {
        ordered.splice(ordered.end(), lot, nodes[position]);
      }
      return ordered;
    }
    problem = "planning: the planner's order is no permutation of the lot";
  } catch (...) {
    note_exception(problem);
    try {
      problem.insert(0, "planning: ");
    } catch (const std::bad_alloc&) {
      problem = kNoMemory;
    }
  }
  while (!lot.empty()) {
    drop(take_first(lot), problem);
  }
  return {};
}

/// Gives the task what it needs to run. Throws where it cannot.
void ProxyCore::prepare(ProxyEntry& entry) {
  {
    const Lock lock(mutex_);
    for (const TaskId predecessor : entry.task.after) {
      const TaskStates::State state = states_.state(predecessor);
      if (state == TaskStates::State::failed) {
        throw std::runtime_error(not_done(predecessor));
      }
      if (state == TaskStates::State::on_its_way) {
        const EntryPointer& other = states_.entry(predecessor);
        entry.comes_after[index(entry.first())].push_back({other, other->last()});
      }
    }
  }
  entry.input = memory_.take(entry.input_size);
  entry.output = memory_.take(entry.output_size);
  for (const Stage stage : kStages) {
    if (entry.has(stage)) {
      entry.events[index(stage)] = events_.take();
    }
  }
}

/// Ends a task of a lot that has not been submitted.
void ProxyCore::drop(EntryList task, std::string_view error) {
  ProxyEntry& entry = *task.front();
  entry.input.reset();
  entry.output.reset();
  entry.comes_after = {};
  const Lock lock(mutex_);
  --on_their_way_;
  claimed_.count -= entry.memory.count;
  abandon(std::move(task), Outcome::Kind::failed, error);
}

}  // namespace warpshop::dispatch
