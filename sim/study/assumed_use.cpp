#include "sim/study/assumed_use.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sim/share/clients.hpp"

namespace warpshop::study {
namespace {

/// By task the first of those that run one after the other with it: of its client's stream, else of a chain in which
/// each comes after no other than the one before it. order: of a plan, so it keeps precedence.
std::vector<std::uint32_t> lanes_of(const Instance& instance, const Order& order) {
  std::vector<std::uint32_t> lanes(instance.size());
  std::iota(lanes.begin(), lanes.end(), 0U);
  std::vector<std::vector<std::uint32_t>> before(instance.size());
  std::vector<std::size_t> waiting(instance.size());  // how many tasks come after it
  for (const Precedence& pair : instance.precedence) {
    before[pair.after].push_back(pair.before);
    ++waiting[pair.before];
  }
  for (const std::uint32_t task : order) {
    if (const Client* client = instance.clients.of(task); client != nullptr) {
      lanes[task] = task - (task - client->tasks.first) % client->stages();
    } else if (before[task].size() == 1 && waiting[before[task].front()] == 1) {
      lanes[task] = lanes[before[task].front()];
    }
  }
  return lanes;
}

/// Tasks of which the kernels may run at the same time on the same SMs or the same part of the DRAM.
struct Meeting {
  std::set<std::uint32_t> lanes;
  std::set<std::uint32_t> kernels;
  std::vector<std::uint32_t> tasks;
};

std::vector<std::uint32_t> tasks_that_meet(const Instance& instance, const Share& share, const Order& order) {
  const std::vector<std::uint32_t> lanes = lanes_of(instance, order);
  const share::Clients clients(instance);
  std::map<std::pair<std::size_t, std::uint32_t>, Meeting> meetings;  // by partition and process
  for (std::uint32_t task = 0; task < instance.work.size(); ++task) {
    if (const std::uint32_t kernel = instance.work[task].kernel;
        kernel != KernelWork::kNone && instance.kernels[kernel].law) {
      Meeting& meeting = meetings[{share.home_of(task), share.switches_context ? clients.number(task) : 0}];
      meeting.lanes.insert(lanes[task]);
      meeting.kernels.insert(kernel);
      meeting.tasks.push_back(task);
    }
  }
  std::vector<std::uint32_t> tasks;
  for (const auto& [where, meeting] : meetings) {
    if (meeting.lanes.size() > 1 && meeting.kernels.size() > 1) {
      tasks.insert(tasks.end(), meeting.tasks.begin(), meeting.tasks.end());
    }
  }
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

/// The key by which a kernel would say it; nothing: it does, or a profile describes it.
std::optional<std::string_view> unsaid_key(const NamedKernel& kernel) {
  const bool moves = kernel.model.category == Category::memory_bound;
  const bool said = (moves ? kernel.model.use.compute : kernel.model.use.memory).has_value();
  return said || kernel.task.empty() ? std::nullopt : std::optional<std::string_view>(moves ? "compute" : "memory");
}

/// Kernels that meet others and lack what key_of(kernel) says, each once.
template <class KeyOf>
std::vector<UnsaidUse> unsaid_by(const Instance& instance, const Plan& plan, const KeyOf& key_of) {
  std::set<std::uint32_t> kernels;
  std::vector<UnsaidUse> unsaid;
  for (const std::uint32_t task : tasks_that_meet(instance, *plan.share, plan.order)) {
    const std::uint32_t number = instance.work[task].kernel;
    const NamedKernel& kernel = instance.kernels[number];
    const std::optional<std::string_view> key = key_of(kernel);
    if (key && kernels.insert(number).second) {
      const Client* client = instance.clients.of(task);
      unsaid.push_back({.kernel = number,
                        .key = *key,
                        .path = client == nullptr ? fmt::format("tasks.{}.{}", kernel.task, *key)
                                                  : fmt::format("clients.{}.{}", client->name, *key)});
    }
  }
  return unsaid;
}

}  // namespace

std::vector<UnsaidUse> unsaid_uses(const Instance& instance, const Plan& plan) {
  return !plan.share || plan.share->one_kernel ? std::vector<UnsaidUse>() : unsaid_by(instance, plan, unsaid_key);
}

std::vector<UnsaidUse> unsaid_registers(const Instance& instance, const Plan& plan) {
  const bool counts = plan.share && (!plan.share->one_kernel || plan.share->leaving == Leaving::save);
  return counts ? unsaid_by(instance, plan,
                            [](const NamedKernel& kernel) {
                              const bool unsaid =
                                  !kernel.task.empty() && kernel.model.cta && kernel.model.cta->registers == 0;
                              return unsaid ? std::optional<std::string_view>("registers") : std::nullopt;
                            })
                : std::vector<UnsaidUse>();
}

std::vector<std::string> assumed_use(const Instance& instance, const Plan& plan) {
  constexpr std::size_t kMostNamed = 4;
  std::map<std::string_view, std::vector<std::string>> paths;  // by key
  std::vector<UnsaidUse> unsaid = unsaid_uses(instance, plan);
  for (UnsaidUse& registers : unsaid_registers(instance, plan)) {
    unsaid.push_back(std::move(registers));
  }
  for (UnsaidUse& use : unsaid) {
    std::vector<std::string>& alike = paths[use.key];
    if (alike.size() <= kMostNamed && std::find(alike.begin(), alike.end(), use.path) == alike.end()) {
      alike.push_back(std::move(use.path));
    }
  }
  std::vector<std::string> all;
  for (auto& [key, alike] : paths) {
    if (alike.size() > kMostNamed) {
      alike = {fmt::format("{}.*.{}", instance.clients.none() ? "tasks" : "clients", key)};
    }
    all.insert(all.end(), alike.begin(), alike.end());
  }
  return all;
}

std::vector<Note> small_grid_notes(const Instance& instance, const std::string& where) {
  std::set<std::uint32_t> small;
  std::string first;
  for (const KernelWork& work : instance.work) {
    if (work.kernel == KernelWork::kNone || instance.kernels[work.kernel].model.use == KernelUse{}) {
      continue;
    }
    const NamedKernel& kernel = instance.kernels[work.kernel];
    const std::int64_t most = instance.chip->sm.count * kernel.model.cta->per_sm;
    if (work.subtasks < most && small.insert(work.kernel).second && small.size() == 1) {
      first =
          fmt::format("the kernel of '{}' has {} CTAs, and the SMs hold {} at once", kernel.task, work.subtasks, most);
    }
  }
  if (small.empty()) {
    return {};
  }
  return {
      {.where = where,
       .text = fmt::format("{}{}: `compute` and `memory` are what such a kernel would use if it filled the GPU, "
                           "which is more than Nsight Compute prints of it",
                           first, small.size() > 1 ? fmt::format(" ({} more are like that)", small.size() - 1) : "")}};
}

}  // namespace warpshop::study
