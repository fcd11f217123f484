#include "calibrate/context.hpp"

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "calibrate/first_line.hpp"

namespace warpshop::calibrate {
namespace {

/// By the transfer rate in GT/s, which is what the kernel lists.
std::string generation(const std::string& speed) {
  constexpr std::array<double, 6> kRates{2.5, 5, 8, 16, 32, 64};
  const double rate = std::strtod(speed.c_str(), nullptr);
  for (std::size_t i = 0; i < kRates.size(); ++i) {
    if (rate == kRates[i]) {
      return fmt::format("PCIe {}.0", i + 1);
    }
  }
  return speed;
}

std::string link(const std::string& folder) {
  const auto now = first_line(folder + "/current_link_speed");
  if (now.empty()) {
    return "";
  }
  const std::string width = first_line(folder + "/current_link_width");
  const auto peak = link_peak(now, width);
  return fmt::format("{} x{}{}, the slot and the chip at most {} x{}", generation(now), width,
                     peak ? fmt::format(", {:.1f} GB/s in each direction", peak->value / 1e9) : "",
                     generation(first_line(folder + "/max_link_speed")), first_line(folder + "/max_link_width"));
}

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) {
      return line.substr(line.find(": ") + 2);
    }
  }
  return "";
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm calendar{};
  gmtime_r(&time, &calendar);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &calendar);
  return text.data();
}

}  // namespace

std::map<std::string, std::string> describe(const gpu::Properties& chip, const std::string& pci_folder) {
  std::map<std::string, std::string> provenance{
      {"gpu", chip.name},    {"uuid", chip.uuid}, {"driver", chip.driver},      {"runtime", chip.runtime},
      {"host", processor()}, {"when", now()},     {"clock limits", chip.clocks}};
  if (chip.compute_major > 0) {
    provenance["gpu"] = fmt::format("{}, compute capability {}.{}", chip.name, chip.compute_major, chip.compute_minor);
  }
  if (!chip.pci_address.empty()) {
    provenance["link"] = link(pci_folder + '/' + chip.pci_address);
    provenance["kernel module"] = first_line(pci_folder + '/' + chip.pci_address + "/driver/module/version");
  }
  std::erase_if(provenance, [](const auto& topic) { return topic.second.empty(); });
  return provenance;
}

std::optional<BytesPerSecond> link_peak(const std::string& speed, const std::string& width) {
  constexpr double kOldEncoding = 8.0 / 10;
  constexpr double kNewEncoding = 128.0 / 130;
  constexpr double kLastOldRate = 5;
  const double rate = std::strtod(speed.c_str(), nullptr);
  const double per_transfer = std::strtod(width.c_str(), nullptr);
  const double bits = rate * 1e9 * per_transfer * (rate <= kLastOldRate ? kOldEncoding : kNewEncoding);
  return bits > 0 ? std::optional{BytesPerSecond{bits / 8}} : std::nullopt;
}

std::optional<BytesPerSecond> link_peak(const gpu::Properties& chip, const std::string& pci_folder) {
  const std::string folder = pci_folder + '/' + chip.pci_address;
  return chip.pci_address.empty()
             ? std::nullopt
             : link_peak(first_line(folder + "/current_link_speed"), first_line(folder + "/current_link_width"));
}

AllocationUnits allocation_units(const gpu::Properties& chip) {
  if (chip.compute_major == 0) {
    return {};
  }
  constexpr int kFirstWithSmallLots = 8;
  constexpr std::int64_t kSmallLot = 128;
  constexpr std::int64_t kLargeLot = 256;
  return {.registers = 256,
          .warps = 4,
          .shared_memory = Bytes{chip.compute_major >= kFirstWithSmallLots ? kSmallLot : kLargeLot},
          .shared_memory_reserved = chip.shared_memory_per_cta_reserved};
}

SmModel sm_of(const gpu::Properties& chip) {
  return {.count = chip.sms,
          .registers = chip.registers_per_sm,
          .shared_memory = chip.shared_memory_per_sm,
          .threads = chip.threads_per_sm,
          .ctas = chip.ctas_per_sm,
          .units = allocation_units(chip)};
}

}  // namespace warpshop::calibrate
