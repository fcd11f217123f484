#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/device/decode_profile.hpp"
#include "sim/io/device/value_path.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

/// Throws InputError at the first value that a device with one DMA engine must not have, naming all of them, with what
/// takes them out.
void check_forbidden(const std::vector<std::string>& paths, const YamlNode& profile) {
  if (paths.empty()) {
    return;
  }
  std::vector<std::string> places;
  std::vector<std::string> remedies;
  for (const std::string& path : paths) {
    const Mark mark = node_at(profile, path)->mark;
    places.push_back(mark.line > 0 ? fmt::format("{} ({}:{})", path, mark.line, mark.column) : path);
    remedies.push_back(fmt::format("--set {}=", path));
  }
  refuse(*node_at(profile, paths.front()),
         fmt::format("a device with one DMA engine has {}, expected none of it, as its transfers never "
                     "overlap; to do without for once: {}",
                     fmt::join(places, ", "), fmt::join(remedies, " ")));
}

/// A bandwidth beside an opposing copy that no device has.
[[noreturn]] void refuse_beside(const YamlNode& node, std::string_view figure, BytesPerSecond alone) {
  const YamlNode* value = find_value(node, "value");
  refuse_value(value != nullptr ? *value : node,
               fmt::format("is a {} bandwidth more than 10 % above the {} GB/s alone", figure, alone.value / 1e9),
               "no more than alone: an opposing copy makes none faster");
}

void check_transfers(const Device& device, const YamlNode& profile) {
  std::vector<std::string> forbidden;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const TransferModel& transfer = device.transfer(memory, direction);
      for (const std::string_view figure : {"duplex", "mixed"}) {
        const auto& beside = figure == "duplex" ? transfer.duplex : transfer.mixed;
        const std::string path = transfer_path(memory, direction, figure);
        if (!beside) {
          continue;
        }
        if (figure == "duplex" && memory == Memory::pageable) {
          refuse(*node_at(profile, path),
                 "a duplex bandwidth of pageable memory, expected none: two pageable transfers never "
                 "overlap");
        }
        if (device.dma_engines == 1) {
          forbidden.push_back(path);
        } else if (transfer.alone && beside->value > kMostBesideOverAlone * transfer.alone->value) {
          refuse_beside(*node_at(profile, path), figure, *transfer.alone);
        }
      }
    }
  }
  check_forbidden(forbidden, profile);
}

/// Bandwidth of a transfer of the best size at the best of times: relative to alone, all sizes speed up alike.
BytesPerSecond fastest(const TransferModel& transfer) {
  const BytesPerSecond none{0};
  if (!transfer.alone) {
    return transfer.points.empty() ? none : transfer.peak();
  }
  const BytesPerSecond most =
      std::max({*transfer.alone, transfer.duplex.value_or(none), transfer.mixed.value_or(none)});
  return {most.value * (transfer.peak().value / transfer.alone->value)};
}

void check_bus(const Device& device, const YamlNode& profile) {
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const double shared = device.bus->bandwidth[index(direction)].value;
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      const double most = fastest(device.transfer(memory, direction)).value;
      if (shared < most && !tied(shared, most)) {
        refuse_value(*node_at(profile, fmt::format("bus.{}", name(direction))),
                     fmt::format("is slower than what {} memory moves of one device", name(memory)),
                     "the bandwidth that all devices share");
      }
    }
  }
}

}  // namespace

void check_profile(const Device& device, const YamlNode& profile) {
  check_transfers(device, profile);
  if (device.bus) {
    check_bus(device, profile);
  }
  if (device.observed && device.observed->partial_overlap) {
    const ModelCheck& check = *device.observed->partial_overlap;
    if (check.worst_error < check.mean_error) {
      refuse_value(*node_at(profile, "observed.partial_overlap.worst_error"), "is below the mean error",
                   "mean_error <= worst_error");
    }
  }
}

}  // namespace warpshop::io
