#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/units.hpp"

namespace warpshop::io {

/// A launch of a kernel, as Nsight Compute saw it by itself. What it did not measure is missing.
struct NcuLaunch {
  Mark mark;  ///< where its first line starts
  std::string kernel;
  std::string device;                                   ///< number of the GPU; empty: not said
  std::string process;                                  ///< by the system\'s number; empty: not said
  std::optional<double> ctas;                           ///< of the grid
  std::optional<double> threads;                        ///< of a CTA
  std::optional<double> registers;                      ///< of a thread
  std::optional<double> static_shared, dynamic_shared;  ///< of a CTA, B
  std::optional<Millis> duration;
  std::optional<double> compute;  ///< Compute (SM) Throughput, %
  std::optional<double> memory;   ///< DRAM Throughput, %
};

/// Reads what `ncu --csv` prints, page details (a line a metric) or raw (a line a launch, units in the second), with
/// what a program printed before. Numbers are as in English or, where that does not explain all of them, as where a
/// comma stands before decimals. At most 64 MiB. Throws InputError at the line and column of what is wrong; without a
/// line where there is no table.
std::vector<NcuLaunch> read_ncu_launches(const std::filesystem::path& file);
std::vector<NcuLaunch> read_ncu_launches(std::istream& stream, const std::string& file_name);

}  // namespace warpshop::io
