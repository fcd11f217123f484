#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/sweep.hpp"
#include "sim/model/units.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// What a length is drawn from.
struct DrawnRange {
  Millis from{0};
  Millis to{0};
  bool log = false;  ///< evenly in its logarithm: from > 0
};

/// Tasks that are drawn: each stage from a range of its own, or missing.
struct TaskGenerator {
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  std::optional<DrawnRange> h2d, kernel, d2h;  ///< at least one
};

/// The tasks that it stands for: t1, t2, … in pinned memory; the same for the same seed.
Workload generated(const TaskGenerator& generator);

/// Sets of tasks of the population.
struct CombinationSets {
  std::size_t of = 1;
  bool repetition = true;  ///< a task may be there several times
};
struct RandomSets {
  std::uint64_t count = 1;
  std::size_t of = 1;
  std::uint64_t seed = 1;
};
/// The workload files of a folder, each as it is.
struct FolderSets {
  std::filesystem::path folder;
};
/// No sets: the one workload of clients that stands for the tasks.
struct OfClients {};

/// The cells that have one of these values on an axis; on an axis of which nothing is said any.
using GridPart = std::map<std::size_t, std::set<std::size_t>>;

/// A sweep file, `warpshop.sweep/1`, as it is written: paths count from its folder.
struct SweepSpec {
  std::string name;
  std::string file;                                                          ///< for error messages
  std::variant<std::monostate, std::filesystem::path, TaskGenerator> tasks;  ///< nothing: the sets bring their own
  std::variant<CombinationSets, RandomSets, FolderSets, OfClients> sets;
  Mark tasks_mark;  ///< of clients: theirs
  Mark sets_mark;
  std::vector<SweepAxis> axes;                 ///< device is the first
  std::vector<std::vector<Mark>> value_marks;  ///< by axis: of each value; of a range that of all of it
  std::vector<GridPart> only;                  ///< cells are in one of them; none: all cells
  bool refine = false;                         ///< of clients: bounds are searched for between the values of an axis
  std::vector<std::string> policies;
  std::vector<Mark> policy_marks;

  bool of_clients() const { return std::holds_alternative<OfClients>(sets); }
};

/// The kinds of axes that are no value of a profile.
inline constexpr std::string_view kDeviceAxis = "device";
inline constexpr std::string_view kGpusAxis = "gpus";
inline constexpr std::string_view kMemoryAxis = "memory";
inline constexpr std::string_view kObjectiveAxis = "objective";
inline constexpr std::string_view kLinkAxis = "link";
inline constexpr std::string_view kComputeAxis = "compute";
inline constexpr std::string_view kHostTimeAxis = "host_time";
/// In front of the path of a value of the tasks.
inline constexpr std::string_view kTasksAxis = "tasks.";
/// In front of the path of a value of the clients.
inline constexpr std::string_view kClientsAxis = "clients.";

/// Whether the filter leaves the cell of these values in the grid.
bool is_kept(const SweepSpec& spec, const std::vector<std::size_t>& values);

/// The device behind a link that is so many times as fast: every bandwidth of its transfers, and of its bus. Latencies
/// stay. factor > 0.
Device with_link(Device device, double factor);

}  // namespace warpshop
