#include "calibrate/kernel_scaling.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "calibrate/beyond_cache.hpp"
#include "kernels/gpu/handles.hpp"

namespace warpshop::calibrate {
namespace {

// What is warned of.
constexpr double kLeastTransformation = 0.7;
constexpr double kMostTransformation = 3;

constexpr int kSmPoints = 8;
constexpr int kSurplus = 8;
constexpr double kEvictAfter = 0.3;  // of the kernel's time
constexpr Millis kPrompt{0.02};      // what takes longer is timed from here; the device orders the rest itself

/// 1 … most; all of them, or doubling.
std::vector<int> counts(int most, bool every) {
  std::vector<int> counts;
  for (int count = 1; count < most; count = every ? count + 1 : 2 * count) {
    counts.push_back(count);
  }
  counts.push_back(most);
  return counts;
}

/// At most kSmPoints numbers of SMs, evenly spread, the last all of them.
std::vector<int> sm_counts(int sms) {
  std::vector<int> counts;
  const int points = std::min(sms, kSmPoints);
  for (int point = 1; point <= points; ++point) {
    counts.push_back(std::max(1, sms * point / points));
  }
  return counts;
}

class Scaling {
 public:
  Scaling(Meter& meter, const TimedKernel& timed, const std::string& path, int sms, int ctas_per_sm,
          std::map<std::string, Confidence, std::less<>>& confidence)
      : meter_(meter), timed_(timed), path_(path), sms_(sms), ctas_per_sm_(ctas_per_sm), confidence_(confidence) {}

  ScalingPoint by_ctas(int ctas) const { return point("by_ctas", ctas, ctas * sms_, ctas * sms_, UINT32_MAX); }
  /// CTAs on the other SMs leave at once. The hardware may deal the next ones to the room that they leave, so that
  /// there are many more than fit: the SMs that work fill up all the same, and what comes late finds nothing to do.
  ScalingPoint by_sms(int sms) const {
    const int capacity = ctas_per_sm_ * sms_;
    return point("by_sms", sms, sms < sms_ ? kSurplus * capacity : capacity, ctas_per_sm_ * sms,
                 static_cast<std::uint32_t>(sms));
  }

 private:
  ScalingPoint point(const std::string& curve, int count, int launched, int working, std::uint32_t sms) const {
    const double share = static_cast<double>(working) / static_cast<double>(ctas_per_sm_ * sms_);
    const std::uint32_t subtasks =
        subtasks_beyond_cache(timed_.subtasks(), share, timed_.data(), timed_.stream().device().properties().l2_cache);
    const std::string name = path_ + '.' + curve + '.' + std::to_string(count);
    const Measured time = meter_.measure(
        name, [&] { return timed_.time_persistent(static_cast<std::uint32_t>(launched), subtasks, sms); });
    confidence_[name] = inverse(time.confidence());
    return {.count = count, .rate = {subtasks / time.median.count()}};
  }

  Meter& meter_;
  const TimedKernel& timed_;
  const std::string& path_;
  int sms_;
  int ctas_per_sm_;
  std::map<std::string, Confidence, std::less<>>& confidence_;
};

/// From the order to evict, given to another stream, to the end of the kernel; nothing if it had ended before, had no
/// subtask left, or had only begun. The order to a short kernel is submitted before it starts, and waits for that.
std::optional<Millis> time_eviction(const Options& options, const TimedKernel& timed, const gpu::Stream& orders,
                                    std::uint32_t ctas, Millis usual) {
  const gpu::Event started(timed.stream().device());
  const gpu::Event ordered(timed.stream().device());
  const gpu::Event ended(timed.stream().device());
  timed.run().reset(timed.stream());
  timed.stream().synchronize();
  timed.hold();
  timed.stream().record(started);
  timed.submit_persistent(ctas, timed.subtasks());
  timed.stream().record(ended);
  if (const Millis delay = usual * kEvictAfter; delay > kPrompt) {
    started.synchronize();
    options.wait(delay);
  }
  orders.wait(started);
  orders.record(ordered);
  timed.run().evict(orders);
  orders.synchronize();
  timed.stream().synchronize();
  const std::uint32_t taken = timed.run().taken(timed.stream());
  if (taken < ctas || taken >= timed.subtasks()) {
    return std::nullopt;
  }
  return gpu::elapsed(ordered, ended);
}

}  // namespace

void measure_persistent(Meter& meter, const TimedKernel& timed, const std::string& path, int sms, int ctas_per_sm,
                        KernelModel& model, std::map<std::string, Confidence, std::less<>>& confidence) {
  const Scaling scaling(meter, timed, path, sms, ctas_per_sm, confidence);
  for (const int ctas : counts(ctas_per_sm, meter.options().every_cta_count)) {
    model.by_ctas.push_back(scaling.by_ctas(ctas));
  }
  for (const int count : sm_counts(sms)) {
    model.by_sms.push_back(scaling.by_sms(count));
  }
  const auto all_ctas = static_cast<std::uint32_t>(sms * ctas_per_sm);
  // In turn, so that whatever else the machine does meets both.
  const std::vector<Measured> forms =
      meter.measure_together(std::vector<std::string>{path + " plain", path + " persistent"}, [&] {
        return std::vector<Millis>{timed.time(), timed.time_persistent(all_ctas, timed.subtasks())};
      });
  const Millis persistent = forms[1].median;
  const double slower = persistent / forms[0].median;
  model.transformation = slower;
  if (slower < kLeastTransformation || slower > kMostTransformation) {
    meter.options().warn(
        fmt::format("{}: its persistent form takes {:.3g} times as long as the plain one, which is "
                    "hardly right: kernels that share are predicted by it",
                    path, slower));
  }
  const gpu::Stream orders(timed.stream().device());
  const auto eviction = meter.try_measure(
      path + ".eviction", [&] { return time_eviction(meter.options(), timed, orders, all_ctas, persistent); });
  if (eviction && eviction->median > Millis{0}) {
    model.eviction = eviction->median;
    confidence[path + ".eviction"] = eviction->confidence();
  }
}

}  // namespace warpshop::calibrate
