#include "sim/model/device.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TransferModel with_points(std::vector<BandwidthPoint> points) {
  TransferModel transfer;
  transfer.alone = BytesPerSecond{5e9};
  transfer.points = std::move(points);
  return transfer;
}

double bandwidth_at(const TransferModel& transfer, std::int64_t size) {
  return transfer.alone_at(Bytes{size}).value;
}

TEST(TransferModel, WithoutPointsTheBandwidthIsTheSameForEverySize) {
  EXPECT_EQ(bandwidth_at(with_points({}), 0), 5e9);
  EXPECT_EQ(bandwidth_at(with_points({}), 1 << 30), 5e9);
}

TEST(TransferModel, PointsReplaceTheFlatBandwidthAndAreMetExactly) {
  const TransferModel transfer =
      with_points({{Bytes{1000}, {1e9}}, {Bytes{100'000}, {3e9}}, {Bytes{1'000'000}, {4e9}}});
  EXPECT_EQ(bandwidth_at(transfer, 1000), 1e9);
  EXPECT_EQ(bandwidth_at(transfer, 100'000), 3e9);
  EXPECT_EQ(bandwidth_at(transfer, 1'000'000), 4e9);
}

TEST(TransferModel, BetweenPointsItIsLinearInTheLogarithmOfSize) {
  const TransferModel transfer =
      with_points({{Bytes{1000}, {1e9}}, {Bytes{100'000}, {3e9}}, {Bytes{1'000'000}, {4e9}}});
  EXPECT_NEAR(bandwidth_at(transfer, 10'000), 2e9, 1);  // half way from 10^3 to 10^5
  EXPECT_NEAR(bandwidth_at(transfer, 316'228), 3.5e9, 2e3);
  EXPECT_NEAR(bandwidth_at(transfer, 2000), 1e9 + 2e9 * 0.150515, 1e3);  // log10(2) / 2
}

TEST(TransferModel, BeyondTheEndsItIsConstant) {
  const TransferModel transfer = with_points({{Bytes{1000}, {1e9}}, {Bytes{100'000}, {3e9}}});
  EXPECT_EQ(bandwidth_at(transfer, 0), 1e9);
  EXPECT_EQ(bandwidth_at(transfer, 999), 1e9);
  EXPECT_EQ(bandwidth_at(transfer, 100'001), 3e9);
}

TEST(TransferModel, ASinglePointHoldsForEverySize) {
  const TransferModel transfer = with_points({{Bytes{1000}, {2e9}}});
  EXPECT_EQ(bandwidth_at(transfer, 1), 2e9);
  EXPECT_EQ(bandwidth_at(transfer, 1000), 2e9);
  EXPECT_EQ(bandwidth_at(transfer, 1 << 20), 2e9);
}

TEST(TransferModel, ATimeMovesAtTheBandwidthOfTheSizeThatTakesAsLong) {
  const TransferModel transfer =
      with_points({{Bytes{1000}, {1e9}}, {Bytes{100'000}, {3e9}}, {Bytes{1'000'000}, {4e9}}});
  for (const std::int64_t size : {1, 500, 1000, 1001, 10'000, 99'999, 100'000, 300'000, 1'000'000, 50'000'000}) {
    const BytesPerSecond bandwidth = transfer.alone_at(Bytes{size});
    EXPECT_NEAR(transfer.alone_for(Bytes{size} / bandwidth).value / bandwidth.value, 1, 1e-12) << size << " B";
  }
  EXPECT_EQ(transfer.alone_for(Millis{0}).value, 1e9);
  EXPECT_EQ(with_points({}).alone_for(Millis{3}).value, 5e9);
}

TEST(TransferModel, OfSizesThatTakeAsLongItIsTheSmallest) {
  // 2 MB take less time than 1 MB, so 0.9 ms are those of a size below 1 MB and of two above it
  const TransferModel transfer = with_points({{Bytes{1'000'000}, {1e9}}, {Bytes{2'000'000}, {4e9}}});
  EXPECT_EQ(transfer.alone_for(Millis{0.9}).value, 1e9);
}

TEST(TransferModel, ItsPeakIsAPointOrTheFlatBandwidth) {
  EXPECT_EQ(with_points({{Bytes{1000}, {2e9}}}).peak().value, 5e9);
  EXPECT_EQ(with_points({{Bytes{1000}, {2e9}}, {Bytes{2000}, {7e9}}}).peak().value, 7e9);
}

TEST(TransferModel, SustainsWhatLargeTransfersMove) {
  EXPECT_EQ(TransferModel{}.sustained().value, 0);
  EXPECT_EQ(with_points({}).sustained().value, 5e9);
  TransferModel transfer = with_points({{Bytes{1000}, {20e9}}, {Bytes{80'000}, {7e9}}, {Bytes{160'000}, {4e9}}});
  EXPECT_EQ(transfer.sustained().value, 20e9);
  transfer.latency = Millis{1e-4};  // 80 kB take 11.4 us, more than 100 times that, and 1 kB takes 0.05 us
  EXPECT_EQ(transfer.sustained().value, 7e9);
  transfer.latency = Millis{1};
  EXPECT_EQ(transfer.sustained().value, 5e9);
  transfer.alone = std::nullopt;
  EXPECT_EQ(transfer.sustained().value, 4e9);
}

TEST(Device, KeepsItsTransferModelsByMemoryAndDirection) {
  Device device;
  device.transfers[1][0].alone = BytesPerSecond{1};
  device.transfers[0][1].alone = BytesPerSecond{2};
  EXPECT_EQ(device.transfer(Memory::pageable, Direction::h2d).alone->value, 1);
  EXPECT_EQ(device.transfer(Memory::pinned, Direction::d2h).alone->value, 2);
}

TEST(Device, IsEqualToACopyUntilAnyPartDiffers) {
  Device device;
  device.kernels["k"].by_sms = {{1, {2.5}}};
  Device other = device;
  EXPECT_EQ(other, device);
  other.kernels["k"].by_sms[0].rate = {2.6};
  EXPECT_NE(other, device);
  other = device;
  other.confidence["launch_latency"] = {.low = 0.9, .high = 1.1, .samples = 3};
  EXPECT_NE(other, device);
}

TEST(Device, IsCalledByLettersDigitsDotsDashesAndUnderscores) {
  for (const char* name : {"k20c", "RTX_4090-2", "a.b"}) {
    EXPECT_TRUE(is_device_name(name)) << name;
  }
  for (const char* name : {"", "a b", "a/b", "gr\u00f6\u00dfe", "a,b"}) {
    EXPECT_FALSE(is_device_name(name)) << name;
  }
}

}  // namespace
}  // namespace warpshop
