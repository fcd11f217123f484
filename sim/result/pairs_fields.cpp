#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/model/utf8.hpp"
#include "sim/result/csv_columns.hpp"
#include "sim/result/kinds.hpp"
#include "sim/result/parts.hpp"

namespace warpshop::result {
namespace {

constexpr As kNames{.shown = true, .names = true, .show = "{}"};

const Fields<PairConfiguration>& configuration_fields() {
  const auto measured = [](auto figure) {
    return [figure](const PairConfiguration& of) {
      return of.measured ? std::optional(std::invoke(figure, of)) : std::nullopt;
    };
  };
  static const Fields<PairConfiguration> fields{
      {"ctas", "CTAs on each SM, by kernel", &PairConfiguration::ctas, column("first_ctas,second_ctas") | kPositive},
      {"np", "normalised progress by kernel: rate / rate alone with all CTAs that fit", &PairConfiguration::np,
       column("first_np,second_np") | kNotNegative},
      {"stp", "system throughput: sum of np", &PairConfiguration::stp, kNotNegative},
      {"measured_np", "normalised progress as measured; only with --against", &PairConfiguration::measured,
       column("first_measured_np,second_measured_np") | kNotNegative},
      {"measured_stp", "sum of measured_np; only with --against", measured(&PairConfiguration::measured_stp),
       kNotNegative},
      {"stp_error", "stp / measured_stp - 1; only with --against", measured(&PairConfiguration::stp_error)},
  };
  return fields;
}

/// What FlexSched finds in a pair.
struct Walk {
  const KernelPair& in;
  const WalkResult& of;
  const PairConfiguration& found() const { return in.configurations[of.found]; }
};

std::vector<std::array<std::int64_t, 2>> probed(const Walk& walk) {
  std::vector<std::array<std::int64_t, 2>> ctas;
  ctas.reserve(walk.of.probed.size());
  for (const std::size_t position : walk.of.probed) {
    ctas.push_back(walk.in.configurations[position].ctas);
  }
  return ctas;
}

const Fields<KernelPair>& pair_fields() {
  static const Fields<Walk> walk_part{
      {"ctas", "CTAs on each SM where it stays", [](const Walk& walk) { return walk.found().ctas; }, kPositive},
      {"stp", "system throughput there", [](const Walk& walk) { return walk.found().stp(); }, kNotNegative},
      {"probed", "the configurations that it measures, in that order", probed, kSome | kPositive},
      {"finds", "CTAs, and what they give",
       [](const Walk& walk) {
         const auto& [first, second] = walk.found().ctas;
         return std::array{static_cast<double>(first), static_cast<double>(second), walk.found().stp()};
       },
       kTableOnly | show("{:.0f}, {:.0f} ({:.3f})", 0, "flexsched finds")},
      {"cost", "time to probe / time alone of the subtasks done in it", &WalkResult::cost,
       kNotNegative | show("{:.2f}", 3, "profiling costs")},
  };
  static const Fields<SmSplit> sms_part{
      {"sms", "SMs by kernel", &SmSplit::sms, kPositive | show(4, "best SMs")},
      {"np", "normalised progress by kernel", &SmSplit::np, kNotNegative},
      {"stp", "system throughput: sum of np", &SmSplit::stp, kNotNegative | show("{:.3f}", 4, "STP")},
  };
  static const Fields<KernelPair> fields{
      {"kernels", "by name", &KernelPair::kernels, column("first_kernel,second_kernel") | kNames},
      {"best", "CTAs on each SM, of the configuration with the largest STP",
       [](const KernelPair& pair) { return pair.best().ctas; }, kPositive | show(0, "best CTAs")},
      {"best_stp", "what these give", [](const KernelPair& pair) { return pair.best().stp(); },
       kTableOnly | show("{:.3f}", 0, "STP")},
      {"best_np", "of each kernel then", [](const KernelPair& pair) { return pair.best().np; },
       kTableOnly | show("{:.3f}", 2, "NP")},
      {"worst", "the same with the smallest STP", [](const KernelPair& pair) { return pair.worst().ctas; },
       kPositive | show(0, "worst CTAs")},
      {"worst_stp", "what these give", [](const KernelPair& pair) { return pair.worst().stp(); },
       kTableOnly | show("{:.3f}", 0, "STP")},
      {"slowdown", "what a wrong choice costs: 1 - smallest STP / largest STP", &KernelPair::slowdown,
       limits(R"("minimum": 0, "maximum": 1)") | show("{:.1f} %", 0, "a wrong choice costs")},
      {"configurations",
       "CTAs of each kernel on every SM; all that fit and to which none can be added, by those of the first kernel, or "
       "those of the file",
       configuration_fields(), &KernelPair::configurations, kSome | kRows},
      {"flexsched",
       "what FlexSched's walk finds, the first kernel running alone when the second comes; not with --against",
       walk_part,
       [](const KernelPair& pair) {
         return pair.flexsched ? std::optional(Walk{pair, *pair.flexsched}) : std::nullopt;
       }},
      {"best_sms", "the best split with SMs of their own; not with --against", sms_part, &KernelPair::best_sms},
  };
  return fields;
}

/// A configuration of a pair.
struct Configured {
  const KernelPair& in;
  const PairConfiguration& of;
};

std::vector<Configured> configurations_of(const PairTable& table) {
  std::vector<Configured> rows;
  for (const KernelPair& pair : table.pairs) {
    for (const PairConfiguration& configuration : pair.configurations) {
      rows.push_back({pair, configuration});
    }
  }
  return rows;
}

}  // namespace

const Kind<PairTable>& kind_of(const PairTable* /*of*/) {
  static const Fields<LawError> error_part{
      {"configurations", "how many were measured", &LawError::configurations, kPositive},
      {"median_stp", "median of |stp_error|", &LawError::median_stp, kNotNegative},
      {"mean_stp", "mean of |stp_error|", &LawError::mean_stp, kNotNegative},
      {"worst_stp", "largest |stp_error|", &LawError::worst_stp, kNotNegative},
      {"mean_np", "mean of |np - measured_np|", &LawError::mean_np, kNotNegative},
  };
  static const Fields<Configured> configured_part{
      {"kernels", "by name", [](const Configured& row) { return row.in.kernels; }, kNames},
      {"ctas", "of each kernel", &PairConfiguration::ctas, kTableOnly | show(0, "CTAs")},
      {"measured_np", "of each", &PairConfiguration::measured, kTableOnly | show("{:.3f}", 0, "NP measured")},
      {"np", "of each", &PairConfiguration::np, kTableOnly | show("{:.3f}", 0, "NP by the law")},
      {"measured_stp", "sum", &PairConfiguration::measured_stp, kTableOnly | show("{:.3f}", 0, "STP measured")},
      {"stp", "sum", &PairConfiguration::stp, kTableOnly | show("{:.3f}", 0, "STP by the law")},
      {"error", "of stp", &PairConfiguration::stp_error, kTableOnly | show("{:+.1f} %")},
  };
  static const Kind<PairTable> described{
      {.name = "pairs",
       .title = "what `warpshop pairs --format json` prints",
       .command = "pairs",
       .first_columns = kPairColumns},
      {{"device", "name of the profile", &PairTable::device},
       {"pairs", "two kernels each, in the order of the profile or of the file", pair_fields(), &PairTable::pairs,
        kRows},
       {"configurations", "of all pairs", configured_part, configurations_of, kTableOnly},
       {basis_fields(), &PairTable::basis},
       {"version", "of warpshop", &PairTable::version, kVersion},
       {"file", "of --against, as it was named; only then", [](const PairTable& of) { return as_utf8(of.file); },
        kIfAny | kJsonOnly},
       {"file", "of --against, as it was named", &PairTable::file, kCsvOnly},
       {"error", "how far the law is from what was measured; only with --against", error_part, &PairTable::error}}};
  return described;
}

}  // namespace warpshop::result
