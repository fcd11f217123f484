#include "sim/evaluate/clients/client_simulation.hpp"

#include <algorithm>
#include <cmath>
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
#include "sim/model/planned_requests.hpp"
#include "sim/model/request_streams.hpp"

namespace warpshop::evaluate {
namespace {

/// What runs, and what has ended since somebody looked.
class Progress {
 public:
  Progress(RequestStreams& requests, const Instance& instance) : instance_(instance), requests_(requests) {}

  // What DeviceSimulation tells; slots are tasks.
  void start(Stage stage, std::uint32_t task, double time) {
    if (running_[index(stage)]++ == 0) {
      since_[index(stage)] = time;
    }
    if (window) {
      window->start(stage, task, time);
    }
    RequestStream& stream = requests_.of(task);
    if (task == stream.first_task) {
      stream.begun = std::min(stream.begun, Millis{time});
    }
  }
  void end(Stage stage, std::uint32_t task, double time) {
    ++commands;
    if (--running_[index(stage)] == 0) {
      busy[index(stage)] += std::max(0.0, std::min(time, until) - std::max(since_[index(stage)], from));
    }
    const RequestStream& stream = requests_.of(task);
    if (window) {
      window->end(stage, task, time, {.client = stream.client, .number = stream.request, .arrived = stream.arrived});
    }
    if (task == stream.last_task && stage == instance_.jobs[task].last()) {
      ended.push_back(task);
    }
  }

  std::vector<std::uint32_t> ended = {};  ///< last tasks of requests
  double from = 0, until = 0;             ///< what is busy counts between these
  std::array<double, 3> busy{};
  std::uint64_t commands = 0;
  std::optional<WindowRecorder> window = {};

 private:
  const Instance& instance_;
  RequestStreams& requests_;
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
  /// So much of what is usual, of every subtask: as long a kernel, whoever it shares with and however few these are.
  void set_demand(std::uint32_t task, double demand) {
    now_.jobs[task].kernel = usual_.jobs[task].kernel * demand;
    if (!usual_.work.empty()) {
      now_.work[task].length = usual_.work[task].length * demand;
    }
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
        order_(input_order(instance.size())),
        feed_(instance.clients, horizon_of(instance, run), run.seed),
        requests_(instance, feed_, horizon_of(instance, run),
                  run.warm_up.value_or(warm_up(instance.clients, horizon_of(instance, run)))),
        progress_(requests_, instance),
        device_(make_device(plan)),
        interfering_(device_, varying_.instance()) {
    progress_.from = requests_.outcome.warm_up.count();
    progress_.until = requests_.outcome.horizon.count();
    if (run.window) {
      progress_.window.emplace(*run.window);
      if constexpr (kShares) {
        device_.compute().record_between(run.window->from.count(), run.window->until.count());
      }
    }
  }

  ClientsOutcome run() {
    device_.begin();
    go_on(0);
    while (!requests_.over()) {  // some controllers wake for ever
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

  static Millis horizon_of(const Instance& instance, const ClientRun& run) {
    return run.horizon > Millis{0} ? run.horizon : instance.clients.horizon;
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

  /// Requests are answered and begun, and what is to run now is decided.
  void go_on(double now) {
    do {
      for (const std::uint32_t task : std::exchange(progress_.ended, {})) {
        requests_.answer(task, Millis{now});
      }
      requests_.begin(Millis{now}, [this](const RequestStream& stream) { begin(stream); });
      device_.expect(requests_.next().count());
      decide(now);
    } while (!progress_.ended.empty());
  }

  void begin(const RequestStream& stream) {
    const Client& client = clients_[stream.client];
    if (!client.demand.empty()) {
      const double demand = feed_.demand(stream.client, stream.request);
      for (std::uint32_t task = stream.first_task; task <= stream.last_task; ++task) {
        varying_.set_demand(task, demand);
      }
    }
    device_.restart(stream.first_task, client.stages());
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
    ClientsOutcome outcome = std::move(requests_.outcome);
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
        outcome.clients[requests_.of(task).client].kept_waiting += times;
      }
      for (const auto& [task, preempted] : device_.compute().preempted()) {
        ClientOutcome& its = outcome.clients[requests_.of(task).client];
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
  Order order_;
  PlannedRequests feed_;
  RequestStreams requests_;
  Progress progress_;
  Device device_;
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
