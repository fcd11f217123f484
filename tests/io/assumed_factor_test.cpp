#include "sim/model/assumed_factor.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/device/chips.hpp"
#include "sim/model/chip_table.hpp"

namespace warpshop {
namespace {

/// What the value at a path of copies is; nothing: it is missing.
std::optional<double> value_at(const Device& device, Memory memory, Direction direction, const std::string& key) {
  const TransferModel& transfer = device.transfer(memory, direction);
  if (key == "latency") {
    return transfer.latency ? std::optional(transfer.latency->count()) : std::nullopt;
  }
  const auto& bandwidth = key == "alone" ? transfer.alone : key == "duplex" ? transfer.duplex : transfer.mixed;
  return bandwidth ? std::optional(bandwidth->value) : std::nullopt;
}

std::string path_of(Memory memory, Direction direction, const std::string& key) {
  return "transfer." + std::string(name(memory)) + '.' + std::string(name(direction)) + '.' + key;
}

/// Calls visit(path, memory, direction, key) for every value of copies.
void each_value(const auto& visit) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      for (const char* key : {"latency", "alone", "duplex", "mixed"}) {
        visit(path_of(memory, direction, key), memory, direction, std::string(key));
      }
    }
  }
}

struct Measured {
  const char* profile;
  const char* link;  ///< of that machine
};

TEST(AssumedFactor, HoldsWhatEveryMeasuredProfileHasBesideTheTableOfLinks) {
  for (const auto& [profile, link] :
       {Measured{"k20c", "pcie2-x8"}, Measured{"gtx980", "pcie2"}, Measured{"titanx", "pcie3"},
        Measured{"h100-80gb-hbm3", "pcie5"}, Measured{"h200-141gb", "pcie5"}}) {
    const Device measured = files::find_device(profile);
    const std::optional<LinkModel> known = io::chips().find_link(link);
    const Device assumed = profile_of(nullptr, &*known);
    each_value([&](const std::string& path, Memory memory, Direction direction, const std::string& key) {
      const auto found = value_at(measured, memory, direction, key);
      const auto expected = value_at(assumed, memory, direction, key);
      EXPECT_EQ(assumed_factor(path).has_value(), memory == Memory::pinned || key != "duplex") << path;
      if (found && expected && assumed_factor(path)) {
        EXPECT_GE(*found / *expected, assumed_factor(path)->low) << profile << ' ' << path;
        EXPECT_LE(*found / *expected, assumed_factor(path)->high) << profile << ' ' << path;
      }
    });
  }
}

TEST(AssumedFactor, HoldsWhatLinksOfPcieReached) {
  const AssumedFactor alone = *assumed_factor("transfer.pinned.d2h.alone");
  for (const LinkModel& link : io::chips().links) {
    if (link.name.starts_with("pcie")) {
      EXPECT_LE(alone.low, link.low.value / link.usual.value) << link.name;
      EXPECT_GE(alone.high, link.high.value / link.usual.value) << link.name;
      EXPECT_LE(alone.high, link.theoretical.value / link.usual.value) << link.name;
    }
  }
}

TEST(AssumedFactor, IsOfCopiesAlone) {
  for (const char* path : {"transfer", "transfer.pinned.h2d", "transfer.pinned.h2d.points.4096", "context_switch",
                           "kernels.k.per_element", "transfer.pinned.up.alone", "transfer.pinned.h2d.alone.x"}) {
    EXPECT_FALSE(assumed_factor(path)) << path;
  }
}

TEST(ScaleAssumed, ChangesOneValueAndKeepsOthersBelowTheOneAlone) {
  const std::optional<LinkModel> link = io::chips().find_link("pcie4");
  const Device before = profile_of(nullptr, &*link);
  each_value([&](const std::string& path, Memory memory, Direction direction, const std::string& key) {
    const std::optional<double> was = value_at(before, memory, direction, key);
    for (const double factor : {0.2, 0.7, 1.05}) {
      if (!was || !assumed_factor(path)) {
        continue;
      }
      Device device = before;
      scale_assumed(device, path, factor);
      keep_below_alone(device);
      each_value([&](const std::string& other, Memory its_memory, Direction its_direction, const std::string& its_key) {
        const auto now = value_at(device, its_memory, its_direction, its_key);
        auto expected = value_at(before, its_memory, its_direction, its_key);
        if (other == path) {
          *expected *= factor;
        }
        if (expected && (its_key == "duplex" || its_key == "mixed")) {
          expected = std::min(*expected, *value_at(device, its_memory, its_direction, "alone"));
        }
        EXPECT_EQ(now, expected) << path << ' ' << factor << ' ' << other;
      });
    }
  });
}

TEST(KeepBelowAlone, ChangesNothingThatWasMeasured) {
  const std::optional<LinkModel> link = io::chips().find_link("pcie4");
  Device device = profile_of(nullptr, &*link);
  TransferModel& in = device.transfers[index(Memory::pinned)][index(Direction::h2d)];
  device.assumed.erase("transfer.pinned.h2d.duplex");
  const BytesPerSecond duplex = *in.duplex;
  in.alone->value = duplex.value / 2;
  keep_below_alone(device);
  EXPECT_EQ(*in.alone, duplex);
  EXPECT_EQ(*in.duplex, duplex);
  EXPECT_EQ(in.mixed, duplex);  // it was more, and is assumed
  device.assumed.clear();
  in.alone->value = duplex.value / 1.05;
  const Device before = device;
  keep_below_alone(device);
  EXPECT_EQ(device, before);
}

}  // namespace
}  // namespace warpshop
