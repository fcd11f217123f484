#include "sim/io/import/nsys_commands.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/io/import/nsys_enumeration.hpp"
#include "sim/io/import/sort_by_start.hpp"

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

constexpr std::int64_t kMostBytes = std::int64_t{1} << 53U;

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

struct KernelColumn {
  enum : std::uint8_t {
    demangled = CommandColumn::own,
    brief,
    grid,
    block = grid + 3,
    registers = block + 3,
    static_shared,
    dynamic_shared
  };
};

struct CopyColumn {
  enum : std::uint8_t { bytes = CommandColumn::own, kind, source, target, source_device, target_device, cause };
};

/// Nothing for what is no host memory, or not recorded.
std::optional<Memory> host_memory(const NsysEnumeration& kinds, std::optional<std::int64_t> recorded) {
  constexpr std::int64_t kPageable = 0;
  constexpr std::int64_t kPinned = 1;
  const std::int64_t kind = recorded ? kinds.documented(*recorded) : NsysEnumeration::kUnknown;
  return kind == kPageable ? std::optional(Memory::pageable)
         : kind == kPinned ? std::optional(Memory::pinned)
                           : std::nullopt;
}

struct Ends {
  std::optional<Memory> source, target;  ///< host memory
  bool same_device = true;
};

/// Nothing for a copy from host to host.
std::optional<CommandKind> kind_of_copy(NsysCopy recorded, const Ends& ends) {
  const CommandKind on_device = ends.same_device ? CommandKind::d2d : CommandKind::peer;
  switch (recorded) {
    case NsysCopy::htod:
    case NsysCopy::htoa:
      return CommandKind::h2d;
    case NsysCopy::dtoh:
    case NsysCopy::atoh:
      return CommandKind::d2h;
    case NsysCopy::atoa:
    case NsysCopy::atod:
    case NsysCopy::dtoa:
    case NsysCopy::dtod:
      return on_device;
    case NsysCopy::htoh:
      return {};
    case NsysCopy::ptop:
    case NsysCopy::unified_dtod:
      return CommandKind::peer;
    case NsysCopy::unified_htod:
      return CommandKind::migration_h2d;
    case NsysCopy::unified_dtoh:
      return CommandKind::migration_d2h;
    case NsysCopy::unknown:
      break;
  }
  if (ends.source && ends.target) {
    return {};
  }
  return ends.source ? CommandKind::h2d : ends.target ? CommandKind::d2h : on_device;
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

NsysCopy as_copy(std::int64_t documented) {
  const bool known = documented >= 0 && documented <= static_cast<std::int64_t>(NsysCopy::unified_dtod);
  return known ? static_cast<NsysCopy>(documented) : NsysCopy::unknown;
}

/// Of commands by start, the first of those that are one: the same known call, stream, kind and name at the same time.
/// How many were not.
std::size_t drop_repeated(std::vector<RecordedCommand>& commands) {
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

}  // namespace

std::vector<RecordedCommand> NsysCommands::read() {
  for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"}) {
    read_kernels(table);
  }
  for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMCPY2"}) {
    read_copies(table);
  }
  read_migrations();
  read_memsets();
  read_graphs();
  sort_by_start(commands_);
  repeated_ = drop_repeated(commands_);
  return std::move(commands_);
}

bool NsysCommands::read_common(const NsysTable& table, RecordedCommand& command) {
  const std::optional<RecordedInterval> interval = table.interval(CommandColumn::start, CommandColumn::end);
  if (!interval) {
    return false;
  }
  command.start = interval->start;
  command.end = interval->end;
  const std::optional<std::int64_t> global_id = table.integer(CommandColumn::process);
  const std::uint64_t process = ids_.process(global_id);
  const std::int64_t device = table.count(CommandColumn::device, std::numeric_limits<std::uint32_t>::max());
  command.process = static_cast<std::uint32_t>(process);
  command.device = ids_.gpu(global_id, device).value_or(static_cast<std::uint32_t>(device));
  command.stream = ids_.stream(process, table.integer(CommandColumn::context).value_or(0),
                               table.integer(CommandColumn::stream).value_or(0));
  command.correlation =
      NsysIds::correlation(process, table.count(CommandColumn::correlation, NsysIds::kLargestCorrelation));
  if (table.integer(CommandColumn::node) && command.correlation != 0) {
    of_graph_nodes_.insert(command.correlation);
  }
  return true;
}

void NsysCommands::read_kernels(std::string_view of_kernels) {
  NsysTable table(file_, of_kernels,
                  command_columns({"demangledName", "shortName|name", "gridX", "gridY", "gridZ", "blockX", "blockY",
                                   "blockZ", "registersPerThread", "staticSharedMemory", "dynamicSharedMemory"}));
  while (table.next()) {
    RecordedCommand command{.kind = CommandKind::kernel};
    if (!read_common(table, command)) {
      continue;
    }
    std::optional<std::int64_t> name = table.integer(KernelColumn::demangled);
    name = name ? name : table.integer(KernelColumn::brief);
    command.name = name ? names_.string(*name) : names_.add("kernel");
    command.ctas = product(table, KernelColumn::grid, std::numeric_limits<std::int64_t>::max());
    command.cta = {.threads = product(table, KernelColumn::block, kLargestCount),
                   .registers = table.count(KernelColumn::registers, kLargestCount),
                   .shared_memory = {table.count(KernelColumn::static_shared, kLargestCount) +
                                     table.count(KernelColumn::dynamic_shared, kLargestCount)}};
    commands_.push_back(command);
  }
}

void NsysCommands::read_copies(std::string_view of_copies) {
  const NsysEnumeration kinds = copy_kinds(file_);
  const NsysEnumeration memory = memory_kinds(file_);
  NsysTable table(
      file_, of_copies,
      command_columns({"bytes", "copyKind", "srcKind", "dstKind", "srcDeviceId", "dstDeviceId", "migrationCause"}));
  while (table.next()) {
    RecordedCommand command{.cta = {.threads = 0}};
    const Ends ends{
        .source = host_memory(memory, table.integer(CopyColumn::source)),
        .target = host_memory(memory, table.integer(CopyColumn::target)),
        .same_device = !table.integer(CopyColumn::source_device) || !table.integer(CopyColumn::target_device) ||
                       table.integer(CopyColumn::source_device) == table.integer(CopyColumn::target_device)};
    const auto kind = kind_of_copy(as_copy(kinds.documented(table.integer(CopyColumn::kind).value_or(0))), ends);
    if (!kind || !read_common(table, command)) {
      continue;
    }
    command.kind = *kind;
    command.name = names_.add(name_of_copy(*kind));
    command.bytes = {table.count(CopyColumn::bytes, kMostBytes)};
    command.asked_for = is_migration(*kind) && table.integer(CopyColumn::cause) == kAskedFor;
    command.memory = *kind == CommandKind::h2d ? ends.source : *kind == CommandKind::d2h ? ends.target : std::nullopt;
    commands_.push_back(command);
  }
}

/// nvprof's, one a move: CUpti_ActivityUnifiedMemoryCounter2, whose other kinds count faults and the like.
void NsysCommands::read_migrations() {
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
    const std::optional<RecordedInterval> interval = table.interval(kStart, kEnd);
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
    command.name = names_.add(name_of_copy(command.kind));
    command.bytes = {table.count(kBytes, kMostBytes)};
    command.asked_for = table.integer(kCause) == kAskedFor && is_migration(command.kind);
    commands_.push_back(command);
  }
}

void NsysCommands::read_memsets() {
  NsysTable table(file_, "CUPTI_ACTIVITY_KIND_MEMSET", command_columns({"bytes"}));
  while (table.next()) {
    RecordedCommand command{.kind = CommandKind::memset, .cta = {.threads = 0}};
    if (read_common(table, command)) {
      command.name = names_.add("Memset");
      command.bytes = {table.count(CopyColumn::bytes, kMostBytes)};
      commands_.push_back(command);
    }
  }
}

void NsysCommands::read_graphs() {
  NsysTable table(file_, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", command_columns({}));
  while (table.next()) {
    RecordedCommand command{.kind = CommandKind::kernel, .cta = {.threads = 0}};
    // A launch whose nodes were recorded one by one is there already.
    if (read_common(table, command) && !of_graph_nodes_.contains(command.correlation)) {
      command.name = names_.add("CUDA graph");
      commands_.push_back(command);
    }
  }
}

}  // namespace warpshop::io
