#include "sim/io/read_device.hpp"

#include <array>
#include <istream>
#include <map>
#include <string_view>
#include <utility>

#include "sim/io/decode_device.hpp"
#include "sim/io/decode_kernel.hpp"
#include "sim/io/decode_observed.hpp"
#include "sim/io/decode_transfer.hpp"
#include "sim/io/document.hpp"
#include "sim/io/measured_reader.hpp"
#include "sim/io/text.hpp"
#include "sim/io/top_level.hpp"
#include "sim/io/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 13> kDeviceKeys{
    "schema",  "name",           "dma_engines",    "transfer",     "bus",      "sm",        "memory",
    "kernels", "launch_latency", "context_switch", "interference", "observed", "provenance"};
constexpr std::array<std::string_view, 4> kRequiredKeys{"schema", "name", "dma_engines", "transfer"};

/// Keeps the values until all are there: what transfer needs depends on dma_engines, which may follow it.
class DeviceReceiver : public DocumentReceiver {
 public:
  explicit DeviceReceiver(const std::string& file)
      : file_(file), top_level_("warpshop.device/1", "a device", kDeviceKeys, file) {}

  void key(const YamlNode& key) override { top_level_.key(key); }
  bool takes_elements(const YamlNode& /*key*/) const override { return false; }
  void element(const YamlNode& /*element*/) override {}

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "schema") {
      top_level_.check_schema(value);
    }
    values_.emplace(key.text, value);
  }

  Device finish(Mark root) const {
    for (const std::string_view key : kRequiredKeys) {
      top_level_.require(key, root);
    }
    Device device;
    device.name = decode_device_name(value("name"), file_);
    device.dma_engines = static_cast<int>(whole_number(value("dma_engines"), 1, 2, file_));
    MeasuredReader reader(file_, device.confidence);
    decode_transfers(value("transfer"), reader, device);
    if (top_level_.has("bus")) {
      decode_bus(value("bus"), reader, device);
    }
    if (top_level_.has("sm")) {
      device.sm = decode_sm(value("sm"), file_);
    }
    if (top_level_.has("memory")) {
      decode_memory(value("memory"), reader, device);
    }
    if (top_level_.has("kernels")) {
      device.kernels = decode_kernels(value("kernels"), reader);
    }
    if (top_level_.has("launch_latency")) {
      device.launch_latency = reader.duration(value("launch_latency"), "launch_latency");
    }
    if (top_level_.has("context_switch")) {
      device.context_switch = reader.duration(value("context_switch"), "context_switch");
    }
    if (top_level_.has("interference")) {
      device.interference = decode_interference(value("interference"), reader);
    }
    if (top_level_.has("observed")) {
      device.observed = decode_observed(value("observed"), reader);
    }
    if (top_level_.has("provenance")) {
      device.provenance = decode_provenance(value("provenance"), file_);
    }
    return device;
  }

 private:
  const YamlNode& value(std::string_view key) const { return values_.find(key)->second; }

  const std::string& file_;
  TopLevel top_level_;
  std::map<std::string, YamlNode, std::less<>> values_;
};

Device decode_device(Text text) {
  const std::string file = text.file;
  DeviceReceiver receiver(file);
  const Mark root = read_document(std::move(text), receiver);
  return receiver.finish(root);
}

}  // namespace

Device read_device(const std::filesystem::path& file) {
  return decode_device(read_text(file));
}

Device parse_device(std::istream& text, const std::string& file_name) {
  return decode_device(read_text(text, file_name));
}

}  // namespace warpshop::io
