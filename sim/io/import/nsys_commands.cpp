#include "sim/io/import/nsys_commands.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

/// Columns that all tables of commands have; those of their own come behind these.
struct CommandColumn {
  enum : std::uint8_t { start, end, device, context, stream, correlation, process, node, own };
};

std::vector<std::string_view> command_columns(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> columns{"start",    "end",           "deviceId",  "contextId",
                                        "streamId", "correlationId", "globalPid", "graphNodeId"};
  columns.insert(columns.end(), own);
  return columns;
}

/// CUpti_ActivityUnifiedMemoryMigrationCause: by a call such as cudaMemPrefetchAsync.
constexpr std::int64_t kAskedFor = 1;

/// 0 where one of them is not there.
std::int64_t product(const NsysTable& table, std::size_t first, std::int64_t most) {
  std::int64_t result = 1;
  for (std::size_t column = first; column < first + 3; ++column) {
    const std::int64_t factor = table.count(column);
    if (factor > 0 && result > most / factor) {
      table.refuse("has more CTAs, or threads in one, than can be counted");
    }
    result *= factor;
  }
  return result;
}

/// CUDA_MEMOPR_MEMORY_KIND: 0 pageable, 1 pinned. nvprof has CUPTI's numbers (CUpti_ActivityMemoryKind), which are
/// larger by one.
class HostMemory {
 public:
  explicit HostMemory(const SqliteFile& file)
      : kinds_(file, "ENUM_CUDA_MEM_KIND", {{0, "KIND_PAGEABLE"}, {1, "KIND_PINNED"}}),
        first_(is_of_nvprof(file) ? 1 : 0) {}

  /// Nothing for what is no host memory, or not recorded.
  std::optional<Memory> of(std::optional<std::int64_t> recorded) const {
    const std::int64_t kind = kinds_.documented(recorded) - first_;
    return kind == 0 ? std::optional(Memory::pageable) : kind == 1 ? std::optional(Memory::pinned) : std::nullopt;
  }

 private:
  NsysEnumeration kinds_;
  std::int64_t first_;
};

/// CUDA_MEMCPY_KIND of copies, by its numbers from 1 on; of arrays (A) as of other memory of the device. Nothing: from
/// host to host.
constexpr std::array<std::optional<CommandKind>, 13> kCopyKinds{
    CommandKind::h2d,           CommandKind::d2h,           CommandKind::h2d, CommandKind::d2h, CommandKind::d2d,
    CommandKind::d2d,           CommandKind::d2d,           CommandKind::d2d, std::nullopt,     CommandKind::peer,
    CommandKind::migration_h2d, CommandKind::migration_d2h, CommandKind::peer};

NsysEnumeration copy_kinds(const SqliteFile& file) {
  return {file,
          "ENUM_CUDA_MEMCPY_OPER",
          {{1, "KIND_HTOD"},
           {2, "KIND_DTOH"},
           {3, "KIND_HTOA"},
           {4, "KIND_ATOH"},
           {5, "KIND_ATOA"},
           {6, "KIND_ATOD"},
           {7, "KIND_DTOA"},
           {8, "KIND_DTOD"},
           {9, "KIND_HTOH"},
           {10, "KIND_PTOP"},
           {11, "KIND_UVM_HTOD"},
           {12, "KIND_UVM_DTOH"},
           {13, "KIND_UVM_DTOD"}}};
}

struct Ends {
  std::optional<Memory> source, target;  ///< host memory
  bool same_device = true;
};

/// Nothing for a copy from host to host.
std::optional<CommandKind> kind_of_copy(std::int64_t documented, const Ends& ends) {
  const bool known = documented >= 1 && documented <= static_cast<std::int64_t>(kCopyKinds.size());
  std::optional<CommandKind> kind = CommandKind::d2d;
  if (known) {
    kind = kCopyKinds[static_cast<std::size_t>(documented - 1)];
  } else if (ends.source && ends.target) {
    kind = std::nullopt;
  } else if (ends.source || ends.target) {
    kind = ends.source ? CommandKind::h2d : CommandKind::d2h;
  }
  return kind == CommandKind::d2d && !ends.same_device ? CommandKind::peer : kind;
}

std::string_view name_of_copy(CommandKind kind) {
  switch (kind) {
    case CommandKind::h2d:
      return "Memcpy HtoD";
    case CommandKind::d2h:
      return "Memcpy DtoH";
    case CommandKind::peer:
      return "Memcpy PtoP";
    case CommandKind::migration_h2d:
      return "Unified memory HtoD";
    case CommandKind::migration_d2h:
      return "Unified memory DtoH";
    default:
      return "Memcpy DtoD";
  }
}

/// Of commands by start, the first of those that are one: the same known call, stream, kind and name at the same time.
/// How many were not.
std::size_t drop_repeated_commands(std::vector<RecordedCommand>& commands) {
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, CommandKind, std::uint32_t,
                         std::chrono::nanoseconds, Bytes, std::optional<Memory>>;
  std::set<Key> seen;  // of one start
  std::chrono::nanoseconds start{-1};
  return std::erase_if(commands, [&](const RecordedCommand& command) {
    if (command.start != start) {
      start = command.start;
      seen.clear();
    }
    return command.correlation != 0 && !seen.emplace(command.correlation, command.device, command.stream, command.kind,
                                                     command.name, command.end, command.bytes, command.memory)
                                            .second;
  });
}

class NsysCommands {
 public:
  NsysCommands(const SqliteFile& file, NsysIds& ids, std::vector<RecordedCommand>& commands)
      : file_(file), ids_(ids), commands_(commands) {}

  void read_kernels(std::string_view of_kernels) {
    enum Column : std::uint8_t {
      kName = CommandColumn::own,
      kBrief,
      kGrid,
      kBlock = kGrid + 3,
      kRegisters = kBlock + 3,
      kStaticShared,
      kDynamicShared
    };
    NsysTable table(file_, of_kernels,
                    command_columns({"demangledName", "shortName|name", "gridX", "gridY", "gridZ", "blockX", "blockY",
                                     "blockZ", "registersPerThread", "staticSharedMemory", "dynamicSharedMemory"}));
    while (table.next()) {
      RecordedCommand command{.kind = CommandKind::kernel};
      if (!read_common(table, command)) {
        continue;
      }
      const std::optional<std::int64_t> full_name = table.integer(kName);
      const std::optional<std::int64_t> name = full_name ? full_name : table.integer(kBrief);
      command.name = name ? ids_.string(*name) : ids_.name("kernel");
      command.ctas = product(table, kGrid, std::numeric_limits<std::int64_t>::max());
      command.cta = {
          .threads = product(table, kBlock, kLargestCount),
          .registers = table.count(kRegisters, kLargestCount),
          .shared_memory = {table.count(kStaticShared, kLargestCount) + table.count(kDynamicShared, kLargestCount)}};
      commands_.push_back(command);
    }
  }

  void read_copies(std::string_view of_copies) {
    enum Column : std::uint8_t { kBytes = CommandColumn::own, kKind, kSource, kTarget, kFromDevice, kToDevice, kCause };
    const NsysEnumeration kinds = copy_kinds(file_);
    const HostMemory memory(file_);
    NsysTable table(
        file_, of_copies,
        command_columns({"bytes", "copyKind", "srcKind", "dstKind", "srcDeviceId", "dstDeviceId", "migrationCause"}));
    while (table.next()) {
      RecordedCommand command{.cta = {.threads = 0}};
      const std::optional<std::int64_t> from = table.integer(kFromDevice);
      const std::optional<std::int64_t> to = table.integer(kToDevice);
      const Ends ends{.source = memory.of(table.integer(kSource)),
                      .target = memory.of(table.integer(kTarget)),
                      .same_device = !from || !to || *from == *to};
      const auto kind = kind_of_copy(kinds.documented(table.integer(kKind).value_or(0)), ends);
      if (!kind || !read_common(table, command)) {
        continue;
      }
      command.kind = *kind;
      command.name = ids_.name(name_of_copy(*kind));
      command.bytes = {table.count(kBytes, kLargestWhole)};
      command.asked_for = is_migration(*kind) && table.integer(kCause) == kAskedFor;
      command.memory = *kind == CommandKind::h2d ? ends.source : *kind == CommandKind::d2h ? ends.target : std::nullopt;
      commands_.push_back(command);
    }
  }

  /// nvprof's, one a move: CUpti_ActivityUnifiedMemoryCounter2, whose other kinds count faults and the like.
  void read_migrations() {
    constexpr std::int64_t kToDevice = 1;
    constexpr std::int64_t kToHost = 2;
    constexpr std::int64_t kBetweenDevices = 8;
    enum Column : std::uint8_t { kStart, kEnd, kKind, kBytes, kSource, kTarget, kCause };
    NsysTable table(file_, "CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER",
                    {"start", "end", "counterKind", "value", "srcId", "dstId", "flags"});
    while (table.next()) {
      const std::int64_t kind = table.integer(kKind).value_or(0);
      if (kind != kToDevice && kind != kToHost && kind != kBetweenDevices) {
        continue;
      }
      const std::optional<TimeSpan> interval = table.interval(kStart, kEnd);
      if (!interval) {
        continue;
      }
      RecordedCommand command{.kind = kind == kToDevice ? CommandKind::migration_h2d
                                      : kind == kToHost ? CommandKind::migration_d2h
                                                        : CommandKind::peer,
                              .start = interval->start,
                              .end = interval->end,
                              .stream = ids_.stream(0, 0, 0),
                              .cta = {.threads = 0}};
      command.device = static_cast<std::uint32_t>(
          table.count(kind == kToDevice ? kTarget : kSource, std::numeric_limits<std::uint32_t>::max()));
      command.name = ids_.name(name_of_copy(command.kind));
      command.bytes = {table.count(kBytes, kLargestWhole)};
      command.asked_for = table.integer(kCause) == kAskedFor && is_migration(command.kind);
      commands_.push_back(command);
    }
  }

  void read_memsets() {
    NsysTable table(file_, "CUPTI_ACTIVITY_KIND_MEMSET", command_columns({"bytes"}));
    while (table.next()) {
      RecordedCommand command{.kind = CommandKind::memset, .cta = {.threads = 0}};
      if (read_common(table, command)) {
        command.name = ids_.name("Memset");
        command.bytes = {table.count(CommandColumn::own, kLargestWhole)};
        commands_.push_back(command);
      }
    }
  }

  /// Of all launches but those whose nodes were recorded one by one: once all else has been read.
  void read_graphs() {
    NsysTable table(file_, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", command_columns({}));
    while (table.next()) {
      RecordedCommand command{.kind = CommandKind::kernel, .cta = {.threads = 0}};
      if (read_common(table, command) && !of_graph_nodes_.contains(command.correlation)) {
        command.name = ids_.name("CUDA graph");
        commands_.push_back(command);
      }
    }
  }

 private:
  /// What all tables have: these columns come first in them. False: it has no times.
  bool read_common(const NsysTable& table, RecordedCommand& command) {
    const std::optional<TimeSpan> interval = table.interval(CommandColumn::start, CommandColumn::end);
    if (!interval) {
      return false;
    }
    command.start = interval->start;
    command.end = interval->end;
    const std::optional<std::int64_t> global_id = table.integer(CommandColumn::process);
    const std::int64_t device = table.count(CommandColumn::device, std::numeric_limits<std::uint32_t>::max());
    command.process = ids_.process(global_id);
    command.device = ids_.gpu(global_id, device).value_or(static_cast<std::uint32_t>(device));
    command.stream = ids_.stream(command.process, table.integer(CommandColumn::context).value_or(0),
                                 table.integer(CommandColumn::stream).value_or(0));
    command.correlation = table.correlation(CommandColumn::correlation, command.process);
    if (table.integer(CommandColumn::node) && command.correlation != 0) {
      of_graph_nodes_.insert(command.correlation);
    }
    return true;
  }

  const SqliteFile& file_;
  NsysIds& ids_;
  std::vector<RecordedCommand>& commands_;
  std::unordered_set<std::uint64_t> of_graph_nodes_;  ///< correlations
};

}  // namespace

void read_nsys_commands(const SqliteFile& file, NsysIds& ids, RecordedTrace& trace) {
  NsysCommands commands(file, ids, trace.commands);
  commands.read_kernels("CUPTI_ACTIVITY_KIND_KERNEL");
  commands.read_kernels("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL");
  commands.read_copies("CUPTI_ACTIVITY_KIND_MEMCPY");
  commands.read_copies("CUPTI_ACTIVITY_KIND_MEMCPY2");
  commands.read_migrations();
  commands.read_memsets();
  commands.read_graphs();
  sort_by_start(trace.commands);
  trace.repeated = drop_repeated_commands(trace.commands);
}

}  // namespace warpshop::io
