// Draws workloads of whole milliseconds, in which what happens mostly happens at the instant of something else, plans
// them by a policy of any kind, and holds the two engines against each other, where kernels run one at a time, and
// against what holds for every plan.
//   test_replay_ties DRAWS [SEED] [FIRST...]
// So many draws from each FIRST on, 0 otherwise. The same draw is the same workload and policy whatever the others are.
// Says how many draws failed, each named by its number on standard error, with what was drawn.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"
#include "sim/model/split.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/order/precedence.hpp"
#include "sim/replay/replay.hpp"
#include "sim/share/share_policies.hpp"

namespace warpshop::test {
namespace {

constexpr std::uint32_t kStock = 12;  // kernels of a device that draws pick from: fitting them takes long
constexpr std::uint64_t kDrawsOfADevice = 50;

class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t number, std::uint32_t what) {
    std::seed_seq words{seed, seed >> 32U, number, number >> 32U, std::uint64_t{what}};
    generator_.seed(words);
  }
  std::uint32_t up_to(std::uint32_t most) { return static_cast<std::uint32_t>(generator_() % (most + 1)); }
  bool one_in(std::uint32_t many) { return up_to(many - 1) == 0; }
  Millis whole(std::uint32_t most) { return Millis{static_cast<double>(up_to(most))}; }
  template <class Value>
  const Value& of(const std::vector<Value>& values) {
    return values[up_to(static_cast<std::uint32_t>(values.size() - 1))];
  }

 private:
  std::mt19937_64 generator_;
};

/// A device, and an instance whose tasks are kernels alone.
struct Stock {
  Device device;
  Instance instance;
};

Device any_device(Draw& draw) {
  Device device = files::find_device("titanx");
  device.dma_engines = draw.one_in(5) ? 1 : 2;
  device.sm->count = draw.of<std::int64_t>({28, 108, 4});
  if (device.sm->count == 108) {
    device.mig = {
        .compute_slices = 7,
        .memory_slices = 8,
        .profiles = {
            {"7g", 7, 98, 8, 7}, {"4g", 4, 56, 4, 4}, {"3g", 3, 42, 4, 3}, {"2g", 2, 28, 2, 2}, {"1g", 1, 14, 1, 1}}};
  }
  device.launch_latency = draw.one_in(4) ? std::optional(Millis{1}) : std::nullopt;
  device.interference.reset();
  if (!draw.one_in(3)) {
    const auto factor = [&] { return draw.of<double>({1, 0.5, 0.25, 0.8}); };
    device.interference = Interference{factor(), factor(), factor(), factor()};
  }
  return device;
}

Stock any_stock(std::uint64_t seed, std::uint64_t block) {
  Draw draw(seed, block, 0);
  Stock stock{.device = any_device(draw), .instance = {}};
  Workload workload{.name = "stock", .file = {}, .tasks = {}};
  for (std::uint32_t kernel = 0; kernel < kStock; ++kernel) {
    Task& task = workload.tasks.emplace_back();
    task.name = std::to_string(kernel);
    const Millis time = Millis{1} + draw.whole(3);
    if (draw.one_in(4)) {
      task.kernel = KernelSpec{.work = draw.one_in(4) ? Millis{0} : time, .mark = {}};
      continue;
    }
    const std::int64_t even = 4 * stock.device.sm->count;
    task.kernel =
        KernelSpec{.work = KernelShape{.time = time,
                                       .ctas = draw.of<std::int64_t>({1, 7, 1000, even, even + 1, 2 * even}),
                                       .cta = {.threads = draw.of<std::int64_t>({128, 256, 1024})},
                                       .category = draw.one_in(2) ? Category::memory_bound : Category::compute_bound},
                   .mark = {}};
  }
  stock.instance = resolve(workload, stock.device);
  evaluate::prepare_sharing(stock.instance, stock.device);
  return stock;
}

void add_copies(Draw& draw, Instance& instance) {
  const bool latencies = draw.one_in(3);
  const std::uint32_t pageable = draw.of<std::uint32_t>({2, 1000});
  for (Job& job : instance.jobs) {
    for (const std::size_t side : {0U, 1U}) {
      job.has[2 * side] = draw.one_in(2);
      if (job.has[2 * side]) {
        job.copies[side] = {.latency = latencies ? draw.whole(1) : Millis{0}, .payload = draw.whole(3)};
        job.memory[side] = draw.one_in(pageable) ? Memory::pageable : Memory::pinned;
      }
      job.exclusive[side] = instance.dma_engines == 1 || job.memory[side] == Memory::pageable;
    }
  }
  const auto rate = [&] { return draw.of<double>({1, 0.5, 0.75, 0.25}); };
  for (auto& direction : instance.rates) {
    for (auto& own : direction) {
      own = {rate(), rate()};
    }
  }
  instance.link_demands.clear();
}

void add_demands(Draw& draw, Instance& instance) {
  const auto tasks = static_cast<std::uint32_t>(instance.size());
  if (draw.one_in(2)) {
    for (Job& job : instance.jobs) {
      job.release = draw.whole(6);
    }
  }
  if (draw.one_in(3)) {
    for (std::uint32_t after = 1; after < tasks; ++after) {
      if (draw.one_in(2)) {
        instance.precedence.push_back({draw.up_to(after - 1), after, draw.one_in(3) ? draw.whole(2) : Millis{0}});
      }
    }
  }
  if (draw.one_in(3)) {
    instance.family_setup = draw.whole(2);
    for (std::uint32_t task = 0; task < tasks; ++task) {
      instance.families.push_back(draw.up_to(2));
    }
  }
  if (draw.one_in(4)) {
    instance.gaps = {draw.whole(1), draw.whole(1), draw.whole(1)};
  }
}

Instance any_instance(Draw& draw, const Stock& stock, bool with_shapes) {
  Order chosen;
  for (std::uint32_t left = 1 + draw.up_to(5); left > 0; --left) {
    std::uint32_t task = draw.up_to(kStock - 1);
    while (with_shapes && stock.instance.work[task].kernel == KernelWork::kNone) {
      task = (task + 1) % kStock;
    }
    chosen.push_back(task);
  }
  Instance instance = in_groups(stock.instance, std::array{chosen}).front();
  add_copies(draw, instance);
  add_demands(draw, instance);
  return instance;
}

/// Numbers behind the name of a policy, in whole milliseconds where they are a time.
std::vector<double> any_split(Draw& draw, const std::string& policy, const Device& device) {
  if (policy == "timeslice") {
    return {1.0 + draw.up_to(1)};
  }
  if (policy == "leftover") {
    return draw.one_in(2) ? std::vector<double>{1.0 + draw.up_to(2)} : std::vector<double>{};
  }
  if (policy == "mps") {
    return draw.of<std::vector<double>>({{100}, {50, 50}, {25, 75}, {100, 50}});
  }
  if (policy == "mig") {
    return draw.of<std::vector<double>>({{7}, {4, 3}, {3, 2, 2}, {1, 1, 1, 1, 1, 1, 1}});
  }
  if (policy == "smt") {
    return {static_cast<double>(device.sm->count / 2)};
  }
  return policy.starts_with("flexsched") || policy.find("fair") != std::string::npos
             ? draw.of<std::vector<double>>({{}, {1}})
             : std::vector<double>{};
}

/// Orders that run one kernel at a time are drawn as well.
Plan any_plan(Draw& draw, const Instance& instance, const Policy* policy, const Device& device) {
  if (policy != nullptr) {
    PlanOptions options{.seed = draw.up_to(9)};
    const std::vector<double> numbers = any_split(draw, policy->name, device);
    if (policy->name != "flexsched-latency") {
      options.settings = policy->settings(numbers);
    }
    return policy->plan(instance, options).plan;
  }
  Order order(instance.size());
  for (std::uint32_t task = 0; task < order.size(); ++task) {
    order[task] = task;
    std::swap(order[task], order[draw.up_to(task)]);
  }
  return {.order = order::feasible(instance, order),
          .submission = draw.one_in(2) ? Submission::ordered : Submission::streams};
}

std::string described(const Instance& instance, const Plan& plan) {
  std::ostringstream text;
  text << (plan.share ? plan.share->policy : plan.submission == Submission::ordered ? "ordered" : "streams");
  for (const double number : plan.share ? plan.share->settings.all() : std::vector<double>{}) {
    text << ':' << number;
  }
  const Interference beside = instance.chip->interference.value_or(Interference{});
  text << ", engines " << instance.dma_engines << ", beside " << beside.h2d_beside_kernel << ' '
       << beside.d2h_beside_kernel << ' ' << beside.kernel_beside_h2d << ' ' << beside.kernel_beside_d2h << ", rates";
  for (const auto& direction : instance.rates) {
    text << ' ' << direction[0][0] << ' ' << direction[0][1] << ' ' << direction[1][0];
  }
  text << ", gaps " << instance.gaps.kernel_kernel.count() << ' ' << instance.gaps.copy_kernel.count() << ' '
       << instance.gaps.kernel_copy.count() << ", launch " << instance.chip->launch_latency.count() << ", set-up "
       << instance.family_setup.count() << ", order";
  for (const std::uint32_t task : plan.order) {
    text << ' ' << task;
  }
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    const Job& job = instance.jobs[task];
    text << "\n  " << task << ": release " << job.release.count();
    for (const Stage stage : kStages) {
      if (job.has[index(stage)]) {
        text << ' ' << name(stage) << ' ' << job.alone(stage).count();
        text << (stage != Stage::kernel && job.copies[index(stage) / 2].latency > Millis{0} ? " late" : "");
        text << (stage != Stage::kernel && job.memory[index(stage) / 2] == Memory::pageable ? " pageable" : "");
      }
    }
    if (instance.work[task].kernel != KernelWork::kNone) {
      const NamedKernel& kernel = instance.kernels[instance.work[task].kernel];
      text << " of " << instance.work[task].subtasks << " CTAs of " << kernel.model.cta->threads << " threads"
           << (kernel.model.category == Category::memory_bound ? ", memory-bound" : "");
    }
    text << (instance.families.empty() ? "" : " family " + std::to_string(instance.families[task]));
  }
  for (const Precedence& pair : instance.precedence) {
    text << "\n  " << pair.after << " after " << pair.before << " + " << pair.lag.count();
  }
  return text.str();
}

std::string described(const Timeline& timeline) {
  std::ostringstream text;
  for (const Interval& interval : timeline.intervals) {
    text << ' ' << interval.task << ' ' << name(interval.stage) << ' ' << interval.start.count() << '-'
         << interval.end.count();
  }
  return text.str();
}

void check(const Instance& instance, const Plan& plan) {
  const Fleet fleet{.devices = {instance}, .names = {"gpu"}};
  const Timeline fast = evaluate::timeline(instance, plan);
  const Timeline replayed = replay::simulate({.devices = {instance}}, plan);
  try {
    evaluate::check_agreement(replayed, "simgrid", fast, "fast");
  } catch (const evaluate::ImpossibleTimeline& differ) {
    throw evaluate::ImpossibleTimeline(std::string(differ.what()) + "\n simgrid" + described(replayed) + "\n fast" +
                                       described(fast));
  }
  evaluate::check_timeline(fleet, plan, fast, Objective::makespan);
  evaluate::check_timeline(fleet, plan, replayed, Objective::makespan);
}

/// Whether a draw was right.
bool draw_one(const Stock& stock, std::uint64_t seed, std::uint64_t number) {
  Draw draw(seed, number, 1);
  const auto& sharing = share::policies();
  const Policy* policy = nullptr;
  if (!draw.one_in(5)) {
    do {
      policy = &draw.of(sharing);
    } while (policy->name == "joint" || (policy->sharing->needs_mig && stock.device.mig.profiles.empty()));
  }
  const Instance instance = any_instance(draw, stock, policy != nullptr && policy->sharing->needs_shapes);
  Plan plan;
  try {
    try {
      plan = any_plan(draw, instance, policy, stock.device);
    } catch (const InputError&) {  // numbers that do not suit the tasks
      plan = policy->plan(instance, {}).plan;
    }
    check(instance, plan);
    return true;
  } catch (const std::exception& error) {
    std::cerr << "draw " << number << ", seed " << seed << ": " << (policy != nullptr ? policy->name : "order") << ": "
              << error.what() << '\n'
              << (plan.order.empty() ? "" : described(instance, plan)) << '\n';
    return false;
  }
}

/// How many of so many draws fail.
std::uint64_t failures(std::uint64_t draws, std::uint64_t seed, std::uint64_t first) {
  std::uint64_t failed = 0;
  std::uint64_t block = ~std::uint64_t{0};
  Stock stock;
  for (std::uint64_t number = first; number < first + draws; ++number) {
    if (number / kDrawsOfADevice != block) {
      block = number / kDrawsOfADevice;
      stock = any_stock(seed, block);
    }
    failed += draw_one(stock, seed, number) ? 0 : 1;
  }
  return failed;
}

}  // namespace
}  // namespace warpshop::test

int main(int argc, char** argv) {
  const auto argument = [&](int place, std::uint64_t otherwise) {
    return argc > place ? std::strtoull(argv[place], nullptr, 10) : otherwise;
  };
  const std::uint64_t draws = argument(1, 300);
  const std::uint64_t seed = argument(2, 1);
  std::uint64_t drawn = 0;
  std::uint64_t failed = 0;
  for (int first = 3; first == 3 || first < argc; ++first) {
    drawn += draws;
    failed += warpshop::test::failures(draws, seed, argument(first, 0));
  }
  std::cout << drawn << " draws, seed " << seed << ": " << failed << " failed\n";
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
