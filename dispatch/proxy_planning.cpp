#include <exception>
#include <stdexcept>
#include <utility>

#include "dispatch/proxy_core.hpp"
#include "sim/model/device_error.hpp"

namespace warpshop::dispatch {

void ProxyCore::plan() {
  enter();
  for (;;) {
    std::vector<EntryPointer> lot = next_lot();
    if (lot.empty()) {
      break;
    }
    const auto start = Clock::now();
    const std::vector<EntryPointer> ordered = in_order(predicted(std::move(lot)));
    {
      const Lock lock(mutex_);
      tally_.add_planning(Clock::now() - start);
    }
    for (const EntryPointer& entry : ordered) {
      if (prepare(entry)) {
        submitter_.submit(entry);
      }
    }
  }
  submitter_.close();
}

/// Waits for it; empty: nothing will come any more.
std::vector<EntryPointer> ProxyCore::next_lot() {
  Lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] {
      return (changed_ && on_their_way_ <= options_.ahead) || (closing_ && buffers_.waiting() == 0);
    });
    if (buffers_.waiting() == 0 && closing_) {
      return {};
    }
    const auto start = Clock::now();
    const Bytes room{memory_.budget().count - claimed_.count};
    auto [lot, failed] = buffers_.choose(options_.lot, room, ledger_);
    changed_ = false;
    if (!failed.empty()) {
      abandon(failed, Outcome::Kind::failed, "");
    }
    if (lot.empty()) {
      continue;
    }
    for (const EntryPointer& entry : lot) {
      ledger_.start(entry);
      claimed_.count += entry->memory.count;
    }
    on_their_way_ += lot.size();
    changed_ = true;  // there may be more
    room_.notify_all();
    tally_.add_lot(lot.size());
    tally_.add_planning(Clock::now() - start);
    return std::move(lot);
  }
}

/// Those of a lot that are known to the present profile, with their jobs by it.
std::vector<EntryPointer> ProxyCore::predicted(std::vector<EntryPointer> lot) {
  const std::shared_ptr<const Device> present = profile();
  std::erase_if(lot, [&](const EntryPointer& entry) {
    if (entry->profile == present) {
      return false;
    }
    try {
      entry->job = job_of(entry->task, *present);
      entry->profile = present;
      return false;
    } catch (const std::exception& error) {
      drop(entry, error.what());
      return true;
    }
  });
  return lot;
}

/// The lot in the planner's order; empty if the planner failed.
std::vector<EntryPointer> ProxyCore::in_order(const std::vector<EntryPointer>& lot) {
  if (lot.empty()) {
    return {};
  }
  std::string problem;
  try {
    const Order order = plan_(instance_of(lot, *lot.front()->profile)).order;
    std::vector<EntryPointer> left = lot;
    std::vector<EntryPointer> ordered;
    for (const std::uint32_t position : order) {
      if (position >= left.size() || !left[position]) {
        break;
      }
      ordered.push_back(std::move(left[position]));
    }
    if (ordered.size() == lot.size() && order.size() == lot.size()) {
      return ordered;
    }
    problem = "the planner's order is no permutation of the lot";
  } catch (const std::exception& error) {
    problem = error.what();
  } catch (...) {
    problem = "an exception that is no std::exception";
  }
  for (const EntryPointer& entry : lot) {
    drop(entry, "planning: " + problem);
  }
  return {};
}

/// Gives the task what it needs to run; false: it ends here.
bool ProxyCore::prepare(const EntryPointer& entry) {
  try {
    const Lock lock(mutex_);
    for (const TaskId predecessor : entry->task.after) {
      const ProxyLedger::State state = ledger_.state(predecessor);
      if (state == ProxyLedger::State::failed) {
        throw std::runtime_error(not_done(predecessor));
      }
      if (state == ProxyLedger::State::on_its_way) {
        entry->after.push_back(ledger_.entry(predecessor));
      }
    }
  } catch (const std::runtime_error& error) {
    drop(entry, error.what());
    return false;
  }
  try {
    entry->input = memory_.take(entry->input_size);
    entry->output = memory_.take(entry->output_size);
    for (const Stage stage : kStages) {
      if (entry->has(stage)) {
        entry->events[index(stage)] = events_.take();
      }
    }
    return true;
  } catch (const DeviceError& error) {
    if (!submitter_.alive()) {
      lose(error.what());
    }
    drop(entry, error.what());
    return false;
  }
}

/// Ends a task of a lot that has not been submitted.
void ProxyCore::drop(const EntryPointer& entry, const std::string& error) {
  entry->input.reset();
  entry->output.reset();
  entry->after.clear();
  const Lock lock(mutex_);
  --on_their_way_;
  claimed_.count -= entry->memory.count;
  abandon({entry}, Outcome::Kind::failed, error);
}

}  // namespace warpshop::dispatch
