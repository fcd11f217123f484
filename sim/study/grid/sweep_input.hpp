#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/note.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/sweep/point_maker.hpp"
#include "sim/study/sweep/workload_cell.hpp"

namespace warpshop::study {

/// A sweep and all that it names, ready to be made.
struct SweepInput {
  Grid grid;
  SweepSettings settings;
  SweepManifest manifest;
  std::vector<std::filesystem::path> files;  ///< that were read
  std::vector<Note> notes;  ///< of values that are half set, axes that tasks do not feel, slow policies

  /// Says what there is to be of the engine and the policies that are set, before there are any cells.
  void begin(const std::string& name, const Origin& origin, std::uint64_t sets, std::vector<SweepAxis> axes);
  /// ready: the workloads of the cell; values: by axis; device: as outputs call it.
  void add_cell(const WorkloadCell& ready, GridCell cell, std::vector<std::size_t> values, const std::string& device);
};

/// A sweep file that was read: once, as it may be a pipe.
struct SweepFile {
  io::Text text;
  SweepSpec spec;
};

/// Throws InputError.
SweepFile read_sweep_file(const std::string& file);

/// Throws InputError: at the place in the sweep file where a policy stands that there is not, or twice.
std::vector<NamedPolicy> asked_policies(const SweepSpec& spec);

/// Reads what a sweep of sets of tasks names, and checks that every policy takes every set on every device. Throws
/// InputError: at the place in the sweep file, or in what it names.
SweepInput sweep_input(const SweepFile& file, const Origin& origin, const EngineChoice& engine,
                       const PlanOptions& options);

}  // namespace warpshop::study
