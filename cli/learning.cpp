#include "cli/learning.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/io/write_device.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

const std::filesystem::path& own_file(const ChosenProfile& profile) {
  if (profile.file.empty()) {
    throw InputError("--learn: the profile " + profile.device.name +
                     " is shipped with warpshop, expected one of your own");
  }
  return profile.file;
}

}  // namespace

void add_learn_option(CLI::App& command, bool& learn) {
  command.add_flag("--learn", learn, "put right, in the profile's file, what measured times no longer bear out");
}

LearntProfile::LearntProfile(const ChosenProfile& profile) : file_(own_file(profile)) {}

void LearntProfile::store(const Device& learnt, std::size_t figures, const OutputOptions& options) {
  if (figures == 0) {
    note(options, "nothing to learn: no figure of the profile has left its interval");
    return;
  }
  file_.stream() << "# Measured by warpshop calibrate, put right while running.\n";
  io::write_device(file_.stream(), learnt);
  file_.commit();
  note(options, fmt::format("put {} figure{} of the profile right", figures, figures == 1 ? "" : "s"));
}

}  // namespace warpshop::cli
