#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/model/client_comparison.hpp"
#include "sim/model/policy.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// How clients are compared.
struct ClientsSettings {
  std::string device;  ///< as the output calls it
  PlanOptions options;
  unsigned jobs = 1;                   ///< ≥ 1 threads; the result does not depend on it
  Millis horizon{0};                   ///< 0: the workload's
  std::optional<Millis> warm_up = {};  ///< nothing: that of the clients, see warm_up()
  /// Whether what is said of goals has to hold over what is assumed, see judge_over_assumed(): up to eight runs more of
  /// each way of sharing that is shown; none where everything was measured or said.
  bool over_assumed = true;
};

/// Every way of sharing in the policies simulated with the workload's clients, on the same requests, best first; and
/// each client alone. The problem is prepared and has clients. A policy that fails is in ClientComparison::failed; if
/// all do, the first failure is thrown, std::runtime_error. Of two that found the same setting the first stays.
/// Searches go by what is assumed; what they find is simulated again at the ends of that, on the same requests, with
/// the setting as it is: what a policy chooses by the model while it runs, such as the split of smk, it chooses anew.
/// Where no result then keeps as many goals for sure as the first did as assumed, those that were searched for are
/// searched for once more, where they do worst; what that finds stands beside them, judged as they are.
/// progress(text) tells what goes on, early(text), before anything is searched, which goal no setting can keep.
ClientComparison compare_clients(
    const Problem& problem, const std::vector<NamedPolicy>& policies, const ClientsSettings& settings,
    const std::function<void(const std::string&)>& progress,
    const std::function<void(const std::string&)>& early = [](const auto&) {});

}  // namespace warpshop::study
