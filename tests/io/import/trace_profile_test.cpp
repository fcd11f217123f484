// What a profile says of memory that was not copied: never that pageable copies are faster than pinned ones.
#include "sim/io/import/trace_profile.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/io/import/command_waits.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// GB/s of copies of 100 MB; nothing: there are none.
struct Seen {
  std::optional<double> pinned_h2d = {}, pinned_d2h = {}, pageable_h2d = {}, pageable_d2h = {};
};

Device profile_seen(const Seen& seen, std::string gpu = "NVIDIA H100 80GB HBM3") {
  RecordedTrace trace{.file = "trace", .source = "test", .names = {}, .gpus = {{.name = std::move(gpu)}}};
  const auto copy = [&](const std::optional<double>& rate, CommandKind kind, Memory memory) {
    if (rate) {
      const nanoseconds start = trace.commands.empty() ? nanoseconds{0} : trace.commands.back().end;
      trace.commands.push_back({.kind = kind,
                                .start = start,
                                .end = start + nanoseconds{static_cast<std::int64_t>(1e8 / *rate)},
                                .bytes = Bytes{100'000'000},
                                .memory = memory});
    }
  };
  copy(seen.pinned_h2d, CommandKind::h2d, Memory::pinned);
  copy(seen.pinned_d2h, CommandKind::d2h, Memory::pinned);
  copy(seen.pageable_h2d, CommandKind::h2d, Memory::pageable);
  copy(seen.pageable_d2h, CommandKind::d2h, Memory::pageable);
  return profile_of(trace, std::vector<bool>(trace.commands.size()), {}, "gpu");
}

double alone(const Device& device, Memory memory, Direction direction) {
  return device.transfer(memory, direction).alone->value / 1e9;
}

TEST(TraceProfile, PageableBytesTakeAsMuchLongerThanPinnedOnesAsIsUsualOnTheLink) {
  const Device seen = profile_seen({.pinned_h2d = 12});
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    EXPECT_NEAR(alone(seen, Memory::pinned, direction), 12, 1e-6);
    EXPECT_NEAR(alone(seen, Memory::pageable, direction), 1 / (1 / 12.0 + 1 / 14.0 - 1 / 54.0), 1e-6);
    EXPECT_TRUE(seen.assumed.contains(transfer_path(Memory::pageable, direction, "alone")));
  }
  const Device none = profile_seen({});
  EXPECT_NEAR(alone(none, Memory::pinned, Direction::d2h), 54, 1e-9);
  EXPECT_NEAR(alone(none, Memory::pageable, Direction::d2h), 14, 1e-9) << "what the link's data say";
}

TEST(TraceProfile, PinnedMemoryThatWasNotCopiedYieldsToPageableMemoryThatWas) {
  const Device device = profile_seen({.pinned_h2d = 12, .pageable_d2h = 20});
  EXPECT_NEAR(alone(device, Memory::pageable, Direction::d2h), 20, 1e-6);
  EXPECT_NEAR(alone(device, Memory::pinned, Direction::d2h), 20, 1e-6);
  EXPECT_NEAR(alone(device, Memory::pageable, Direction::h2d), 12, 1e-6);
}

TEST(TraceProfile, WherePageableCopiesWereRecordedToBeFasterThePinnedOnesCount) {
  const Device device = profile_seen({.pinned_h2d = 12, .pageable_h2d = 13});
  EXPECT_NEAR(alone(device, Memory::pageable, Direction::h2d), 12, 1e-6);
  EXPECT_TRUE(device.assumed.contains(transfer_path(Memory::pageable, Direction::h2d, "alone")));
}

TEST(TraceProfile, PageableIsNeverFasterThanPinned) {
  std::mt19937 random(20);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
  const auto drawn = [&]() -> std::optional<double> {
    return random() % 2 == 0 ? std::nullopt : std::optional(1 + static_cast<double>(random() % 70));
  };
  for (int round = 0; round < 500; ++round) {
    const Seen seen{drawn(), drawn(), drawn(), drawn()};
    for (const char* gpu : {"NVIDIA H100 80GB HBM3", "Tesla V100-SXM2-16GB", "NVIDIA GH200 480GB", "unknown"}) {
      const Device device = profile_seen(seen, gpu);
      for (const Direction direction : {Direction::h2d, Direction::d2h}) {
        EXPECT_LE(alone(device, Memory::pageable, direction), alone(device, Memory::pinned, direction))
            << gpu << ", round " << round;
      }
    }
  }
}

TEST(IdleTimes, WithinSpansAreTheNanosecondsInBoth) {
  std::mt19937 random(21);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
  const auto draw = [&](int most) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(most)); };
  for (int round = 0; round < 300; ++round) {
    RecordedTrace trace;
    std::vector<bool> idle(60, true);  // by nanosecond from 0 on, up to the last command's end
    std::int64_t last = 0;
    for (std::int64_t i = 0, start = 0; i < 5; ++i, start += draw(8)) {
      const std::int64_t end = start + draw(9);
      trace.commands.push_back({.start = nanoseconds{start}, .end = nanoseconds{end}});
      std::fill(idle.begin() + start, idle.begin() + end, false);
      last = std::max(last, end);
    }
    std::fill(idle.begin() + last, idle.end(), false);
    std::vector<TimeSpan> spans;
    std::vector<bool> within(60);
    for (int i = 0; i < 4; ++i) {
      const std::int64_t start = draw(40);
      const std::int64_t end = start + draw(20);
      spans.push_back({nanoseconds{start}, nanoseconds{end}});
      std::fill(within.begin() + start, within.begin() + end, true);
    }
    std::int64_t both = 0;
    for (std::size_t i = 0; i < idle.size(); ++i) {
      both += idle[i] && within[i] ? 1 : 0;
    }
    EXPECT_EQ(idle_within(idle_times(trace, nanoseconds{0}), spans).count(), both) << "round " << round;
  }
}

TEST(IdleTimes, SayWhatTheHostDidMeanwhile) {
  const IdleTime idle{.span = {nanoseconds{100}, nanoseconds{200}}, .before = 3, .after = 4};
  EXPECT_EQ(reason_of(idle, {.time = nanoseconds{190}, .after = {{kNone, {}}}}), IdleReason::host);
  EXPECT_EQ(reason_of(idle, {.time = nanoseconds{190}, .after = {{3, {}}}}), IdleReason::host_that_waited);
  EXPECT_EQ(reason_of(idle, {.time = nanoseconds{110}, .after = {{3, {}}}}), IdleReason::launch);
  EXPECT_EQ(reason_of(idle, {.time = nanoseconds{200}, .after = {}}), IdleReason::uncalled);
}

}  // namespace
}  // namespace warpshop::io
