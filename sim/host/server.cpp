#include "sim/host/server.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace warpshop::host {
namespace {

/// What a rule does not see of a query that runs.
struct Hidden {
  std::size_t phase = 0;
  Millis left{0};  ///< instructions of the phase
  double ipc = 0;
};

constexpr Millis kNever{std::numeric_limits<double>::infinity()};

/// Of its phase, at the speed that it has.
Millis end_of(const Hidden& hidden, Millis now) {
  return hidden.ipc > 0 ? now + hidden.left / hidden.ipc : kNever;
}

class Server {
 public:
  Server(const Processor& processor, const QueryApplication& application, std::span<const Query> queries,
         std::span<const BestEffortApplication> best_effort)
      : processor_(processor), application_(application), queries_(queries) {
    run_.latencies.resize(queries.size());
    run_.best_effort_work.resize(best_effort.size());
    for (const BestEffortApplication& each : best_effort) {
      state_.best_effort.push_back({.use = each.use});
    }
  }

  ServerRun run(ServerRule& rule) {
    while (arrived_ < queries_.size() || !state_.active.empty() || !state_.waiting.empty()) {
      rule.decide(state_);
      set_speeds();
      Millis next = std::min(next_phase_end(), rule.wake_at());
      if (arrived_ < queries_.size()) {
        next = std::min(next, queries_[arrived_].arrived);
      }
      if (next == kNever) {
        throw std::logic_error("a rule lets all queries stand still");
      }
      advance(next);
    }
    run_.end = state_.now;
    return std::move(run_);
  }

 private:
  Millis phase_work(std::size_t query) const { return work_of(application_, queries_[query].size) / kPhases; }

  void set_speeds() {
    for (std::size_t place = hidden_.size(); place < state_.active.size(); ++place) {
      hidden_.push_back({.left = phase_work(state_.active[place].query)});
    }
    running_.assign(state_.best_effort.begin(), state_.best_effort.end());
    for (const ServerState::Active& active : state_.active) {
      running_.push_back({application_.use, active.cores, active.ways});
    }
    speeds_ = speeds(processor_, running_);
    for (std::size_t place = 0; place < hidden_.size(); ++place) {
      const double phase = queries_[state_.active[place].query].phases[hidden_[place].phase];
      hidden_[place].ipc = application_.ipc * phase * speeds_[state_.best_effort.size() + place];
    }
  }

  Millis next_phase_end() const {
    Millis next = kNever;
    for (const Hidden& hidden : hidden_) {
      next = std::min(next, end_of(hidden, state_.now));
    }
    return next;
  }

  void advance(Millis next) {
    const Millis before = state_.now;
    const Millis passed = next - before;
    state_.now = next;
    for (std::size_t place = 0; place < run_.best_effort_work.size(); ++place) {
      run_.best_effort_work[place] += speeds_[place] * passed;
    }
    for (std::size_t place = 0; place < hidden_.size(); ++place) {
      Hidden& hidden = hidden_[place];
      const bool ends = end_of(hidden, before) <= next;  // as next_phase_end() has it, whatever is rounded
      const Millis done = ends ? hidden.left : std::min(hidden.ipc * passed, hidden.left);
      state_.active[place].work_done += done;
      hidden.left = ends ? Millis{0} : hidden.left - done;
    }
    end_phases();
    while (arrived_ < queries_.size() && queries_[arrived_].arrived <= next) {
      state_.waiting.push_back(arrived_++);
    }
  }

  void end_phases() {
    for (std::size_t place = 0; place < hidden_.size();) {
      Hidden& hidden = hidden_[place];
      const std::size_t query = state_.active[place].query;
      if (hidden.left > Millis{0}) {
        ++place;
      } else if (++hidden.phase < kPhases) {
        hidden.left = phase_work(query);
        ++place;
      } else {
        run_.latencies[query] = state_.now - queries_[query].arrived;
        hidden_.erase(hidden_.begin() + static_cast<std::ptrdiff_t>(place));
        state_.active.erase(state_.active.begin() + static_cast<std::ptrdiff_t>(place));
      }
    }
  }

  const Processor& processor_;
  const QueryApplication& application_;
  std::span<const Query> queries_;
  std::size_t arrived_ = 0;
  ServerState state_;
  std::vector<Hidden> hidden_;    ///< of each active query
  std::vector<Running> running_;  ///< best-effort work, then active queries
  std::vector<double> speeds_;    ///< of these
  ServerRun run_;
};

}  // namespace

ServerRun run_server(const Processor& processor, const QueryApplication& application, std::span<const Query> queries,
                     std::span<const BestEffortApplication> best_effort, ServerRule& rule) {
  return Server(processor, application, queries, best_effort).run(rule);
}

double best_effort_throughput(const Processor& processor, std::span<const BestEffortApplication> best_effort,
                              const ServerRun& run) {
  double sum = 0;
  for (std::size_t place = 0; place < best_effort.size(); ++place) {
    const Running all{best_effort[place].use, static_cast<double>(processor.all.cores),
                      static_cast<double>(processor.all.ways)};
    sum += run.best_effort_work[place] / (speeds(processor, {&all, 1}).front() * run.end);
  }
  return sum;
}

}  // namespace warpshop::host
