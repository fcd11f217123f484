#include "tests/support/instances.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace warpshop {

void show(const Instance& instance, std::ostream& out) {
  out << instance.dma_engines << " DMA engines, pinned rates " << instance.rates[0][0][0] << ' '
      << instance.rates[1][0][0] << '\n';
  for (const Job& job : instance.jobs) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const Copy& copy = job.copy(direction);
      out << (job.has[2 * index(direction)] ? "" : "no ") << (direction == Direction::h2d ? "h2d " : "d2h ")
          << copy.latency.count() << '+' << copy.payload.count()
          << (job.memory[index(direction)] == Memory::pageable ? "p " : " ");
    }
    out << (job.has[1] ? "" : "no ") << "kernel " << job.kernel.count() << " release " << job.release.count() << '\n';
  }
}

std::ostream& operator<<(std::ostream& out, const Instance& instance) {
  show(instance, out);
  return out;
}

}  // namespace warpshop

namespace warpshop::test {

Job make_job(const Family& family, const Copy& h2d, double kernel, const Copy& d2h, int stages, int pageable,
             double release) {
  Job job;
  job.copies = {h2d, d2h};
  job.kernel = Millis{kernel};
  job.has = {(stages & 1) != 0, (stages & 2) != 0, (stages & 4) != 0};
  for (const std::size_t side : {0U, 1U}) {
    if (!job.has[2 * side]) {
      job.copies[side] = {};
      continue;
    }
    job.memory[side] = (pageable >> side & 1) != 0 ? Memory::pageable : Memory::pinned;
    job.exclusive[side] = family.one_engine || job.memory[side] == Memory::pageable;
  }
  if (!job.has[1]) {
    job.kernel = Millis{0};
  }
  job.release = Millis{release};
  return job;
}

namespace {

rc::Gen<double> duration(bool integers) {
  if (integers) {
    return rc::gen::map(rc::gen::inRange(0, 4), [](int value) { return static_cast<double>(value); });
  }
  return rc::gen::map(rc::gen::inRange(0, 1200000), [](int value) { return value < 200000 ? 0.0 : value * 1e-5; });
}

rc::Gen<Copy> copy(const Family& family) {
  const auto latency =
      family.latencies
          ? (family.integers ? duration(true)
                             : rc::gen::map(rc::gen::inRange(0, 30000), [](int value) { return value * 1e-6; }))
          : rc::gen::just(0.0);
  return rc::gen::map(rc::gen::pair(latency, duration(family.integers)), [](const std::pair<double, double>& times) {
    return Copy{Millis{times.first}, Millis{times.second}};
  });
}

rc::Gen<Job> job(const Family& family) {
  return rc::gen::apply(
      [family](const Copy& h2d, double kernel, const Copy& d2h, int stages, int pageable, double release) {
        return make_job(family, h2d, kernel, d2h, stages, pageable, release);
      },
      copy(family), duration(family.integers), copy(family), family.missing ? rc::gen::inRange(1, 8) : rc::gen::just(7),
      family.pageable ? rc::gen::inRange(0, 4) : rc::gen::just(0),
      family.releases ? rc::gen::map(duration(family.integers), [](double value) { return 3 * value; })
                      : rc::gen::just(0.0));
}

}  // namespace

const std::vector<Rates>& all_rates() {
  static const std::vector<Rates> all{
      Rates{{{{{2.32 / 3.26, 2.41 / 3.26}, {1.34 / 1.70, 1}}}, {{{2.30 / 3.29, 2.48 / 3.29}, {1.26 / 1.74, 1}}}}},
      Rates{{{{{3.93 / 6.01, 3.63 / 6.01}, {3.54 / 4.35, 1}}}, {{{3.94 / 5.86, 3.54 / 5.86}, {3.39 / 3.68, 1}}}}},
      Rates{{{{{11.02 / 11.49, 11.33 / 11.49}, {8.28 / 8.00, 1}}},
             {{{11.02 / 12.79, 11.20 / 12.79}, {5.81 / 10.57, 1}}}}},
      Rates{{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}}, Rates{{{{{0.4, 0.5}, {0.3, 1}}}, {{{0.35, 0.6}, {0.8, 1}}}}}};
  return all;
}

rc::Gen<Instance> instance(const Family& family, int most) {
  return rc::gen::mapcat(rc::gen::inRange(1, most + 1), [family](int size) {
    return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<Job>>(static_cast<std::size_t>(size), job(family)),
                                      rc::gen::elementOf(all_rates())),
                        [family](const std::pair<std::vector<Job>, Rates>& parts) {
                          return Instance{parts.first, parts.second, family.one_engine ? 1 : 2};
                        });
  });
}

rc::Gen<Family> any_family() {
  return rc::gen::map(rc::gen::inRange(0, 128), [](int bits) {
    return Family{.latencies = (bits & 1) != 0,
                  .missing = (bits & 2) != 0,
                  .pageable = (bits & 4) != 0,
                  .releases = (bits & 8) != 0,
                  .one_engine = (bits & 16) != 0,
                  .integers = (bits & 32) != 0};
  });
}

rc::Gen<Demands> any_demands() {
  return rc::gen::map(rc::gen::inRange(0, 64), [](int bits) {
    return Demands{.precedence = (bits & 1) != 0,
                   .families = (bits & 2) != 0,
                   .footprints = (bits & 4) != 0,
                   .weights = (bits & 8) != 0,
                   .due = (bits & 16) != 0,
                   .gaps = (bits & 32) != 0,
                   .beside = (bits & 64) != 0};
  });
}

Instance demanding(Instance instance, const Demands& demands) {
  const auto whole = [](int low, int high) { return *rc::gen::inRange(low, high + 1); };
  const std::size_t size = instance.size();
  if (demands.precedence) {
    Order order(size);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t left = size; left > 1; --left) {
      std::swap(order[left - 1], order[static_cast<std::size_t>(whole(0, static_cast<int>(left) - 1))]);
    }
    for (std::size_t after = 1; after < size; ++after) {
      for (std::size_t before = 0; before < after; ++before) {
        if (whole(0, 3) == 0) {
          const Millis lag{demands.gaps ? std::max(0, whole(-2, 4)) : 0.0};
          instance.precedence.push_back({order[before], order[after], lag});
        }
      }
    }
  }
  if (demands.gaps) {
    instance.gaps = {.kernel_kernel = Millis{0.5 * whole(0, 2)},
                     .copy_kernel = Millis{0.5 * whole(0, 2)},
                     .kernel_copy = Millis{0.5 * whole(0, 2)}};
  }
  instance.family_setup = Millis{0.5 * whole(0, 3)};
  instance.memory = Bytes{whole(4, 8)};
  if (demands.footprints && whole(0, 1) == 1) {
    for (int job = 0; job < 2; ++job) {
      instance.job_footprints.push_back(Bytes{whole(0, 3)});
      instance.memory.count += instance.job_footprints.back().count;
    }
  }
  for (std::size_t task = 0; task < size; ++task) {
    if (!instance.job_footprints.empty()) {
      instance.footprint_job.push_back(static_cast<std::uint32_t>(whole(0, 2)));
    }
    instance.jobs[task].beside = demands.beside && instance.jobs[task].has[1] && whole(0, 2) == 0;
    if (demands.families) {
      instance.families.push_back(static_cast<std::uint32_t>(whole(0, 2)));
    }
    if (demands.footprints) {
      instance.footprints.push_back(Bytes{whole(0, 4)});
    }
    if (demands.weights) {
      instance.weights.push_back(whole(0, 3));
    }
    if (demands.due) {
      const int date = whole(0, 30);
      instance.due.push_back(date == 0 ? kNoDueDate
                                       : Millis{date + 0.25});  // no lateness is 0, of which nothing is a share
    }
  }
  return instance;
}

Instance in_whole_milliseconds(Instance instance) {
  const auto halve = [](Millis& stage) { stage = Millis{std::floor(stage.count() / 2)}; };
  for (Job& job : instance.jobs) {
    halve(job.copies[0].payload);
    halve(job.kernel);
    halve(job.copies[1].payload);
  }
  return instance;
}

Order order_of(std::size_t size) {
  Order order(size);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

rc::Gen<Plan> held_up_plan(const Instance& instance) {
  return rc::gen::exec([instance] {
    Plan plan{.order = order_of(instance.size())};
    std::vector<std::size_t> round_of(instance.size(), 0);
    if (*rc::gen::arbitrary<bool>()) {
      std::size_t slot = 0;
      while (slot < instance.size()) {
        const auto length = std::min<std::size_t>(*rc::gen::inRange(1, 5), instance.size() - slot);
        std::fill_n(round_of.begin() + static_cast<std::ptrdiff_t>(slot), length, plan.rounds.size());
        plan.rounds.push_back(static_cast<std::uint32_t>(length));
        slot += length;
      }
    }
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      const auto other = static_cast<std::uint32_t>(*rc::gen::inRange<std::size_t>(0, instance.size()));
      if (instance.jobs[task].has[2] && instance.jobs[other].has[0] && round_of[other] <= round_of[task] &&
          *rc::gen::arbitrary<bool>()) {
        plan.gates.push_back({.d2h = task, .h2d = other});
      }
    }
    return plan;
  });
}

}  // namespace warpshop::test
