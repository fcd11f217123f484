#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {

/// The keys of the top level of a profile.
inline constexpr std::array<std::string_view, 20> kDeviceKeys{"schema",
                                                              "name",
                                                              "compute_capability",
                                                              "dma_engines",
                                                              "transfer",
                                                              "bus",
                                                              "host_copy",
                                                              "sm",
                                                              "memory",
                                                              "kernels",
                                                              "launch_latency",
                                                              "gaps",
                                                              "context_switch",
                                                              "interference",
                                                              "power",
                                                              "probes",
                                                              "co_run",
                                                              "observed",
                                                              "assumed",
                                                              "provenance"};

/// Reads a device profile (`schema: warpshop.device/1`, see devices/README.md). Throws InputError at the first thing
/// that is wrong; a file that cannot be read is named without a line. A name other than the expected one is refused
/// where it stands.
Device read_device(const std::filesystem::path& file, const std::optional<std::string>& expected_name = {});

/// The same from text; `file_name` is what errors call it. Settings are put into what the text says before it is
/// checked and decoded, see apply_settings(); what they set is assumed no longer.
Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings = {});

/// The profile as YAML (`warpshop.device/1`) that parse_device reads back as the same device; the ends of a confidence
/// interval in six digits, rounded outwards. Free text may hold anything that is UTF-8. Throws std::logic_error for a
/// confidence that is not one, or is of a value that the device does not have.
void write_device(std::ostream& out, const Device& device);

/// A device profile as its file has it, read once to be decoded with other settings each time.
class ProfileDocument {
 public:
  /// Throws InputError: no plain YAML, another kind of file, an unknown key.
  explicit ProfileDocument(Text text);
  ProfileDocument(const ProfileDocument&) = delete;
  ProfileDocument& operator=(const ProfileDocument&) = delete;

  /// See parse_device().
  Device device(std::span<const ProfileSetting> settings, const std::optional<std::string>& expected_name = {}) const;

 private:
  Text text_;
  YamlNode root_;
};

}  // namespace warpshop::io
