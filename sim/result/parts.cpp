#include "sim/result/parts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/model/fleet.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::result {
namespace {

/// What one of several devices does.
struct DeviceOrder {
  std::string device;
  Plan plan;
};

std::vector<DeviceOrder> device_orders(const NamedPlan& named) {
  std::vector<DeviceOrder> orders;
  for (Plan& plan : named.plan.devices.empty() ? std::vector<Plan>{} : device_plans(named.plan)) {
    orders.push_back({named.fleet[orders.size()], std::move(plan)});
  }
  return orders;
}

std::optional<std::string_view> streams_only(const Plan& plan) {
  return plan.submission == Submission::ordered ? std::nullopt : std::optional(name(plan.submission));
}

constexpr const char* kOrderText =
    "positions in the workload from 0, repeats of count expanded; of several GPUs one after the other";
constexpr const char* kRoundsText =
    "lengths of the parts of the order that are in device memory together; only where it does not hold all";

}  // namespace

std::vector<std::string> names_of(const NamedPlan& named) {
  std::vector<std::string> names;
  names.reserve(named.plan.order.size());
  for (const std::uint32_t task : named.plan.order) {
    names.push_back(named.task_names[task]);
  }
  return names;
}

const std::vector<std::string>& no_fleet() {
  static const std::vector<std::string> none;
  return none;
}

const Fields<NamedWorkload>& workload_fields() {
  static const Fields<NamedWorkload> fields{
      {"name", "of the workload that was planned", &NamedWorkload::name, column("workload")},
      {"tasks", "how many tasks the workload has, repeats of count expanded", &NamedWorkload::tasks,
       column("tasks") | kPositive},
  };
  return fields;
}

const Fields<Basis>& basis_fields() {
  static const Fields<AssumedValue> assumed_part{
      {"path", "of the value", &AssumedValue::path},
      {"ms", "what it is taken to be, ms", &AssumedValue::value, kNotNegative},
      {"range_ms", "between what it lies", &AssumedValue::range},
  };
  static const Fields<Basis> fields{
      {"assumed",
       "values that the result rests on and that somebody guessed, by path: of the profile, and of kernels that do not "
       "say what they use, such as clients.chat.memory",
       &Basis::assumed},
      {"assumed_ranges", "of those whose range is known; only where there are any", assumed_part, &Basis::ranges,
       kIfAny},
      {"set", "PATH=VALUE of the profile, as --set gave them", &Basis::set},
      {"issued",
       "how commands are issued, such as: by one host thread, depth first; missing where it makes no difference",
       &Basis::issued, kIfAny},
      {"simplified", "what the simulation leaves out because there are so many tasks; missing where that is nothing",
       &Basis::simplified, kIfAny},
  };
  return fields;
}

const Fields<Origin>& origin_fields() {
  static const Fields<Origin> fields{
      {"file",
       "of the workload, as it was named; a name that is not UTF-8, or starts with $', as bash takes it: "
       "$'a\\xff.yaml'",
       [](const Origin& origin) { return as_utf8(origin.file); }, kJsonOnly},
      {"file", "of the workload, as it was named", &Origin::file, kCsvOnly},
      {"seed", "of policies and samples that draw", &Origin::seed},
      {"budget",
       "of policies that search, as --budget takes it: a number of orders, or a time in ms; null, in CSV empty: none "
       "was given",
       &Origin::budget, kNull | kIfAny},
      {"version", "of warpshop", &Origin::version, kVersion},
  };
  return fields;
}

const Fields<Plan>& execution_fields() {
  static const Fields<Gate> gate_part{
      {"d2h", "position of the task whose copy out waits", &Gate::d2h},
      {"h2d", "position of the task whose copy in it waits for", &Gate::h2d},
  };
  static const Fields<Share> share_part{
      {"policy", "the policy that planned it", &Share::policy},
      {"way", "the way of sharing: the policy's own, or the one that joint chose", &Share::chosen_way},
      {"split", "its numbers, as they were given or found; empty: it sets none, see settings",
       [](const Share& share) {
         std::vector<double> numbers;
         for (const auto& [option, own] : share.settings.by_option()) {
           numbers.insert(numbers.end(), own.begin(), own.end());
         }
         return numbers;
       }},
      {"options", "the same by option, such as limits; only those that are set",
       [](const Share& share) { return share.settings.by_option(); }, kJsonOnly},
      {"preemption", "how CTAs leave that are to leave, where that was chosen: save or flush",
       [](const Share& share) {
         const bool chosen = share.leaving == Leaving::save || share.leaving == Leaving::flush;
         return chosen ? std::optional(name(share.leaving)) : std::nullopt;
       },
       kJsonOnly},
  };
  static const Fields<Plan> fields{
      {"submission", "a stream per task, and nobody orders them; absent where every engine keeps the order",
       streams_only, kJsonOnly | limits(R"("const": "streams")")},
      {"submission", "`ordered`, or `streams`: a stream a task, the order is that of submission",
       [](const Plan& plan) { return name(plan.submission); }, kCsvOnly},
      {"gates", "copies that are held back; only where there are any", gate_part, &Plan::gates, kIfAny},
      {"gates", "`1:0 3:2`: the copy out of task 1 waits for the copy in of task 0; positions from 0", gate_pairs,
       kCsvOnly},
      {"rounds", kRoundsText,
       [](const Plan& plan) { return plan.devices.empty() ? plan.rounds : std::vector<std::uint32_t>{}; },
       kIfAny | kJsonOnly | kPositive},
      {"rounds", kRoundsText, &Plan::rounds, kCsvOnly},
      {"share", "how kernels share the GPU; absent where they run one at a time", share_part, &Plan::share},
  };
  return fields;
}

const Fields<NamedPlan>& plan_fields() {
  static const Fields<DeviceOrder> device_part{
      {"device", "one GPU: NAME, or NAME#1, NAME#2, … of several alike", &DeviceOrder::device},
      {"order", kOrderText, [](const DeviceOrder& of) { return of.plan.order; }},
      {"rounds", kRoundsText, [](const DeviceOrder& of) { return of.plan.rounds; }, kIfAny | kPositive},
  };
  static const Fields<NamedPlan> fields{
      {"policy", "that planned, by name; `given`: the user's own order", &NamedPlan::policy, show()},
      {"order", kOrderText, [](const NamedPlan& named) { return named.plan.order; }},
      {"tasks", "the same by name", names_of, kJsonOnly},
      {"names", "the same by name, joined by ` > `: what it says for several GPUs, `--order` deals anew",
       [](const NamedPlan& named) { return names_in_order(named.plan, named.task_names); }, kCsvOnly},
      {"order_text",
       "the whole plan as --order takes it: the order by name, of each GPU its own, rounds, streams and gates",
       [](const NamedPlan& named) { return plan_text(named.plan, named.task_names, named.fleet); }},
      {"devices", "what each GPU does; only where there are several", device_part, device_orders, kIfAny},
      {"tasks_by_device", "of several GPUs: how many tasks of the order are each one's",
       [](const NamedPlan& named) { return named.plan.devices; }, kCsvOnly},
      {execution_fields(), [](const NamedPlan& named) -> const Plan& { return named.plan; }},
  };
  return fields;
}

const Fields<ChosenPlan>& chosen_plan_fields() {
  static const Fields<ChosenPlan> fields{
      {plan_fields(), &ChosenPlan::of},
      {"order_given", "by the user, for a policy that says how it is submitted; only then",
       [](const ChosenPlan& plan) { return plan.order_given ? std::optional(true) : std::nullopt; },
       limits(R"("const": true)")},
      {"proven_optimal", kProvenText, &ChosenPlan::proven_optimal},
  };
  return fields;
}

const Fields<Checked>& checked_fields() {
  const auto wrong = [](const Checked& of) {
    std::vector<std::string> names;
    names.reserve(of.wrong.size());
    for (const std::size_t task : of.wrong) {
      names.push_back(of.task_names[task]);
    }
    return names;
  };
  static const Fields<Checked> fields{
      {"results_correct", kCorrectText,
       [](const Checked& of) { return of.checked ? std::optional(of.wrong.empty()) : std::nullopt; }, kNull},
      {"wrong", "names of the tasks whose results are not those of the CPU; only where there are any", wrong, kIfAny},
  };
  return fields;
}

const Fields<RecordedMakespan>& recorded_fields() {
  static const Fields<StepErrors> steps_part{
      {"steps", "how many recorded steps (jobs) there are", &StepErrors::steps, limits(R"("minimum": 2)")},
      {"median", "by what part of what was recorded a step is off, in the median", &StepErrors::median, kNotNegative},
      {"worst", "the same of the step that is off most", &StepErrors::worst, kNotNegative},
  };
  static const Fields<RecordedMakespan> fields{
      {"recorded_ms", "from the start of the recording to the end of its last command", &RecordedMakespan::recorded,
       column("recorded_ms") | kNotNegative},
      {"predicted_ms", "makespan of the recorded order by the model", &RecordedMakespan::predicted, kNotNegative},
      {"is_close",
       "the two differ by at most 2 %, and so do the steps in the median; else nothing is proven, and other figures "
       "may be off by as much",
       &RecordedMakespan::is_close},
      {"step_errors",
       "by how much the recorded steps (jobs) are predicted longer or shorter than recorded, as a part of that; "
       "absent: fewer than two steps",
       steps_part, &RecordedMakespan::steps},
  };
  return fields;
}

const Fields<Figures>& figure_fields() {
  static const Fields<SharingMetrics> sharing_part{
      {"stp", "system throughput: time of all kernels alone / time in which any ran", &SharingMetrics::stp,
       kNotNegative | show("{:.3f}", -1, "STP")},
      {"antt", "average normalised turnaround time: mean of time / time alone", &SharingMetrics::antt,
       kNotNegative | show("{:.3f}", -1, "ANTT")},
      {"fairness", "least progress / largest, of time alone / time", &SharingMetrics::fairness,
       limits(R"("minimum": 0, "maximum": 1)") | show("{:.3f}", -1)},
  };
  static const Fields<AssumedCosts> assumed_part{
      {"context_switch_ms", "what a change of context is taken to take, as it was not measured there",
       &AssumedCosts::value, kNotNegative},
      {"context_switch_range_ms", "the least and the most that a change of context may take", &AssumedCosts::switches},
      {"cost_range_ms", "the objective where changes of context take that", &AssumedCosts::cost},
      {"makespan_range_ms",
       "the makespan where changes of context take the least and the most that they may, as it was not measured there",
       &AssumedCosts::makespan},
  };
  const auto energy = [](auto member) {
    return [member](const Figures& of) { return of.energy ? std::optional((*of.energy).*member) : std::nullopt; };
  };
  static const Fields<Figures> fields{
      {"sharing", "how kernels fared that share the GPU; only there", sharing_part, &Figures::sharing, kFlat},
      {"energy_j", "what the devices use until the makespan; only where the profile says what all draw",
       energy(&Energy::used), kNotNegative | show("{:.4g}", 3, "energy J")},
      {"peak_power_w", "the most that they draw at any moment; only where the profile says what all draw",
       energy(&Energy::peak), kNotNegative | show("{:.4g}", 4, "peak W")},
      {"assumed_costs",
       "what the plan costs where a change of context takes the least and the most that it may; only where it rests "
       "on a value that nobody measured",
       assumed_part, &Figures::assumed_costs, kFlat},
  };
  return fields;
}

const Fields<Residency>& residency_fields() {
  static const Fields<Residency> fields{
      {"first_sm", "of the SMs that it holds, from 0", &Residency::first_sm},
      {"sms", "how many, next to each other", &Residency::sms, kPositive},
      {"ctas_per_sm", "CTAs on each of them", &Residency::ctas_per_sm, kPositive},
      {"start_ms", "when it begins to hold them, from the start of all", &Residency::start, kNotNegative},
      {"end_ms", "when it no longer does so, from the start of all", &Residency::end, kNotNegative},
      {"subtasks", "done there and then, a part of one as such", &Residency::subtasks, kNotNegative},
      {"lost", "of what was done there before, what is to be done again, as CTAs were flushed; not there: nothing",
       [](const Residency& of) { return of.lost > 0 ? std::optional(of.lost) : std::nullopt; },
       kJsonOnly | kNotNegative},
  };
  return fields;
}

}  // namespace warpshop::result
