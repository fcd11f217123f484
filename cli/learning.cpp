#include "cli/learning.hpp"

#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "sim/io/device/write_device.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

const std::filesystem::path& own_file(const ChosenProfile& profile) {
  if (profile.file.empty()) {
    throw InputError("--learn: the profile " + profile.device.name +
                     " is shipped with warpshop, expected one of your own");
  }
  if (!profile.settings.empty()) {
    throw InputError("--learn would write what --set says into the profile's file, expected one of the two");
  }
  return profile.file;
}

class Changes {
 public:
  void add(const std::string& figure, double before, double after, const char* unit) {
    if (before != after) {
      texts_.push_back(fmt::format("{} from {:.6g} {} to {:.6g} {}", figure, before, unit, after, unit));
    }
  }
  // A figure that the profile does not have is not learnt either.
  void add(const std::string& figure, std::optional<BytesPerSecond> before, std::optional<BytesPerSecond> after) {
    constexpr double kGiga = 1e9;
    if (before && after) {
      add(figure, before->value / kGiga, after->value / kGiga, "GB/s");
    }
  }
  void add(const std::string& figure, std::optional<Millis> before, std::optional<Millis> after) {
    if (before && after) {
      add(figure, before->count(), after->count(), "ms");
    }
  }
  std::vector<std::string> texts() && { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
};

}  // namespace

std::vector<std::string> changed_figures(const Device& before, const Device& after) {
  Changes changes;
  for (const auto& [name, model] : after.kernels) {
    const auto old = before.kernels.find(name);
    if (old != before.kernels.end()) {
      const std::string path = "kernels." + name;
      changes.add(path + ".per_element", old->second.per_element, model.per_element);
      changes.add(path + ".invocation", old->second.invocation, model.invocation);
    }
  }
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& old = before.transfer(memory, direction);
      const TransferModel& now = after.transfer(memory, direction);
      const std::string path = fmt::format("transfer.{}.{}", name(memory), name(direction));
      changes.add(path + ".alone", old.alone, now.alone);
      changes.add(path + ".duplex", old.duplex, now.duplex);
      changes.add(path + ".mixed", old.mixed, now.mixed);
    }
  }
  return std::move(changes).texts();
}

void add_learn_option(CLI::App& command, bool& learn) {
  command.add_flag("--learn", learn, "put right, in the profile's file, what measured times no longer bear out");
}

LearntProfile::LearntProfile(const ChosenProfile& profile)
    : before_(profile.device), file_(own_file(profile), io::FileKind::profile) {}

void LearntProfile::store(const Device& learnt, const OutputOptions& options) {
  const std::vector<std::string> changed = changed_figures(before_, learnt);
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
  for (const std::string& figure : changed_figures(before_, learnt)) {
    note(options, "would have learnt: " + figure);
  }
  note(options, "the profile's file is as it was: " + reason);
}

}  // namespace warpshop::cli
