#include "sim/host/emu_rule.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/host/adjusted_grant.hpp"
#include "sim/host/fewest_grant.hpp"

namespace warpshop::host {

EmuRule::EmuRule(const Processor& processor, const QueryApplication& application, std::span<const Query> queries,
                 QueryPredictor predictor, EmuSettings settings)
    : processor_(processor),
      application_(application),
      queries_(queries),
      predictor_(std::move(predictor)),
      settings_(settings),
      controls_(queries.size()) {}

EmuRule::Control EmuRule::started(std::size_t query, Millis now) const {
  const double size = queries_[query].size;
  const Millis bound = settings_.target - (now - queries_[query].arrived);
  const ProcessorPart grant =
      fewest_grant(processor_.all, bound, [&](ProcessorPart some) { return predictor_.duration(size, some); });
  return {.initial = grant,
          .wanted = grant,
          .predicted_ipc = predictor_.ipc(size, grant),
          .predicted = predictor_.duration(size, grant),
          .bound = bound,
          .next = now + settings_.interval};
}

void EmuRule::adjust(Control& control, const ServerState::Active& active, Millis now) const {
  const ProcessorPart next =
      adjusted_grant(processor_.all, {.initial = control.initial,
                                      .held = control.held,
                                      .predicted_ipc = control.predicted_ipc,
                                      .predicted = control.predicted,
                                      .ipc = (active.work_done - control.work_before) / settings_.interval,
                                      .work_done = active.work_done,
                                      .bound = control.bound,
                                      .run = now - active.started});
  if (settings_.adjusts_cores) {
    control.wanted.cores = next.cores;
  }
  if (settings_.adjusts_ways) {
    control.wanted.ways = next.ways;
  }
  control.work_before = active.work_done;
  control.next += settings_.interval;
}

void EmuRule::top_up(Control& control) {
  const ProcessorPart more{std::min(control.wanted.cores - control.held.cores, free_.cores),
                           std::min(control.wanted.ways - control.held.ways, free_.ways)};
  control.held.cores += more.cores;
  control.held.ways += more.ways;
  free_.cores -= more.cores;
  free_.ways -= more.ways;
}

void EmuRule::decide(ServerState& state) {
  free_ = processor_.all;
  for (const ServerState::Active& active : state.active) {
    Control& control = controls_[active.query];
    if (control.next <= state.now) {
      adjust(control, active, state.now);
    }
    control.held = {std::min(control.held.cores, control.wanted.cores),
                    std::min(control.held.ways, control.wanted.ways)};
    free_.cores -= control.held.cores;
    free_.ways -= control.held.ways;
  }
  for (const ServerState::Active& active : state.active) {
    top_up(controls_[active.query]);
  }
  while (!state.waiting.empty() && free_.cores > 0 && free_.ways > 0) {
    controls_[state.waiting.front()] = started(state.waiting.front(), state.now);
    top_up(controls_[state.waiting.front()]);
    state.start_first();
  }
  wake_at_ = Millis{std::numeric_limits<double>::infinity()};
  for (ServerState::Active& active : state.active) {
    const Control& control = controls_[active.query];
    active.cores = busy_cores(application_.parallel_part, control.held.cores);
    active.ways = control.held.ways;
    wake_at_ = std::min(wake_at_, control.next);
  }
  const bool runs = free_.cores > 0 && free_.ways > 0;
  state.best_effort.front().cores = runs ? free_.cores : 0;
  state.best_effort.front().ways = runs ? free_.ways : 0;
}

}  // namespace warpshop::host
