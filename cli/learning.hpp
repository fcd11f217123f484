#pragma once

#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "dispatch/drift.hpp"
#include "sim/io/output_file.hpp"

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

  /// Writes the profile with every finding's figure put right, and says so; leaves the file alone if there is none.
  void store(dispatch::Drift& drift, const OutputOptions& options);

 private:
  io::OutputFile file_;
};

}  // namespace warpshop::cli
