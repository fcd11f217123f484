#include "sim/study/clients/over_assumed.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "sim/study/clients/assumed_ends.hpp"
#include "sim/study/clients/client_alone.hpp"
#include "sim/study/clients/client_figures.hpp"
#include "sim/study/clients/client_ranking.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

/// A corner, and what is simulated there.
struct AtCorner {
  std::vector<std::pair<std::string, bool>> values;  ///< by path, whether it is at its upper end
  std::vector<AssumedInput> inputs;                  ///< the same, as at_corner() takes them
  AssumedCorner ends;
  std::shared_ptr<AssumedEnd> end = std::make_shared<AssumedEnd>();
};

/// Ways of sharing, simulated again over what is assumed.
class OverAssumed {
 public:
  OverAssumed(const Problem& problem, const Plan& unshared, const evaluate::ClientRun& run, unsigned jobs)
      : instance_(problem.fleet.tasks()), device_(*problem.prepared_for), unshared_(unshared), run_(run), jobs_(jobs) {}

  std::vector<std::shared_ptr<const AssumedEnd>> judge(std::vector<ClientsResult>& results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      add_runs(results, i);
    }
    in_parallel(jobs_, corners_.size(), [&](std::size_t i) { prepare(corners_[i]); });
    in_parallel(jobs_, runs_.size(), [&](std::size_t i) {
      const AssumedEnd& end = *corners_[runs_[i].corner].end;
      runs_[i].figures = client_figures(
          instance_.clients, evaluate::simulate_clients(end.instance, results[runs_[i].result].plan, run_), end.alone);
    });
    std::vector<std::shared_ptr<const AssumedEnd>> worst(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      std::vector<ClientsFigures> at_corners;
      std::size_t least = 0;
      for (Run& run : runs_) {
        if (run.result == i) {
          at_corners.push_back(std::move(run.figures));
          if (!worst[i] || is_better(at_corners[least], at_corners.back())) {
            worst[i] = corners_[run.corner].end;
            least = at_corners.size() - 1;
          }
        }
      }
      judge_at_corners(results[i].figures, at_corners);
    }
    return worst;
  }

 private:
  struct Run {
    std::size_t result = 0;
    std::size_t corner = 0;
    ClientsFigures figures = {};
  };

  void add_runs(std::vector<ClientsResult>& results, std::size_t number) {
    const std::vector<AssumedInput> inputs = assumed_inputs(instance_, results[number].plan);
    for (const AssumedInput& input : inputs) {
      std::vector<AssumedBetween>& told = results[number].assumed;
      told.insert(told.end(), input.values.begin(), input.values.end());
    }
    for (const AssumedCorner& corner : assumed_corners(inputs)) {
      runs_.push_back({.result = number, .corner = position(inputs, corner)});
    }
  }
  /// Of one of corners_: several ways of sharing rest on the same values.
  std::size_t position(const std::vector<AssumedInput>& inputs, const AssumedCorner& corner) {
    std::vector<std::pair<std::string, bool>> values;
    for (std::size_t input = 0; input < inputs.size(); ++input) {
      for (const AssumedBetween& value : inputs[input].values) {
        values.emplace_back(value.path, corner[input]);
      }
    }
    const auto known =
        std::find_if(corners_.begin(), corners_.end(), [&](const AtCorner& other) { return other.values == values; });
    if (known != corners_.end()) {
      return static_cast<std::size_t>(known - corners_.begin());
    }
    corners_.push_back({.values = std::move(values), .inputs = inputs, .ends = corner});
    return corners_.size() - 1;
  }
  void prepare(const AtCorner& corner) {
    AssumedEnd& end = *corner.end;
    end.instance = at_corner(instance_, device_, corner.inputs, corner.ends);
    for (std::size_t client = 0; client < instance_.clients.all.size(); ++client) {
      end.alone.push_back(client_alone(end.instance, client, unshared_, run_));
    }
  }

  const Instance& instance_;
  const Device& device_;
  const Plan& unshared_;
  evaluate::ClientRun run_;
  unsigned jobs_;
  std::vector<AtCorner> corners_;
  std::vector<Run> runs_;
};

}  // namespace

std::vector<std::shared_ptr<const AssumedEnd>> judge_over_assumed(const Problem& problem, const Plan& unshared,
                                                                  const evaluate::ClientRun& run, unsigned jobs,
                                                                  std::vector<ClientsResult>& results) {
  return OverAssumed(problem, unshared, run, jobs).judge(results);
}

}  // namespace warpshop::study
