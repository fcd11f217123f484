#pragma once

#include <cstddef>

#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "sim/io/output_file.hpp"
#include "sim/model/device.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

void add_learn_option(CLI::App& command, bool& learn);

/// The file of a profile, which is to hold what has been learnt while running.
class LearntProfile {
 public:
  /// Throws InputError: the profile is shipped with warpshop, or its file cannot be written.
  explicit LearntProfile(const ChosenProfile& profile);

  /// Writes the profile as it has been put right in so many figures, and says so; leaves the file alone if in none.
  void store(const Device& learnt, std::size_t figures, const OutputOptions& options);

 private:
  io::OutputFile file_;
};

}  // namespace warpshop::cli
