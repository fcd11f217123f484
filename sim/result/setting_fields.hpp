#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/share_settings.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

/// What to set on a GPU for tasks whose kernels share it, as several kinds of results have it.
namespace warpshop::result {

/// What such lists require of their elements.
inline constexpr As kSettings =
    limits(R"("anyOf": [{"required": ["tasks", "positions", "mps_percentage", "sms"]}, )"
           R"({"required": ["task", "position", "mig_instance", "mig_profile"]}, )"
           R"({"required": ["task", "position", "sms", "ctas_per_sm", "with", "changes"]}])");

/// The tasks of a result, and how their kernels share the GPU.
inline const std::vector<std::string>& setting_names(const TimedSimulation& whole) {
  return whole.of.task_names;
}
inline const Share& setting_share(const TimedSimulation& whole) {
  return *whole.of.plan.share;
}
inline const std::vector<std::string>& setting_names(const Comparison& whole) {
  return whole.task_names;
}
inline const Share& setting_share(const Comparison& whole) {
  return *whole.results.front().plan.share;
}

/// A setting in a result.
template <class Whole>
struct SettingIn {
  const Whole& in;
  const ShareSetting& of;
  std::string_view task(std::uint32_t position) const { return setting_names(in)[position]; }
};

/// Of an MPS client, a task in a MIG instance, or a kernel by itself.
enum class Setting : std::uint8_t { client, instance, kernel };
inline Setting setting_kind(const ShareSetting& of) {
  return of.mps_percentage ? Setting::client : of.mig_instance > 0 ? Setting::instance : Setting::kernel;
}

/// What figure says, of settings of these kinds.
template <class Whole, class Figure>
auto of_kinds(Figure figure, Setting one, Setting other) {
  return [=](const SettingIn<Whole>& set) {
    const Setting kind = setting_kind(set.of);
    return kind == one || kind == other ? std::make_optional(figure(set)) : std::nullopt;
  };
}

template <class Whole>
const Fields<SettingIn<Whole>>& setting_fields() {
  using Set = SettingIn<Whole>;
  const auto of_kind = [](Setting one, auto figure) { return of_kinds<Whole>(figure, one, one); };
  const auto names = [](const Set& set) {
    std::vector<std::string_view> tasks;
    tasks.reserve(set.of.tasks.size());
    for (const std::uint32_t task : set.of.tasks) {
      tasks.push_back(set.task(task));
    }
    return tasks;
  };
  const auto sms = of_kinds<Whole>([](const Set& set) { return set.of.sms; }, Setting::client, Setting::kernel);
  const auto with = [](const Set& set) { return set.of.with ? std::optional(set.task(*set.of.with)) : std::nullopt; };
  static const Fields<Set> fields{
      {"tasks", "names of the tasks of an MPS client", of_kind(Setting::client, names), kSome},
      {"positions", "of these tasks", of_kind(Setting::client, [](const Set& set) { return set.of.tasks; }), kSome},
      {"mps_percentage", "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of the client, per cent", &ShareSetting::mps_percentage,
       limits(R"("exclusiveMinimum": 0, "maximum": 100)") | show("{}", 0, "MPS %")},
      {"task", "name of a task in a MIG instance, or of a kernel by itself",
       of_kinds<Whole>([](const Set& set) { return set.task(set.of.tasks.front()); }, Setting::instance,
                       Setting::kernel)},
      {"position", kPositionText,
       of_kinds<Whole>([](const Set& set) { return set.of.tasks.front(); }, Setting::instance, Setting::kernel)},
      {"mig_instance", "number of the MIG instance that it is in: the first of the split is 1",
       of_kind(Setting::instance, [](const Set& set) { return set.of.mig_instance; }),
       kPositive | show(0, "MIG instance")},
      {"mig_profile", "of that instance, like 3g",
       of_kind(Setting::instance, [](const Set& set) { return set.of.mig_profile; }), show(0, "profile")},
      {"sms",
       "of an MPS client: SMs that these per cent are, rounded down; of a kernel: SMs that it holds longest beside the "
       "one of `with`, or alone, also of a green context for it",
       sms, kPositive},
      {"ctas_per_sm", "of a kernel: most CTAs on any of them, then",
       of_kind(Setting::kernel, [](const Set& set) { return set.of.ctas_per_sm; }), kPositive | show(0, "CTAs per SM")},
      {"SMs", "the same sms", sms, kTableOnly | show()},
      {"with", "of a kernel: the task whose kernel it shares most of its time with; null: it is alone",
       of_kind(Setting::kernel, with), show_name(0, "mostly with")},
      {"changes", "of a kernel: the way of sharing changes this while kernels run: it cannot be set once",
       of_kind(Setting::kernel,
               [](const Set& set) { return setting_share(set.in).settable == Settable::while_running; })},
  };
  return fields;
}

}  // namespace warpshop::result
