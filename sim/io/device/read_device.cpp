#include "sim/io/device/read_device.hpp"

#include <array>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/io/device/decode_assumed.hpp"
#include "sim/io/device/decode_device.hpp"
#include "sim/io/device/decode_kernel.hpp"
#include "sim/io/device/decode_observed.hpp"
#include "sim/io/device/decode_transfer.hpp"
#include "sim/io/device/measured_reader.hpp"
#include "sim/io/device/profile_setting.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/text.hpp"
#include "sim/io/yaml/top_level.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 14> kDeviceKeys{
    "schema",  "name",           "dma_engines",    "transfer",     "bus",      "sm",      "memory",
    "kernels", "launch_latency", "context_switch", "interference", "observed", "assumed", "provenance"};
constexpr std::array<std::string_view, 3> kRequiredKeys{"schema", "name", "dma_engines"};

/// Keeps the values until all are there: what transfer may hold depends on dma_engines, which may follow it.
class DeviceReceiver : public DocumentReceiver {
 public:
  explicit DeviceReceiver(const std::string& file)
      : file_(file), top_level_("warpshop.device/1", "a device", kDeviceKeys, file) {
    profile_.kind = NodeKind::map;
  }

  void key(const YamlNode& key) override { top_level_.key(key); }
  bool takes_elements(const YamlNode& /*key*/) const override { return false; }
  void element(const YamlNode& /*element*/) override {}

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "schema") {
      top_level_.check_schema(value);
    }
    profile_.children.push_back(key);
    profile_.children.push_back(value);
  }

  /// Throws InputError if the device is not called so.
  void check_name(const Device& device, const std::string& expected) const {
    if (device.name != expected) {
      const Fields fields(profile_, "a device", kDeviceKeys, file_);
      refuse_value(fields.require("name"), file_, "is not the name that the file has", in_quotes(expected));
    }
  }

  Device finish(Mark root, std::span<const ProfileSetting> settings) {
    for (const std::string_view key : kRequiredKeys) {
      top_level_.require(key, root);
    }
    profile_.mark = root;
    const YamlNode as_read = profile_;
    apply_settings(profile_, settings);
    const Fields fields(profile_, "a device", kDeviceKeys, file_);
    Device device;
    device.name = decode_device_name(fields.require("name"), file_);
    device.dma_engines = static_cast<int>(whole_number(fields.require("dma_engines"), 1, 2, file_));
    MeasuredReader reader(file_, device.confidence);
    const auto with = [&](std::string_view key, const auto& decode) {
      if (const YamlNode* value = fields.find(key)) {
        decode(*value);
      }
    };
    with("transfer", [&](const YamlNode& value) { decode_transfers(value, reader, device); });
    with("bus", [&](const YamlNode& value) { decode_bus(value, reader, device); });
    with("sm", [&](const YamlNode& value) { device.sm = decode_sm(value, file_); });
    with("memory", [&](const YamlNode& value) { decode_memory(value, reader, device); });
    with("kernels", [&](const YamlNode& value) { device.kernels = decode_kernels(value, reader); });
    with("launch_latency",
         [&](const YamlNode& value) { device.launch_latency = reader.duration(value, "launch_latency"); });
    with("context_switch",
         [&](const YamlNode& value) { device.context_switch = reader.duration(value, "context_switch"); });
    with("interference", [&](const YamlNode& value) { device.interference = decode_interference(value, reader); });
    with("observed", [&](const YamlNode& value) { device.observed = decode_observed(value, reader); });
    with("provenance", [&](const YamlNode& value) { device.provenance = decode_provenance(value, file_); });
    with("assumed", [&](const YamlNode& value) { device.assumed = decode_assumed(value, as_read, profile_, file_); });
    for (const ProfileSetting& setting : settings) {
      std::erase_if(device.assumed, [&](const std::string& path) { return sets(setting, path); });
    }
    return device;
  }

 private:
  const std::string& file_;
  TopLevel top_level_;
  YamlNode profile_;
};

Device decode_device(Text text, std::span<const ProfileSetting> settings,
                     const std::optional<std::string>& expected_name = {}) {
  const std::string file = text.file;
  DeviceReceiver receiver(file);
  const Mark root = read_document(std::move(text), receiver);
  const auto decode = [&] {
    Device device = receiver.finish(root, settings);
    if (expected_name) {
      receiver.check_name(device, *expected_name);
    }
    return device;
  };
  if (settings.empty()) {
    return decode();
  }
  try {
    return decode();
  } catch (const InputError& error) {
    throw with_settings(error, settings);
  }
}

}  // namespace

Device read_device(const std::filesystem::path& file, std::span<const ProfileSetting> settings) {
  return decode_device(read_text(file), settings);
}

Device read_device(const std::filesystem::path& file, const std::string& expected_name,
                   std::span<const ProfileSetting> settings) {
  return decode_device(read_text(file), settings, expected_name);
}

Device parse_device(std::istream& text, const std::string& file_name, std::span<const ProfileSetting> settings) {
  return decode_device(read_text(text, file_name), settings);
}

}  // namespace warpshop::io
