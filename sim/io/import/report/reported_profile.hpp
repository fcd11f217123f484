#pragma once

#include <string>
#include <vector>

#include "sim/io/import/report/reported_gpu.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// A profile that a text was put into.
struct ReportedProfile {
  Device device;
  std::vector<std::string> taken;  ///< what of the text it has: `transfer.pinned.h2d.alone 55.36 GB/s`
  std::vector<std::string> notes;  ///< for the user
};

/// The most that a measured figure may be off another one of the same thing, as a part of it, to be kept beside it.
inline constexpr double kSameMeasurement = 0.05;

/// A profile of a GPU that a text describes: what the text says, the rest from the tables of chips and links, of which
/// transfers are `assumed`. `provenance` has, by the path of each figure of the text, the tool, file and line. Throws
/// InputError at figures that no profile has together.
ReportedProfile profile_of_report(const ReportedGpus& text, const ReportedGpu& gpu, std::string name);

/// The same, into a profile that is there: its own figures stay, but for those that are assumed, or from the tables.
/// One that the text has as well is kept if both are the same up to kSameMeasurement; else `replace` takes that of the
/// text. Throws InputError: at a figure that is not the same, and is not to be replaced; another GPU; also as above.
ReportedProfile add_report(Device device, const ReportedGpus& text, const ReportedGpu& gpu, bool replace);

/// What is to be said of the GPUs of a text beside the one that is taken; nothing: there are none.
std::vector<std::string> other_gpus(const ReportedGpus& text, const ReportedGpu& taken);

}  // namespace warpshop::io
