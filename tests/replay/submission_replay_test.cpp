#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/instance.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/slow_submission.hpp"

namespace warpshop::replay {
namespace {

TEST(SubmissionReplay, IssuesAsTheAnalyticalModelDoes) {
  for (std::uint64_t seed = 10'001; seed <= 10'120; ++seed) {
    for (const Submission submission : {Submission::ordered, Submission::streams}) {
      const test::SubmissionCase drawn = test::any_submission(seed, 7, submission);
      const Instance instance = resolve(drawn.workload, drawn.device);
      EXPECT_NO_THROW(evaluate::check_agreement(simulate({.devices = {instance}}, drawn.plan), "simgrid",
                                                evaluate::timeline(instance, drawn.plan), "fast"))
          << "seed " << seed << ", " << name(submission);
    }
  }
}

}  // namespace
}  // namespace warpshop::replay
