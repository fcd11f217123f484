#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "sim/io/import/nsys_ids.hpp"
#include "sim/io/import/nsys_names.hpp"
#include "sim/io/import/nsys_table.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// Reads what ran on GPUs: kernels, copies, memsets, pages of unified memory that moved, and graphs that were recorded
/// as a whole; of Nsight Systems as well as of nvprof, which has further tables. Left out: copies within the memory of
/// the host, which no engine does, and what has no times.
class NsysCommands {
 public:
  NsysCommands(const SqliteFile& file, NsysIds& ids, NsysNames& names) : file_(file), ids_(ids), names_(names) {}

  /// By start; of equal starts kernels, copies, memsets, graphs, each as recorded. Throws InputError.
  std::vector<RecordedCommand> read();
  /// How many it left out since that stood there again.
  std::size_t repeated() const { return repeated_; }

 private:
  void read_kernels(std::string_view of_kernels);
  void read_copies(std::string_view of_copies);
  void read_migrations();
  void read_memsets();
  void read_graphs();
  /// What all tables have: these columns come first in them. False: it has no times.
  bool read_common(const NsysTable& table, RecordedCommand& command);

  const SqliteFile& file_;
  NsysIds& ids_;
  NsysNames& names_;
  std::unordered_set<std::uint64_t> of_graph_nodes_;  ///< correlations
  std::vector<RecordedCommand> commands_;
  std::size_t repeated_ = 0;
};

}  // namespace warpshop::io
