#include "cli/learning.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "dispatch/drift/learn.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

const std::filesystem::path& own_file(const ChosenProfile& profile) {
  if (profile.file.empty()) {
    throw InputError("--learn: the profile " + profile.device.name +
                     " is shipped with warpshop, expected one of your own");
  }
  if (!profile.as_set.settings.empty()) {
    throw InputError("--learn would write what --set says into the profile's file, expected one of the two");
  }
  return profile.file;
}

}  // namespace

void add_learn_option(CLI::App& command, bool& learn) {
  command.add_flag("--learn", learn, "put right, in the profile's file, what measured times no longer bear out");
}

LearntProfile::LearntProfile(const ChosenProfile& profile)
    : before_(profile.device), file_(own_file(profile), files::FileKind::profile) {}

void LearntProfile::store(const Device& learnt, const OutputOptions& options) {
  const std::vector<std::string> changed = dispatch::changed_figures(before_, learnt);
  if (changed.empty()) {
    note(options, "nothing to learn: no figure of the profile has left its interval");
    return;
  }
  file_.stream() << "# Measured by warpshop calibrate, put right while running.\n";
  io::write_device(file_.stream(), learnt);
  file_.commit();
  for (const std::string& figure : changed) {
    note(options, "learnt: " + figure);
  }
  note(options, fmt::format("put {} figure{} of the profile right, stored in its file", changed.size(),
                            changed.size() == 1 ? "" : "s"));
}

void LearntProfile::leave(const Device& learnt, const std::string& reason, const OutputOptions& options) const {
  for (const std::string& figure : dispatch::changed_figures(before_, learnt)) {
    note(options, "would have learnt: " + figure);
  }
  note(options, "the profile's file is as it was: " + reason);
}

}  // namespace warpshop::cli
