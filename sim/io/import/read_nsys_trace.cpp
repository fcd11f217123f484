#include "sim/io/import/read_nsys_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "sim/io/import/nsys_calls.hpp"
#include "sim/io/import/nsys_commands.hpp"
#include "sim/io/import/nsys_gpus.hpp"
#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/nsys_table.hpp"
#include "sim/io/import/sqlite_file.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 5> kTablesOfCuda{"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                        "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                                                        "CUPTI_ACTIVITY_KIND_RUNTIME"};

/// `Nsight Systems 2022.2.1.31`; what else the metadata hold names users, machines and paths.
std::string recorder(const SqliteFile& file) {
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
      file, "a recording of Nsight Systems in SQLite: nsys export --type sqlite --output FILE.sqlite FILE.nsys-rep");
  if (std::none_of(kTablesOfCuda.begin(), kTablesOfCuda.end(),
                   [&](std::string_view table) { return database.has(table); })) {
    database.refuse("holds no calls or commands of CUDA (nsys profile --trace=cuda)");
  }
  RecordedTrace trace{.file = database.name(), .source = recorder(database)};
  NsysIds ids;
  NsysNames names(database);
  trace.gpus = read_nsys_gpus(database, ids);
  trace.calls = read_nsys_calls(database, ids, names);
  trace.commands = NsysCommands(database, ids, names).read();
  trace.spans = read_nsys_spans(database, ids, names);
  trace.names = names.take();
  return trace;
}

}  // namespace warpshop::io
