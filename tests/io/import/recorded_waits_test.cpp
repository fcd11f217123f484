#include "sim/io/import/recorded_waits.hpp"

#include <gtest/gtest.h>

namespace warpshop::test {
namespace {

using std::chrono::nanoseconds;

/// One call, from 5 to 30 us, of one command of that kind, which has ended by then.
io::RecordedWaits waits_of_one(CommandKind kind) {
  RecordedTrace trace;
  trace.names = {"one"};
  trace.commands = {
      {.kind = kind, .start = nanoseconds{10'000}, .end = nanoseconds{12'000}, .stream = 1, .correlation = 1}};
  trace.calls = {
      {.kind = CallKind::copy, .start = nanoseconds{5'000}, .end = nanoseconds{30'000}, .thread = 1, .correlation = 1}};
  return io::find_waits(trace);
}

TEST(RecordedWaits, ACopyAcrossTheLinkThatHadEndedWhenItsCallReturnedHeldUpTheHost) {
  for (const CommandKind kind : {CommandKind::h2d, CommandKind::d2h}) {
    EXPECT_EQ(waits_of_one(kind).awaited.at(0), std::vector<std::uint32_t>{0});
  }
}

TEST(RecordedWaits, NoMemsetAndNoCopyWithinTheGpuHeldUpTheHost) {
  for (const CommandKind kind : {CommandKind::memset, CommandKind::d2d}) {
    EXPECT_EQ(waits_of_one(kind).awaited.at(0), std::vector<std::uint32_t>{});
  }
}

}  // namespace
}  // namespace warpshop::test
