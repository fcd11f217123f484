#include "sim/model/needs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "sim/model/error.hpp"
#include "sim/model/resolve_copy.hpp"

namespace warpshop {
namespace {

std::string quoted(const Task& task) {
  return "task '" + task.name + "'";
}

const std::optional<CopySpec>& copy_of(const Task& task, Direction direction) {
  return direction == Direction::h2d ? task.h2d : task.d2h;
}

constexpr Direction opposite(Direction direction) {
  return direction == Direction::h2d ? Direction::d2h : Direction::h2d;
}

/// The tasks that copy in one direction from or to one kind of memory.
struct Copiers {
  const Task* first = nullptr;
  bool several = false;

  void add(const Task& task) {
    several = several || first != nullptr || task.count > 1;
    first = first == nullptr ? &task : first;
  }
};

/// One of each, of different tasks.
bool may_meet(const Copiers& a, const Copiers& b) {
  return a.first != nullptr && b.first != nullptr && (a.first != b.first || a.several || b.several);
}

/// Whether the bus is narrower than the transfer, see behind_bus().
bool is_limited(const TransferModel& own, const TransferModel& behind_bus) {
  return own.peak() != behind_bus.peak() || own.duplex != behind_bus.duplex || own.mixed != behind_bus.mixed;
}

class Needs {
 public:
  Needs(const Workload& workload, const Device& device, bool shares_bus)
      : workload_(workload), device_(device), behind_bus_(behind_bus(device)), shares_bus_(shares_bus) {}

  std::vector<Need> all() {
    for (const Task& task : workload_.tasks) {
      need_of(task);
    }
    for (const JobSpec& job : workload_.jobs) {
      if (job.footprint) {
        need("memory.size", device_.memory_size.has_value(), job.mark,
             [&] { return "job '" + job.name + "' has a footprint"; });
      }
    }
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      for (const Memory own : {Memory::pinned, Memory::pageable}) {
        for (const Memory opposing : {Memory::pinned, Memory::pageable}) {
          meet(direction, own, opposing);
        }
      }
    }
    return std::move(needs_);
  }

 private:
  /// user() tells what needs it.
  template <class User>
  void need(std::string path, bool there, Mark mark, const User& user) {
    if (const auto [found, is_new] = seen_.insert(std::move(path)); is_new) {
      needs_.push_back({.path = *found, .there = there, .mark = mark, .user = user()});
    }
  }

  void need_of(const Task& task) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      if (const auto& given = copy_of(task, direction)) {
        const CopySpec on_device = copy_on(*given, workload_, device_);
        const CopySpec* copy = &on_device;
        Copiers& copiers = copiers_[index(direction)][index(copy->memory)];
        if (copiers.first == nullptr) {
          need_bus(task, *copy, direction);
        }
        copiers.add(task);
        need_time(task, *copy, direction);
      }
    }
    need_kernel(task);
    if (task.host && std::holds_alternative<Bytes>(*task.host)) {
      need("host_copy", device_.host_copy.has_value(), task.mark, [&] {
        return "the host copies " + std::to_string(std::get<Bytes>(*task.host).count) + " B for " + quoted(task);
      });
    }
    if (task.footprint) {
      need("memory.size", device_.memory_size.has_value(), task.mark,
           [&] { return quoted(task) + " has a footprint"; });
    }
  }

  static std::string user_of(const Task& task, const CopySpec& copy, Direction direction) {
    const auto* size = std::get_if<Bytes>(&copy.amount);
    return quoted(task) + " copies " + (size != nullptr ? std::to_string(size->count) + " B " : "") +
           (direction == Direction::h2d ? "in from " : "out to ") + std::string(name(copy.memory)) + " memory";
  }

  void need_time(const Task& task, const CopySpec& copy, Direction direction) {
    const auto* size = std::get_if<Bytes>(&copy.amount);
    if (size == nullptr) {
      return;
    }
    const TransferModel& transfer = device_.transfer(copy.memory, direction);
    std::vector<bool>& seen = timed_[index(direction)][index(copy.memory)];
    const auto user = [&] { return user_of(task, copy, direction); };
    if (seen.empty()) {
      seen.resize(transfer.points.size() + 1);
      need(transfer_path(copy.memory, direction, "latency"), transfer.latency.has_value(), copy.mark, user);
      if (transfer.points.empty()) {
        need(transfer_path(copy.memory, direction, "alone"), transfer.alone.has_value(), copy.mark, user);
      }
    }
    const auto need_point = [&](std::size_t point) {
      if (!seen[point]) {
        seen[point] = true;
        need(transfer_path(copy.memory, direction, "points.") + std::to_string(transfer.points[point].size.count), true,
             copy.mark, user);
      }
    };
    const auto above =
        static_cast<std::size_t>(std::find_if(transfer.points.begin(), transfer.points.end(),
                                              [&](const BandwidthPoint& point) { return point.size >= *size; }) -
                                 transfer.points.begin());
    const bool at_the_end = above == transfer.points.size();
    if (above > 0 && (at_the_end || transfer.points[above].size > *size)) {
      need_point(above - 1);
    }
    if (!at_the_end) {
      need_point(above);
    }
  }

  void need_bus(const Task& task, const CopySpec& copy, Direction direction) {
    const bool limits =
        is_limited(device_.transfer(copy.memory, direction), behind_bus_.transfer(copy.memory, direction));
    const auto user = [&] { return user_of(task, copy, direction) + " over the bus that several devices share"; };
    if (shares_bus_ || limits) {
      need("bus." + std::string(name(direction)), true, copy.mark, user);
      if (device_.bus->duplex) {
        need("bus.duplex." + std::string(name(direction)), true, copy.mark, user);
      }
    }
    if (!shares_bus_) {
      return;
    }
    need(transfer_path(copy.memory, direction, "alone"), device_.transfer(copy.memory, direction).alone.has_value(),
         copy.mark, user);
  }

  void need_kernel(const Task& task) {
    const auto* call = task.kernel ? std::get_if<KernelCall>(&task.kernel->work) : nullptr;
    const auto model = call != nullptr ? device_.kernels.find(call->name) : device_.kernels.end();
    if (model == device_.kernels.end() || !kernels_.insert(call->name).second) {
      return;
    }
    const auto user = [&] { return quoted(task) + " runs the kernel '" + call->name + "'"; };
    need("kernels." + call->name + ".per_element", model->second.per_element.has_value(), task.kernel->mark, user);
    need("kernels." + call->name + ".invocation", model->second.invocation.has_value(), task.kernel->mark, user);
  }

  void meet(Direction direction, Memory own, Memory opposing) {
    const Copiers& copiers = copiers_[index(direction)][index(own)];
    const Copiers& others = copiers_[index(opposite(direction))][index(opposing)];
    if (!may_meet(copiers, others)) {
      return;
    }
    const Task& task = *copiers.first;
    const CopySpec& copy = *copy_of(task, direction);
    const auto user = [&] {
      return user_of(task, copy, direction) + " while " +
             (others.first == &task ? "another" : "task '" + others.first->name + "'") + " may copy " +
             (direction == Direction::h2d ? "out" : "in") +
             (own == opposing ? "" : " with " + std::string(name(opposing)) + " memory");
    };
    need("dma_engines", true, copy.mark, user);
    if (device_.dma_engines == 1 || (own == Memory::pageable && opposing == Memory::pageable)) {
      return;
    }
    const TransferModel& transfer = device_.transfer(own, direction);
    const bool alike = own == opposing;
    need(transfer_path(own, direction, alike ? "duplex" : "mixed"),
         (alike ? transfer.duplex : transfer.mixed).has_value(), copy.mark, user);
    need(transfer_path(own, direction, "alone"), transfer.alone.has_value(), copy.mark, user);
  }

  const Workload& workload_;
  const Device& device_;
  Device behind_bus_;
  bool shares_bus_;
  std::vector<Need> needs_;
  std::set<std::string> seen_;
  std::set<std::string_view> kernels_;
  std::array<std::array<Copiers, 2>, 2> copiers_;          ///< [Direction][Memory]
  std::array<std::array<std::vector<bool>, 2>, 2> timed_;  ///< [Direction][Memory]: points that have been needed
};

/// Calls found(device, need) for the needs of each profile; every profile once.
template <class Found>
void of_every_profile(const Workload& workload, std::span<const Device> devices, const Found& found) {
  std::set<std::string_view> seen;
  for (const Device& device : devices) {
    if (!seen.insert(device.name).second) {
      continue;
    }
    const auto alike = [&](const Device& other) { return other.name == device.name; };
    const bool shares_bus = device.bus && std::count_if(devices.begin(), devices.end(), alike) > 1;
    for (const Need& need : needs(workload, device, shares_bus)) {
      found(device, need);
    }
  }
}

std::string gigabytes(BytesPerSecond bandwidth) {
  std::ostringstream text;
  text << std::setprecision(4) << bandwidth.value / 1e9;
  return text.str();
}

/// Whether copies go both ways over a bus that several devices of a profile share, of which nobody says what it moves
/// then.
bool misses_bus_duplex(const Workload& workload, std::span<const Device> devices, const Device& device) {
  const auto alike = [&](const Device& other) { return other.name == device.name; };
  const auto any = [&](const auto& has) { return std::any_of(workload.tasks.begin(), workload.tasks.end(), has); };
  return device.bus && !device.bus->duplex && std::count_if(devices.begin(), devices.end(), alike) > 1 &&
         any([](const Task& task) { return task.h2d.has_value(); }) &&
         any([](const Task& task) { return task.d2h.has_value(); });
}

/// What nobody says of the CPUs over which kernels are split: of a task once, however often it is repeated.
std::vector<std::string> assumed_of_splits(const Workload& workload) {
  std::vector<std::string> paths;
  const std::string* last = nullptr;
  for (const SplitTask& split : workload.splits) {
    if (last == nullptr || split.task != *last) {
      if (split.rate_assumed) {
        paths.push_back(cpu_rate_path(split));
      }
      if (split.overhead_assumed) {
        paths.push_back("tasks." + split.task + ".cpu.overhead");
      }
    }
    last = &split.task;
  }
  return paths;
}

/// What a need's path is called where there may be several profiles.
std::string label(std::span<const Device> devices, const Device& device, const std::string& path) {
  const bool several =
      std::any_of(devices.begin(), devices.end(), [&](const Device& other) { return other.name != device.name; });
  return several ? device.name + ": " + path : path;
}

}  // namespace

std::vector<Need> needs(const Workload& workload, const Device& device, bool shares_bus) {
  return Needs(workload, device, shares_bus).all();
}

void check_needs(const Workload& workload, const Device& device, bool shares_bus) {
  std::vector<Need> missing = needs(workload, device, shares_bus);
  std::erase_if(missing, [](const Need& need) { return need.there; });
  if (missing.empty()) {
    return;
  }
  const auto& [path, there, mark, user] = missing.front();
  std::string others;
  for (std::size_t i = 1; i < missing.size(); ++i) {
    others += (i == 1 ? "; it also lacks " : ", ") + missing[i].path + " (for " + std::to_string(missing[i].mark.line) +
              ':' + std::to_string(missing[i].mark.column) + ')';
  }
  throw InputError(workload.file, mark,
                   user + ", but the profile of device " + device.name + " has no " + path +
                       ", expected a profile that has one, or --set " + path + "=..." + others);
}

std::vector<std::string> assumed_values(const Workload& workload, std::span<const Device> devices) {
  std::vector<std::string> paths;
  of_every_profile(workload, devices, [&](const Device& device, const Need& need) {
    if (device.assumed.contains(need.path)) {
      paths.push_back(label(devices, device, need.path));
    }
  });
  std::set<std::string_view> seen;
  for (const Device& device : devices) {
    if (seen.insert(device.name).second && misses_bus_duplex(workload, devices, device)) {
      paths.push_back(label(devices, device, "bus.duplex"));
    }
  }
  for (std::string& path : assumed_of_splits(workload)) {
    paths.push_back(std::move(path));
  }
  return paths;
}

std::map<std::string, std::string, std::less<>> assumed_groups(std::span<const Device> devices) {
  std::map<std::string, std::string, std::less<>> groups;
  for (const Device& device : devices) {
    for (const auto& [path, group] : device.assumed_as) {
      groups.emplace(label(devices, device, path), label(devices, device, group));
    }
  }
  return groups;
}

std::vector<std::string> odd_values(const Workload& workload, std::span<const Device> devices) {
  std::vector<std::string> found;
  of_every_profile(workload, devices, [&](const Device& device, const Need& need) {
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        const TransferModel& transfer = device.transfer(memory, direction);
        for (const auto& [figure, beside] : {std::pair{"duplex", &transfer.duplex}, {"mixed", &transfer.mixed}}) {
          if (*beside && transfer.alone && **beside > *transfer.alone &&
              need.path == transfer_path(memory, direction, figure)) {
            found.push_back("device " + device.name + ": " + need.path + ", beside an opposing copy, is above the " +
                            "bandwidth alone (" + gigabytes(**beside) + " > " + gigabytes(*transfer.alone) + " GB/s)");
          }
        }
      }
    }
  });
  return found;
}

}  // namespace warpshop
