#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "sim/files/output_file.hpp"
#include "sim/model/device.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

void add_learn_option(CLI::App& command, bool& learn);

/// The file of a profile, which is to hold what has been learnt while running.
class LearntProfile {
 public:
  /// Throws InputError: the profile is shipped with warpshop or has settings, or its file cannot be written.
  explicit LearntProfile(const ChosenProfile& profile);

  /// Writes the profile as it has been put right, and says which figures changed, from what to what; leaves the file
  /// alone if none did.
  void store(const Device& learnt, const OutputOptions& options);
  /// Says the same, but that it is not stored, and why.
  void leave(const Device& learnt, const std::string& reason, const OutputOptions& options) const;

 private:
  Device before_;
  files::OutputFile file_;
};

}  // namespace warpshop::cli
