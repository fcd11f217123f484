#include "sim/files/own_files.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>

#include <zlib.h>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/sweep/points.hpp"
#include "sim/model/error.hpp"
#include "sim/result/csv_columns.hpp"
#include "sim/result/file_openings.hpp"
#include "sim/result/format.hpp"
#include "sim/result/kinds.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLooksAt = 4096;  // bytes
constexpr std::string_view kProfileHeading = "# Measured by warpshop calibrate";

/// Results in JSON, of what opens as `{"schema":"warpshop.compare/1"`; the rest is input, or is kept and grows.
bool is_json_of_result(std::string_view text) {
  const std::string_view rest = text.substr(format::Json::kOpening.size());
  const std::string_view kind = rest.substr(0, rest.find('/'));
  const auto forms = result::forms();
  return std::any_of(forms.begin(), forms.end(), [&](const auto* form) { return form->name == kind; });
}

bool is_csv_header(std::string_view line) {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  const auto has = [columns = ',' + std::string(line) + ','](std::string_view some) {
    return columns.find(',' + std::string(some) + ',') != std::string::npos;
  };
  return (has(kBasisColumns) && has(kOriginColumns)) || line == kSampleColumns || line == kDeviceColumns ||
         line == kSeriesColumns || line.starts_with(kPairColumns) || line.starts_with(kSplitColumns);
}

/// Of what is compressed the start of what it holds.
std::string start_of(const fs::path& file) {
  std::string start(kLooksAt, '\0');
  gzFile_s* const in = gzopen(file.c_str(), "rbe");
  const int size = in == nullptr ? 0 : gzread(in, start.data(), static_cast<unsigned>(start.size()));
  gzclose(in);
  start.resize(static_cast<std::size_t>(std::max(size, 0)));
  return start;
}

bool is_profile(const fs::path& file) {
  if (start_of(file).starts_with(kProfileHeading)) {
    return true;  // whatever has become of it
  }
  try {
    io::read_device(file);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Whether a file is of a kind; for errors, what is wrong with one that is not, and what was expected.
struct KindRule {
  bool (*is_of_kind)(const fs::path&);
  std::string_view expected;
};

constexpr std::string_view kNotWritten =
    "is there already and was not written by warpshop, expected a new file, or an earlier result to replace";

/// [FileKind]
constexpr std::array kKindRules{
    KindRule{[](const fs::path& file) { return is_result(start_of(file)); }, kNotWritten},
    KindRule{is_profile, "is there already and is no profile, expected a new file, or a profile to replace"},
    KindRule{[](const fs::path& file) { return start_of(file).starts_with(io::kPointsOpening); },
             "is there already and holds no points of a sweep, expected a new file"},
    KindRule{
        [](const fs::path& file) { return start_of(file).starts_with(kImportedHeading); },
        "is there already and was not imported by warpshop, expected a new file, or an imported workload to replace"},
    KindRule{[](const fs::path& /*file*/) { return true; }, kNotWritten}};

}  // namespace

bool is_result(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return (format::is_opening(text) && (!text.starts_with(format::Json::kOpening) || is_json_of_result(text))) ||
         text.starts_with(kTraceOpening) || text.starts_with(kReportOpening) || is_csv_header(line);
}

bool is_replaceable(const fs::path& target, FileKind kind) {
  std::error_code error;
  if (!fs::exists(fs::status(target, error))) {
    return true;  // or the folder cannot be searched, which opening the file will say
  }
  const std::uintmax_t size = fs::file_size(target, error);
  return (!error && size == 0) || kKindRules[static_cast<std::size_t>(kind)].is_of_kind(target);
}

std::string what_is_expected(FileKind kind) {
  return std::string(kKindRules[static_cast<std::size_t>(kind)].expected);
}

}  // namespace warpshop::files
