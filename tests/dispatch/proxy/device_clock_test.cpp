#include <gtest/gtest.h>

#include "dispatch/proxy/proxy_core.hpp"
#include "tests/dispatch/proxy/proxy_tasks.hpp"

namespace warpshop::dispatch {
namespace {

TEST(DeviceClock, TellsTheSameTimeFromWhateverEventItCounts) {
  const gpu::Device device = test::fast_device();
  const gpu::Stream stream(device);
  EventPool events(device);
  DeviceClock still(stream, events.take());
  DeviceClock following(stream, events.take(), Millis{0});
  const auto ahead = [&](const gpu::Event& event) { return (still.at(event) - following.at(event)).count(); };
  const auto first = events.take();
  stream.record(first->end);
  stream.synchronize();
  const double difference = ahead(first->end);
  EXPECT_GE(difference, 0);  // it started earlier
  Millis last = following.at(first->end);
  for (int i = 0; i < 100; ++i) {
    const auto pair = events.take();
    stream.record(pair->start);
    stream.record(pair->end);
    stream.synchronize();
    const Millis now = following.at(pair->end);
    EXPECT_LE(last, now);
    EXPECT_NEAR(ahead(pair->end), difference, 1e-6);
    following.follow(pair, now);
    EXPECT_LE(following.at(pair->start), following.at(pair->end));  // from before the event that it counts from
    last = now;
  }
}

}  // namespace
}  // namespace warpshop::dispatch
