// devices/chips.yaml and links.yaml, against figures that were written down and worked out apart from them.
#include "sim/io/device/chips.hpp"

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/near_names.hpp"
#include "sim/model/error.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::io {
namespace {

/// CTAs that an SM holds, by the rules of cuda_occupancy.h, of kernels of so many threads and registers a thread:
/// 256 of 32; 128 of 96; 128 of 32 with 24 KiB of shared memory; 64 of 16; 1024 of 64; 32 of 144.
struct Worked {
  std::int64_t sms;
  std::vector<std::int64_t> ctas;
};

const std::map<std::string, Worked>& worked() {
  // The second by whole warps in each part of the registers: 96 · 32 = 3072, five in 16384, ten in 32768. The third by
  // shared memory, from 8.0 on with 1 KiB more. The last tells parts apart: 4608 a warp, three in 16384, seven in
  // 32768.
  const std::vector<std::int64_t> kepler{8, 5, 2, 16, 1, 12};
  const std::vector<std::int64_t> k80{8, 10, 4, 16, 2, 16};
  const std::vector<std::int64_t> maxwell_to_volta{8, 5, 4, 32, 1, 12};
  const std::vector<std::int64_t> p100{8, 5, 2, 32, 1, 14};
  const std::vector<std::int64_t> turing{4, 5, 2, 16, 1, 12};
  const std::vector<std::int64_t> a100{8, 5, 6, 32, 1, 12};
  const std::vector<std::int64_t> ampere{6, 5, 4, 16, 1, 12};
  const std::vector<std::int64_t> orin{6, 5, 6, 16, 1, 12};
  const std::vector<std::int64_t> ada{6, 5, 4, 24, 1, 12};
  const std::vector<std::int64_t> hopper{8, 5, 9, 32, 1, 12};
  static const std::map<std::string, Worked> table{
      {"k20c", {13, kepler}},
      {"k80", {13, k80}},
      {"gtx980", {16, maxwell_to_volta}},
      {"titanx", {28, maxwell_to_volta}},
      {"p100-pcie", {56, p100}},
      {"p100-sxm", {56, p100}},
      {"v100-pcie-16", {80, maxwell_to_volta}},
      {"v100-pcie-32", {80, maxwell_to_volta}},
      {"v100-sxm-16", {80, maxwell_to_volta}},
      {"v100-sxm-32", {80, maxwell_to_volta}},
      {"t4", {40, turing}},
      {"rtx2080ti", {68, turing}},
      {"a30", {56, a100}},
      {"a100-pcie-40", {108, a100}},
      {"a100-pcie-80", {108, a100}},
      {"a100-sxm-40", {108, a100}},
      {"a100-sxm-80", {108, a100}},
      {"a10", {72, ampere}},
      {"a40", {84, ampere}},
      {"rtx3060", {28, ampere}},
      {"rtx3090", {82, ampere}},
      {"jetson-agx-orin", {16, orin}},
      {"l4", {58, ada}},
      {"l40s", {142, ada}},
      {"rtx4090", {128, ada}},
      {"h100-pcie", {114, hopper}},
      {"h100-sxm", {132, hopper}},
      {"h100-nvl", {132, hopper}},
      {"h200", {132, hopper}},
      {"b200", {148, hopper}},
      {"rtx5090", {170, ada}},
  };
  return table;
}

TEST(Chips, HoldTheCtasThatTheOccupancyCalculatorSays) {
  const std::vector<CtaResources> kernels{{.threads = 256, .registers = 32},
                                          {.threads = 128, .registers = 96},
                                          {.threads = 128, .registers = 32, .shared_memory = Bytes{24 << 10}},
                                          {.threads = 64, .registers = 16},
                                          {.threads = 1024, .registers = 64},
                                          {.threads = 32, .registers = 144}};
  EXPECT_EQ(chips().chips.size(), worked().size());
  for (const auto& [name, expected] : worked()) {
    const ChipModel* chip = chips().find_chip(name);
    ASSERT_NE(chip, nullptr) << name;
    EXPECT_EQ(chip->sm.count, expected.sms) << name;
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      EXPECT_EQ(most_ctas_per_sm(chip->sm, kernels[kernel]), expected.ctas[kernel]) << name << ", kernel " << kernel;
    }
  }
}

TEST(Chips, HoldAsManyGridsAsTheProgrammingGuideSays) {
  for (const ChipModel& chip : chips().chips) {
    const bool few = std::set<std::string>{"k20c", "k80", "gtx980", "titanx"}.count(chip.name) > 0;
    EXPECT_EQ(chip.sm.grids, few ? 32 : 128) << chip.name;
  }
}

TEST(Chips, AreFoundByWhatDriversCallThem) {
  const auto name_of = [](std::string_view gpu) {
    const ChipModel* chip = chips().chip_of_gpu(gpu);
    return chip == nullptr ? "" : chip->name;
  };
  EXPECT_EQ(name_of("Tesla T4"), "t4");
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-40GB"), "a100-sxm-40");
  EXPECT_EQ(name_of("A100-SXM4-40GB"), "a100-sxm-40") << "of older drivers";
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090"), "rtx4090");
  EXPECT_EQ(name_of("AMD Instinct MI300X"), "");
  EXPECT_EQ(name_of(""), "");
  std::set<std::string> seen;
  for (const ChipModel& chip : chips().chips) {
    for (const std::string& gpu : chip.gpus) {
      EXPECT_TRUE(seen.insert(gpu).second) << gpu;
    }
  }
}

TEST(Chips, NameTheirMigInstancesAsTheDriverDoes) {
  const auto names_of = [](const MigModel& mig) {
    std::string names;
    for (const MigProfile& profile : mig.profiles) {
      names += profile.name + ' ';
    }
    return names;
  };
  const auto of_chip = [&](const char* name) { return names_of(chips().find_chip(name)->mig); };
  EXPECT_EQ(of_chip("a30"), "4g.24gb 2g.12gb 1g.6gb ");
  EXPECT_EQ(of_chip("a100-sxm-40"), "7g.40gb 4g.20gb 3g.20gb 2g.10gb 1g.10gb 1g.5gb ");
  EXPECT_EQ(of_chip("h100-sxm"), "7g.80gb 4g.40gb 3g.40gb 2g.20gb 1g.20gb 1g.10gb ");
  EXPECT_EQ(of_chip("h100-nvl"), "7g.94gb 4g.47gb 3g.47gb 2g.24gb 1g.24gb 1g.12gb ");
  EXPECT_EQ(of_chip("h200"), "7g.141gb 4g.71gb 3g.71gb 2g.35gb 1g.35gb 1g.18gb ");
  EXPECT_EQ(of_chip("b200"), "7g.180gb 4g.90gb 3g.90gb 2g.45gb 1g.45gb 1g.23gb ");
  const auto of_sms = [&](std::int64_t sms) { return names_of(chips().mig_of({.count = sms})); };
  for (const std::int64_t sms : {108, 114, 132, 148}) {
    EXPECT_EQ(of_sms(sms), "7g 4g 3g 2g 1g ") << sms;
  }
  EXPECT_EQ(of_sms(56), "") << "a P100 has as many as an A30";
  EXPECT_EQ(of_sms(28), "");
  EXPECT_EQ(names_of(chips().mig_of({.chip = "h100-sxm", .count = 100})), "") << "not all of the chip";
}

TEST(Links, ComeByLanes) {
  EXPECT_EQ(chips().find_link("pcie4")->full_title(), "PCIe 4.0 x16");
  const auto eight = chips().find_link("pcie4-x8");
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->full_title(), "PCIe 4.0 x8");
  EXPECT_EQ(eight->usual.value, 12.5e9);
  EXPECT_EQ(eight->theoretical.value, 15.75e9);
  for (const char* const name : {"pcie4-x3", "pcie4-x32", "pcie4-x0", "pcie4-x08", "pcie4-x", "c2c-x2", "pcie9", ""}) {
    EXPECT_FALSE(chips().find_link(name)) << name;
  }
  for (const LinkModel& link : chips().links) {
    EXPECT_LE(link.duplex, link.usual) << link.name;
  }
}

Device parsed_box(const std::string& text) {
  std::istringstream stream("schema: warpshop.device/1\nname: box\n" + text);
  return parse_device(stream, "box.yaml");
}

std::string chip_profile_error(const std::string& text) {
  try {
    parsed_box(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ChipOfAProfile, FillsInWhatTheProfileDoesNotSay) {
  const Device device = parsed_box("dma_engines: 2\nsm: {chip: h100-sxm}\n");
  const ChipModel& chip = *chips().find_chip("h100-sxm");
  EXPECT_EQ(device.sm, chip.sm);
  EXPECT_EQ(device.mig, chip.mig);
  EXPECT_EQ(device.memory_bandwidth->value, 3.35e12);
  EXPECT_EQ(device.memory_size->count, 80'000'000'000);
  EXPECT_EQ(device.compute_capability, (ComputeCapability{9, 0}));
  EXPECT_FALSE(device.transfer(Memory::pinned, Direction::h2d).alone);
  EXPECT_TRUE(device.assumed.empty());
  const Device own =
      parsed_box("dma_engines: 2\nsm: {chip: h100-sxm, ctas: 16, allocation: {warps: 2}}\nmemory: {size: 64 GB}\n");
  EXPECT_EQ(own.sm->ctas, 16);
  EXPECT_EQ(own.sm->units.warps, 2);
  EXPECT_EQ(own.sm->units.registers, 256);
  EXPECT_EQ(own.memory_size->count, 64'000'000'000);
  EXPECT_EQ(own.memory_bandwidth->value, 3.35e12);
  std::ostringstream written;
  write_device(written, own);
  std::istringstream again(written.str());
  EXPECT_EQ(parse_device(again, "again"), own);
}

TEST(ChipOfAProfile, AnUnknownOneIsRefusedWithNamesThatAreNear) {
  EXPECT_EQ(chip_profile_error("dma_engines: 2\nsm: {chip: H100}\n"),
            "box.yaml:4:12: 'H100' is no chip that is known here, expected one such as h100-pcie, h100-sxm, h100-nvl");
  EXPECT_EQ(chip_profile_error("dma_engines: 2\nsm: {chip: riva128}\n"),
            "box.yaml:4:12: 'riva128' is no chip that is known here, expected one that `warpshop devices` lists");
}

TEST(ProfileOfAChip, AssumesItsLinkAndNamesThatAsAWhole) {
  for (const ChipModel& chip : chips().chips) {
    const auto link = chips().link_of(chip);
    std::istringstream text(profile_text(&chip, link ? &*link : nullptr));
    const Device device = parse_device(text, chip.name);
    EXPECT_EQ(device, profile_of(&chip, link ? &*link : nullptr)) << chip.name;
    EXPECT_EQ(device.assumed.contains("dma_engines"), !chip.copy_engines) << chip.name;
    EXPECT_EQ(device.assumed.contains("context_switch"), chip.context_switch.has_value()) << chip.name;
    EXPECT_EQ(device.assumed.contains("transfer.pinned.h2d.alone"), link.has_value()) << chip.name;
    EXPECT_FALSE(device.provenance.at("source").empty());
    for (const auto& [path, group] : device.assumed_as) {
      EXPECT_EQ(group, "transfer");
      EXPECT_TRUE(device.assumed.contains(path)) << path;
    }
  }
  const LinkModel pcie5 = *chips().find_link("pcie5");
  std::istringstream text(profile_text(chips().find_chip("h100-sxm"), &pcie5));
  Device device = parse_device(text, "h100-sxm");
  EXPECT_EQ(device.assumed_as.size() + 1, device.assumed.size());  // and a change of context
  assume_no_longer(device, [](const std::string& path) { return path == "transfer.pinned.h2d.alone"; });
  EXPECT_FALSE(device.assumed.contains("transfer.pinned.h2d.alone"));
  EXPECT_TRUE(device.assumed.contains("transfer.pinned.d2h.alone"));
  EXPECT_TRUE(device.assumed_as.empty());
}

TEST(CopyEngines, AreTwoAtMostWhateverDeviceQueryPrints) {
  EXPECT_EQ(parsed_box("dma_engines: 1\n").dma_engines, 1);
  EXPECT_EQ(parsed_box("dma_engines: 3\n").dma_engines, 2);
  EXPECT_EQ(parsed_box("dma_engines: 7\n").dma_engines, 2);
  EXPECT_EQ(chip_profile_error("dma_engines: 0\n"), "box.yaml:3:14: '0' is out of range, expected 1 to 64");
}

TEST(ComputeCapabilities, AreTwoNumbers) {
  EXPECT_EQ(parsed_box("dma_engines: 2\ncompute_capability: 8.0\n").compute_capability, (ComputeCapability{8, 0}));
  EXPECT_EQ(parsed_box("dma_engines: 2\ncompute_capability: 12.1\n").compute_capability, (ComputeCapability{12, 1}));
  EXPECT_LT((ComputeCapability{3, 0}), (ComputeCapability{3, 5}));
  for (const std::string wrong : {"8", "8.", ".5", "8.0.1", "-8.0", "8.-1", "sm_80", "0.9", "100.0", "[8, 0]"}) {
    EXPECT_NE(
        chip_profile_error("dma_engines: 2\ncompute_capability: " + wrong + "\n").find("is not a compute capability"),
        std::string::npos)
        << wrong;
  }
}

std::string table_error(std::string chips_text, std::string links_text) {
  const auto text_of = [](std::string& bytes, const char* file) {
    std::istringstream stream(bytes);
    return read_text(stream, file);
  };
  try {
    read_chips(text_of(chips_text, "chips.yaml"), text_of(links_text, "links.yaml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ReadChips, ErrorsNameTheLine) {
  const std::string links =
      "schema: warpshop.links/1\nlinks:\n  p: {name: P, theoretical: 8 GB/s, usual: 6 GB/s, low: 5 GB/s, high: 7 GB/s, "
      "duplex: 4 GB/s, latency: 8 us}\n";
  const std::string chip_start =
      "schema: warpshop.chips/1\ncompute_capabilities:\n  \"8.0\": {registers: 65536, shared_memory: 164 KiB, threads: "
      "2048, ctas: 32, grids: 128, allocation: {registers: 256, warps: 4, shared_memory: 128 B, reserved: 1 "
      "KiB}}\nmig: "
      "{}\nchips:\n";
  const std::string chip = "compute_capability: 8.0, sms: 8, memory: {bandwidth: 1 GB/s, size: 1 GB}";
  EXPECT_EQ(table_error(chip_start + "  x: {gpus: [], " + chip + ", link: p}\n", links), "");
  EXPECT_EQ(table_error(chip_start + "  x: {gpus: [], " + chip + ", link: q}\n", links),
            "chips.yaml:6:97: 'q' is no link, expected one of links.yaml, such as pcie4 or pcie4-x8");
  EXPECT_EQ(table_error(chip_start + "  x: {gpus: [], " + chip + ", mig: m}\n", links),
            "chips.yaml:6:96: 'm' is no MIG table of this file, expected one that it has");
  EXPECT_EQ(table_error(chip_start + "  x: {gpus: [], compute_capability: 9.9}\n", links),
            "chips.yaml:6:37: '9.9' is no compute capability of this file, expected one that it has");
  std::string slow = links;
  slow.replace(slow.find("high: 7"), 7, "high: 9");
  EXPECT_EQ(table_error(chip_start, slow),
            "links.yaml:3:71: '9 GB/s' is not between what is usual and the theoretical rate, expected low <= usual <= "
            "high <= theoretical");
}

TEST(NearNames, HoldTheTextOrAreTwoLettersOffAtMost) {
  const std::vector<std::string> names{"h100-sxm", "h100-pcie", "rtx4090", "t4"};
  EXPECT_EQ(near_names("H100 SXM", names), (std::vector<std::string>{"h100-sxm"}));
  EXPECT_EQ(near_names("h100", names), (std::vector<std::string>{"h100-sxm", "h100-pcie"}));
  EXPECT_EQ(near_names("rtx4080", names), (std::vector<std::string>{"rtx4090"}));
  EXPECT_EQ(near_names("tesla-t4", names), (std::vector<std::string>{"t4"}));
  EXPECT_TRUE(near_names("", names).empty());
  EXPECT_TRUE(near_names("mi300x", names).empty());
}

}  // namespace
}  // namespace warpshop::io
