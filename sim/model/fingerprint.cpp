#include "sim/model/fingerprint.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace warpshop {
namespace {

/// Adds one value after the other.
class Digest {
 public:
  void add(std::uint64_t value) { value_ = mixed(value_, value); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); }  // 0 and -0 are the same
  void add(Millis time) { add(time.count()); }
  void add(Bytes size) { add(static_cast<std::uint64_t>(size.count)); }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char character : text) {
      add(std::uint64_t{static_cast<unsigned char>(character)});
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

// What stands before a value: which of several that a field may hold.
enum class Kind : std::uint64_t {
  none,
  duration,
  size,
  call,
  shape,
  sync,
  legacy,
  host,
  submit,
  issue,
  clients,
  goal,
  sms
};

void add(Digest& digest, Kind kind) {
  digest.add(static_cast<std::uint64_t>(kind));
}

template <class Value>
void add_optional(Digest& digest, Kind kind, const std::optional<Value>& value) {
  add(digest, value ? kind : Kind::none);
  if (value) {
    digest.add(*value);
  }
}

void add(Digest& digest, const std::optional<CopySpec>& copy) {
  if (!copy) {
    add(digest, Kind::none);
    return;
  }
  if (const auto* duration = std::get_if<Millis>(&copy->amount)) {
    add(digest, Kind::duration);
    digest.add(*duration);
    digest.add(copy->latency.value_or(Millis{0}));
  } else {
    add(digest, Kind::size);
    digest.add(std::get<Bytes>(copy->amount));
  }
  digest.add(std::uint64_t{index(copy->memory)});
  if (copy->sync) {
    add(digest, Kind::sync);
  }
}

void add(Digest& digest, const std::optional<KernelSpec>& kernel) {
  if (!kernel) {
    add(digest, Kind::none);
  } else if (const auto* duration = std::get_if<Millis>(&kernel->work)) {
    add(digest, Kind::duration);
    digest.add(*duration);
  } else if (const auto* shape = std::get_if<KernelShape>(&kernel->work)) {
    add(digest, Kind::shape);
    digest.add(shape->time);
    for (const std::int64_t count : {shape->ctas, shape->cta.threads, shape->cta.registers}) {
      digest.add(static_cast<std::uint64_t>(count));
    }
    digest.add(shape->cta.shared_memory);
    digest.add(static_cast<std::uint64_t>(shape->category));
    for (const auto& [key, use] : {std::pair{"compute", shape->use.compute}, {"memory", shape->use.memory}}) {
      if (use) {
        digest.add(std::string_view(key));
        digest.add(use->part);
      }
    }
  } else {
    const auto& call = std::get<KernelCall>(kernel->work);
    add(digest, Kind::call);
    digest.add(std::string_view(call.name));
    digest.add(static_cast<std::uint64_t>(call.elements));
  }
  if (kernel && kernel->kind != KernelKind::exclusive) {
    digest.add(name(kernel->kind));
  }
  if (kernel && kernel->pace) {
    for (const KernelPhase& phase : kernel->pace->phases) {
      digest.add(phase.part);
      digest.add(phase.speed);
    }
    if (kernel->pace->jitter) {
      digest.add(kernel->pace->jitter->deviation);
      digest.add(kernel->pace->jitter->every);
    }
  }
}

std::uint64_t digest_of(const Task& task) {
  Digest digest;
  add(digest, task.h2d);
  add(digest, task.kernel);
  add(digest, task.d2h);
  digest.add(task.release);
  digest.add(task.weight);
  add_optional(digest, Kind::duration, task.due);
  add_optional(digest, Kind::size, task.footprint);
  if (task.host) {
    add(digest, Kind::host);
    std::visit([&](const auto& work) { digest.add(work); }, *task.host);
  }
  if (task.legacy) {
    add(digest, Kind::legacy);
  }
  return digest.value();
}

void add(Digest& digest, const PoissonArrivals& arrivals) {
  digest.add(arrivals.rate.value);
}

void add(Digest& digest, const PeriodicArrivals& arrivals) {
  digest.add(arrivals.period);
  digest.add(arrivals.offset);
}

void add(Digest& digest, const ClosedArrivals& arrivals) {
  digest.add(std::uint64_t{arrivals.users});
  digest.add(arrivals.think);
  digest.add(std::uint64_t{arrivals.exponential});
}

void add(Digest& digest, const ArrivalsAtOnce& arrivals) {
  digest.add(arrivals.requests);
}

void add(Digest& digest, const RecordedArrivals& arrivals) {
  digest.add(std::uint64_t{arrivals.times.size()});
  for (const Millis time : arrivals.times) {
    digest.add(time);
  }
}

void add(Digest& digest, const LatencyGoal& goal) {
  digest.add(goal.latency);
  digest.add(goal.quantile);
}

void add(Digest& digest, const RateGoal& goal) {
  digest.add(goal.rate.value);
}

void add(Digest& digest, const SpeedGoal& goal) {
  digest.add(goal.part);
}

/// Which of them it is, and what it says.
template <class... Kinds>
void add_one_of(Digest& digest, const std::variant<Kinds...>& value) {
  digest.add(std::uint64_t{value.index()});
  std::visit([&](const auto& kind) { add(digest, kind); }, value);
}

/// All but the name.
void add(Digest& digest, const Client& client) {
  for (const std::uint32_t number : {client.tasks.first, client.tasks.count, client.streams}) {
    digest.add(std::uint64_t{number});
  }
  add_one_of(digest, client.arrivals);
  digest.add(std::uint64_t{client.demand.size()});
  for (const DemandPart& part : client.demand) {
    digest.add(part.part);
    digest.add(part.mean);
  }
  add(digest, client.goal ? Kind::goal : Kind::none);
  if (client.goal) {
    add_one_of(digest, *client.goal);
  }
  digest.add(static_cast<std::uint64_t>(client.kind));
  digest.add(static_cast<std::uint64_t>(client.priority));
  for (const std::optional<SmAmount>& amount : {client.reservation, client.quota}) {
    add(digest, amount ? Kind::sms : Kind::none);
    digest.add(static_cast<std::uint64_t>(amount.value_or(SmAmount{}).millionths));
  }
  digest.add(std::uint64_t{client.credit});
  digest.add(std::uint64_t{client.cpu_credit});
}

}  // namespace

std::uint64_t fingerprint(const Workload& workload, const Instance& instance) {
  Digest digest;
  for (const Task& task : workload.tasks) {
    const std::uint64_t own = digest_of(task);
    for (std::uint32_t repeat = 0; repeat < task.count; ++repeat) {
      digest.add(own);
    }
  }
  if (workload.submit.value_or(Submit::thread_per_task) == Submit::one_thread) {
    add(digest, Kind::submit);
  }
  if (workload.issue == IssueOrder::breadth_first) {
    add(digest, Kind::issue);
  }
  if (!workload.clients.none()) {
    add(digest, Kind::clients);
    digest.add(workload.clients.horizon);
    for (const Client& client : workload.clients.all) {
      add(digest, client);
    }
  }
  for (const std::uint32_t program : instance.programs) {
    digest.add(std::uint64_t{program});
  }
  for (const std::uint32_t family : instance.families) {
    digest.add(std::uint64_t{family});
  }
  for (const Precedence& pair : instance.precedence) {
    digest.add((std::uint64_t{pair.before} << 32U) | pair.after);
    if (pair.lag > Millis{0} || pair.by_host) {
      digest.add(pair.lag.count());
    }
  }
  for (const std::uint32_t job : instance.footprint_job) {
    digest.add(std::uint64_t{job});
    if (job > 0) {
      digest.add(instance.job_footprints[job - 1]);
    }
  }
  return digest.value();
}

}  // namespace warpshop
