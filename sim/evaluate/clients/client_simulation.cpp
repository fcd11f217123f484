#include "sim/evaluate/clients/client_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sim/evaluate/clients/window_recorder.hpp"
#include "sim/evaluate/events/device_simulation.hpp"
#include "sim/evaluate/events/exclusive.hpp"
#include "sim/evaluate/events/shared/interfering.hpp"
#include "sim/evaluate/events/shared/staggered.hpp"
#include "sim/evaluate/events/shared/waves.hpp"
#include "sim/model/admission.hpp"
#include "sim/model/request_source.hpp"

namespace warpshop::evaluate {
namespace {

/// A stream of a client, and the request that it serves.
struct Stream {
  std::uint32_t client = 0;
  std::uint32_t first_task = 0;
  std::uint32_t last_task = 0;
  bool serves = false;
  std::uint64_t request = 0;  ///< of its client, see RequestSource
  double arrived = 0;
  double taken = 0;
  double begun = kNever;
};

/// What runs, and what has ended since somebody looked.
class Progress {
 public:
  explicit Progress(std::vector<Stream>& streams, std::vector<std::uint32_t> stream_of, const Instance& instance)
      : instance_(instance), streams_(streams), stream_of_(std::move(stream_of)) {}

  // What DeviceSimulation tells; slots are tasks.
  void start(Stage stage, std::uint32_t task, double time) {
    if (running_[index(stage)]++ == 0) {
      since_[index(stage)] = time;
    }
    if (window) {
      window->start(stage, task, time);
    }
    Stream& stream = streams_[stream_of_[task]];
    if (task == stream.first_task) {
      stream.begun = std::min(stream.begun, time);
    }
  }
  void end(Stage stage, std::uint32_t task, double time) {
    ++commands;
    if (--running_[index(stage)] == 0) {
      busy[index(stage)] += std::max(0.0, std::min(time, until) - std::max(since_[index(stage)], from));
    }
    const std::uint32_t stream = stream_of_[task];
    if (window) {
      const Stream& of = streams_[stream];
      window->end(stage, task, time, {.client = of.client, .number = of.request, .arrived = Millis{of.arrived}});
    }
    if (task == streams_[stream].last_task && stage == instance_.jobs[task].last()) {
      ended.push_back(stream);
    }
  }

  const Stream& stream(std::uint32_t task) const { return streams_[stream_of_[task]]; }

  std::vector<std::uint32_t> ended = {};  ///< streams
  double from = 0, until = 0;             ///< what is busy counts between these
  std::array<double, 3> busy{};
  std::uint64_t commands = 0;
  std::optional<WindowRecorder> window = {};

 private:
  const Instance& instance_;
  std::vector<Stream>& streams_;
  std::vector<std::uint32_t> stream_of_;
  std::array<std::uint32_t, 3> running_{};
  std::array<double, 3> since_{};
};

/// The instance, whose kernels change from request to request.
class VaryingInstance {
 public:
  VaryingInstance(const Instance& instance, std::uint64_t seed) : usual_(instance), now_(instance) {
    now_.issue = {};
    now_.jitter_seed = seed;
  }

  const Instance& instance() const { return now_; }
  /// So much of what is usual.
  void set_demand(std::uint32_t task, double demand) {
    const Job& usual = usual_.jobs[task];
    now_.jobs[task].kernel = usual.kernel * demand;
    if (usual_.work.empty() || usual_.work[task].subtasks == 0) {
      return;
    }
    const auto subtasks = static_cast<double>(usual_.work[task].subtasks);
    const double whole = std::max(1.0, std::round(subtasks * demand));
    now_.work[task].subtasks = static_cast<std::int64_t>(whole);
    now_.work[task].length = usual_.work[task].length * (subtasks * demand / whole);
  }

 private:
  const Instance& usual_;
  Instance now_;
};

/// Where one kernel runs at a time.
struct NotInterfering {
  NotInterfering(const auto& /*device*/, const Instance& /*instance*/) {}
};

template <class Compute>
class Simulation {
 public:
  Simulation(const Instance& instance, const Plan& plan, const ClientRun& run)
      : varying_(instance, run.seed),
        clients_(instance.clients.all),
        horizon_(run.horizon > Millis{0} ? run.horizon.count() : instance.clients.horizon.count()),
        warm_up_(run.warm_up.value_or(warpshop::warm_up(instance.clients, Millis{horizon_})).count()),
        order_(input_order(instance.size())),
        progress_(streams_, make_streams(instance.size()), instance),
        device_(make_device(plan)),
        outcome_{.clients = std::vector<ClientOutcome>(clients_.size()),
                 .warm_up = Millis{warm_up_},
                 .horizon = Millis{horizon_}},
        interfering_(device_, varying_.instance()) {
    progress_.from = warm_up_;
    progress_.until = horizon_;
    if (run.window) {
      progress_.window.emplace(*run.window);
      if constexpr (kShares) {
        device_.compute().record_between(run.window->from.count(), run.window->until.count());
      }
    }
    sources_.reserve(clients_.size());
    for (const Client& client : clients_) {
      sources_.emplace_back(client, horizon_, run.seed);
      admissions_.emplace_back(instance, client);
      goals_.push_back(goal_latency(client));
    }
  }

  ClientsOutcome run() {
    device_.begin();
    go_on(0);
    while (!is_over()) {  // some controllers wake for ever
      const double now = device_.next_event();
      if (now == kNever) {
        throw std::logic_error("the controller of a policy leaves kernels of clients waiting for ever");
      }
      device_.pass_time(now);
      go_on(now);
    }
    return outcome();
  }

 private:
  static constexpr bool kShares = !std::is_same_v<Compute, Exclusive>;
  using Device = DeviceSimulation<Progress, kShares ? Speeds::shared : Speeds::own, Compute>;

  /// By task: its stream.
  std::vector<std::uint32_t> make_streams(std::size_t tasks) {
    std::vector<std::uint32_t> stream_of(tasks);
    for (std::uint32_t number = 0; number < clients_.size(); ++number) {
      const Client& client = clients_[number];
      auto& free = free_.emplace_back();
      for (std::uint32_t stream = client.streams; stream-- > 0;) {
        free.push_back(static_cast<std::uint32_t>(streams_.size()) + stream);
      }
      for (std::uint32_t stream = 0; stream < client.streams; ++stream) {
        const std::uint32_t first = client.tasks.first + stream * client.stages();
        std::fill_n(stream_of.begin() + first, client.stages(), static_cast<std::uint32_t>(streams_.size()));
        streams_.push_back({.client = number, .first_task = first, .last_task = first + client.stages() - 1});
      }
    }
    return stream_of;
  }

  Device make_device(const Plan& plan) {
    Waits waits;
    waits.on_demand = true;
    if constexpr (kShares) {
      return Device(varying_.instance(), order_, Submission::streams, waits, progress_, *plan.share, false);
    } else {
      return Device(varying_.instance(), order_, Submission::streams, waits, progress_);
    }
  }

  bool is_over() const {
    return device_.done() &&
           std::all_of(sources_.begin(), sources_.end(), [](const auto& source) { return source.next() == kNever; });
  }

  /// Requests are answered and begun, and what is to run now is decided.
  void go_on(double now) {
    do {
      for (const std::uint32_t stream : std::exchange(progress_.ended, {})) {
        answer(streams_[stream], now);
        free_[streams_[stream].client].push_back(stream);
      }
      double next = kNever;
      for (std::uint32_t client = 0; client < clients_.size(); ++client) {
        begin_requests(client, now);
        next = free_[client].empty() ? next : std::min(next, sources_[client].next());
      }
      device_.expect(next);
      decide(now);
    } while (!progress_.ended.empty());
  }

  void begin_requests(std::uint32_t client, double now) {
    RequestSource& source = sources_[client];
    std::vector<std::uint32_t>& free = free_[client];
    while (!free.empty() && source.next() <= now && now <= horizon_ * (1 + kGrace)) {
      if (!admissions_[client].admits(Millis{source.next()}, Millis{now})) {
        refuse(client, now);
        continue;
      }
      Stream& stream = streams_[free.back()];
      free.pop_back();
      stream.arrived = source.next();
      stream.taken = now;
      stream.begun = kNever;
      const std::uint64_t request = source.take();
      stream.request = request;
      if (!clients_[client].demand.empty()) {
        const double demand = source.demand(request);
        for (std::uint32_t task = stream.first_task; task <= stream.last_task; ++task) {
          varying_.set_demand(task, demand);
        }
      }
      outcome_.arrive(client, Millis{stream.arrived});
      device_.restart(stream.first_task, clients_[client].stages());
    }
    if (now > horizon_ * (1 + kGrace)) {
      source.take_rest([&](double arrived) { outcome_.leave_unfinished(client, Millis{arrived}); });
    }
  }

  void refuse(std::uint32_t client, double now) {
    outcome_.refuse(client, Millis{sources_[client].next()});
    sources_[client].take();
    sources_[client].answered(now);
    admissions_[client].refused();
  }

  void answer(const Stream& stream, double now) {
    sources_[stream.client].answered(now);
    admissions_[stream.client].answered(Millis{now - stream.taken});
    outcome_.answer(stream.client, Millis{stream.arrived}, Millis{stream.begun}, Millis{now}, goals_[stream.client]);
  }

  void decide(double now) {
    if constexpr (kShares) {
      do {
        interfering_.tell(now);
      } while (device_.settle());
    } else {
      device_.settle();
    }
  }

  ClientsOutcome outcome() {
    ClientsOutcome outcome = std::move(outcome_);
    outcome.end = device_.end();
    outcome.commands = progress_.commands;
    const std::vector<KernelPace>& paces = varying_.instance().paces;
    outcome.jitters = kShares && std::any_of(paces.begin(), paces.end(),
                                             [](const KernelPace& pace) { return pace.jitter.has_value(); });
    for (std::size_t stage = 0; stage < outcome.busy.size(); ++stage) {
      outcome.busy[stage] = Millis{progress_.busy[stage]};
    }
    if constexpr (kShares) {
      for (const auto& [task, times] : device_.compute().kept_waiting()) {
        outcome.clients[progress_.stream(task).client].kept_waiting += times;
      }
      for (const auto& [task, preempted] : device_.compute().preempted()) {
        ClientOutcome& its = outcome.clients[progress_.stream(task).client];
        its.preempted += preempted.times;
        its.preemption_cost +=
            preempted.sm_time / (static_cast<double>(varying_.instance().chip->sm.count) * outcome.end);
      }
    }
    if (progress_.window) {
      std::vector<Residency> held;
      if constexpr (kShares) {
        held = device_.compute().take_residencies();
      }
      outcome.window = progress_.window->window(varying_.instance(), held);
    }
    return outcome;
  }

  VaryingInstance varying_;
  const std::vector<Client>& clients_;
  double horizon_, warm_up_;
  Order order_;
  std::vector<Stream> streams_;
  std::vector<std::vector<std::uint32_t>> free_;  ///< by client: streams
  Progress progress_;
  Device device_;
  std::vector<RequestSource> sources_;  ///< by client
  std::vector<Admission> admissions_;   ///< by client
  std::vector<Millis> goals_;           ///< by client: latency
  ClientsOutcome outcome_;
  std::conditional_t<kShares, Interfering<Device>, NotInterfering> interfering_;
};

}  // namespace

ClientsOutcome simulate_clients(const Instance& instance, const Plan& plan, const ClientRun& run) {
  if (!plan.share) {
    return Simulation<Exclusive>(instance, plan, run).run();
  }
  const bool follows_each = run.staggered || plan.share->leaving == Leaving::save;  // as saved CTAs drift apart
  return follows_each ? Simulation<Staggered>(instance, plan, run).run() : Simulation<Waves>(instance, plan, run).run();
}

}  // namespace warpshop::evaluate
