#include "sim/io/import/read_nsys_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/io/import/nsys_calls.hpp"
#include "sim/io/import/nsys_commands.hpp"
#include "sim/io/import/nsys_gpus.hpp"
#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {
namespace {

constexpr std::string_view kActivity = "CUPTI_ACTIVITY_KIND_";

/// What is read of calls and commands.
constexpr std::array<std::string_view, 9> kRead{"KERNEL",      "CONCURRENT_KERNEL",      "MEMCPY",  "MEMCPY2", "MEMSET",
                                                "GRAPH_TRACE", "UNIFIED_MEMORY_COUNTER", "RUNTIME", "DRIVER"};

/// Refuses a file with tables of commands that are not read, such as CUPTI_ACTIVITY_KIND_CDP_KERNEL, of kernels that
/// kernels launch: none is lost without a word.
void check_tables(const SqliteFile& file) {
  bool found = false;
  for (const std::string_view what : kRead) {
    found = file.has(std::string(kActivity) + std::string(what)) || found;
  }
  for (const std::string_view table : file.tables(kActivity)) {
    const std::string_view what = table.substr(kActivity.size());
    const bool read = std::find(kRead.begin(), kRead.end(), what) != kRead.end();
    const bool of_commands = what.find("KERNEL") != std::string_view::npos ||
                             what.find("MEMCPY") != std::string_view::npos ||
                             what.find("MEMSET") != std::string_view::npos;
    if (of_commands && !read && NsysTable(file, table, {"start"}, NsysUse::beside).next()) {
      file.refuse("holds commands in a table that is not known, " + std::string(table));
    }
  }
  if (!found) {
    file.refuse("holds no calls or commands of CUDA (nsys profile --trace=cuda)");
  }
}

/// `Nsight Systems 2022.2.1.31`; what else the metadata hold names users, machines and paths.
std::string recorder(const SqliteFile& file) {
  if (is_of_nvprof(file)) {
    return "nvprof";
  }
  for (const std::string_view name : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
    NsysTable table(file, name, {"name", "value"});
    while (table.next()) {
      const std::optional<std::string_view> version = table.text(1);
      constexpr std::size_t kLongest = 32;
      if (table.text(0) == "EXPORT_PRODUCT_VERSION" && version && !version->empty() && version->size() <= kLongest &&
          version->find_first_not_of("0123456789.") == std::string_view::npos) {
        return "Nsight Systems " + std::string(*version);
      }
    }
  }
  return "Nsight Systems";
}

}  // namespace

RecordedTrace read_nsys_trace(const std::filesystem::path& file) {
  const SqliteFile database(
      file,
      "a recording of Nsight Systems in SQLite: nsys export --type sqlite --output FILE.sqlite FILE.nsys-rep; or of "
      "nvprof: nvprof --export-profile FILE");
  check_tables(database);
  RecordedTrace trace{.file = database.name(), .source = recorder(database)};
  NsysIds ids;
  NsysNames names(database);
  trace.gpus = read_nsys_gpus(database, ids, names);
  NsysCallList calls = read_nsys_calls(database, ids, names);
  NsysCommands commands(database, ids, names);
  trace.commands = commands.read();
  NsysSpanList spans = read_nsys_spans(database, ids, names);
  trace.calls = std::move(calls.calls);
  trace.spans = std::move(spans.spans);
  trace.left_out = calls.left_out + spans.left_out;
  trace.repeated = commands.repeated();
  trace.names = names.take();
  return trace;
}

}  // namespace warpshop::io
