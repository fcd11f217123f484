// What slow_submission.cpp judges: workloads drawn by a seed.
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "sim/model/what_if.hpp"
#include "tests/support/slow_submission.hpp"

namespace warpshop::test {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t many) { return static_cast<std::uint32_t>(random_() % many); }
  bool one_in(std::uint32_t many) { return below(many) == 0; }
  Millis time() { return Millis{0.01 + 6 * (static_cast<double>(random_() >> 11U) * 0x1p-53)}; }

 private:
  std::mt19937_64 random_;
};

std::optional<CopySpec> drawn_copy(Draw& draw, bool calls) {
  CopySpec copy;
  copy.amount = draw.time();
  copy.memory = draw.one_in(2) ? Memory::pageable : Memory::pinned;
  copy.sync = calls && draw.one_in(5);
  if (draw.one_in(3)) {
    copy.latency = 0.3 * std::get<Millis>(copy.amount);
  }
  return copy;
}

Device drawn_device(Draw& draw) {
  Device device{.name = "drawn"};
  constexpr std::array<ComputeCapability, 4> kCapabilities{{{1, 3}, {2, 0}, {3, 2}, {8, 0}}};
  if (!draw.one_in(3)) {
    device.compute_capability = kCapabilities[draw.below(kCapabilities.size())];
  }
  device.dma_engines = draw.one_in(3) ? 1 : 2;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      TransferModel& transfer = device.transfers[index(memory)][index(direction)];
      transfer.alone = BytesPerSecond{10e9};
      if (device.dma_engines == 2) {
        transfer.duplex = memory == Memory::pinned ? std::optional(BytesPerSecond{7e9}) : std::nullopt;
        transfer.mixed = BytesPerSecond{direction == Direction::h2d ? 6e9 : 8e9};
      }
    }
  }
  return device;
}

}  // namespace

SubmissionCase any_submission(std::uint64_t seed, std::uint32_t most, Submission submission) {
  Draw draw(seed);
  SubmissionCase drawn;
  drawn.device = drawn_device(draw);
  drawn.plan.submission = submission;
  drawn.plan.hardware_queues = submission == Submission::streams ? draw.below(4) : 0;
  const bool one = !draw.one_in(3);
  drawn.device.context_switch = Millis{0};
  drawn.workload.name = "drawn";
  drawn.workload.submit = one ? Submit::one_thread : Submit::thread_per_task;
  drawn.workload.issue = draw.one_in(3) ? IssueOrder::breadth_first : IssueOrder::depth_first;
  const bool after = drawn.workload.issue == IssueOrder::depth_first && draw.one_in(2);
  const bool releases = draw.one_in(3);
  const bool host = draw.one_in(3);
  const bool families = one && draw.one_in(3);
  const bool twice = one && draw.one_in(3);
  const std::uint32_t size = 1 + draw.below(twice ? most / 2 : most);
  for (std::uint32_t number = 0; number < size; ++number) {
    Task task;
    task.name = "t" + std::to_string(number);
    const std::uint32_t stages = draw.one_in(2) ? 7 : 1 + draw.below(7);
    if ((stages & 1U) != 0) {
      task.h2d = drawn_copy(draw, one);
    }
    if ((stages & 2U) != 0) {
      task.kernel = KernelSpec{.work = draw.time(), .mark = {}};
    }
    if ((stages & 4U) != 0) {
      task.d2h = drawn_copy(draw, one);
    }
    task.release = releases && draw.one_in(2) ? 3 * draw.time() : Millis{0};
    if (host && draw.one_in(2)) {
      task.host = draw.time();
    }
    task.legacy = one && draw.one_in(6);
    for (std::uint32_t before = 0; after && before < number; ++before) {
      if (draw.one_in(4)) {
        const bool lag = draw.one_in(3);
        task.after.push_back({"t" + std::to_string(before), lag ? draw.time() : Millis{0}, !lag && draw.one_in(4)});
      }
    }
    task.family = families && draw.one_in(2) ? "other" : "";
    drawn.workload.tasks.push_back(std::move(task));
  }
  drawn.workload = changed(std::move(drawn.workload), {.copies = twice ? 2U : 1U});
  drawn.plan.order.resize(drawn.workload.tasks.size());
  std::iota(drawn.plan.order.begin(), drawn.plan.order.end(), 0U);
  return drawn;
}

}  // namespace warpshop::test
