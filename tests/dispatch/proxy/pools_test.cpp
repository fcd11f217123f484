#include "dispatch/proxy/pools.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "kernels/gpu/host/host_driver.hpp"
#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

constexpr Bytes kMemory{1 << 20};

gpu::Device device() {
  return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.memory = kMemory}));
}

TEST(DevicePool, SizeClassesWasteAFifthAtMost) {
  EXPECT_EQ(DevicePool::size_class(Bytes{0}), Bytes{0});
  EXPECT_EQ(DevicePool::size_class(Bytes{1}), Bytes{256});
  EXPECT_EQ(DevicePool::size_class(Bytes{257}), Bytes{320});
  EXPECT_EQ(DevicePool::size_class(Bytes{512}), Bytes{512});
  EXPECT_EQ(DevicePool::size_class(Bytes{513}), Bytes{640});
  EXPECT_EQ(DevicePool::size_class(Bytes{std::int64_t{1} << 53}), Bytes{std::int64_t{1} << 53});
  for (std::int64_t size = 256; size < 100000; ++size) {
    const std::int64_t taken = DevicePool::size_class(Bytes{size}).count;
    ASSERT_GE(taken, size);
    ASSERT_LT(static_cast<double>(taken), 1.25 * static_cast<double>(size));
    ASSERT_EQ(DevicePool::size_class(Bytes{taken}).count, taken);
  }
}

TEST(DevicePool, GivesTheSameMemoryAgain) {
  DevicePool pool(device(), kMemory);
  std::byte* memory = nullptr;
  {
    const DevicePool::Block block = pool.take(Bytes{1000});
    EXPECT_EQ(block->size(), Bytes{1024});
    memory = block->data();
  }
  EXPECT_EQ(pool.held(), Bytes{1024});
  EXPECT_EQ(pool.take(Bytes{900})->data(), memory);
  EXPECT_FALSE(pool.take(Bytes{0}));
}

TEST(DevicePool, MakesRoomByFreeingWhatNobodyUses) {
  DevicePool pool(device(), Bytes{10000});
  pool.take(Bytes{4096});
  const DevicePool::Block used = pool.take(Bytes{2048});
  EXPECT_EQ(pool.held(), Bytes{6144});
  const DevicePool::Block large = pool.take(Bytes{7168});
  EXPECT_EQ(pool.held(), Bytes{9216});
  EXPECT_THROW(pool.take(Bytes{1024}), DeviceError);
}

TEST(DevicePool, MakesRoomWhereTheDeviceHasLessThanItsBudget) {
  const gpu::Device shared = device();
  DevicePool pool(shared, kMemory);
  pool.take(Bytes{400 << 10});
  const gpu::Buffer of_another_program(shared, gpu::Space::device, Bytes{500 << 10});
  EXPECT_EQ(pool.take(Bytes{512 << 10})->size(), Bytes{512 << 10});
  EXPECT_THROW(pool.take(Bytes{640 << 10}), DeviceError);
}

}  // namespace
}  // namespace warpshop::dispatch
