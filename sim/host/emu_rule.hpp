#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/host/applications.hpp"
#include "sim/host/query_predictor.hpp"
#include "sim/host/server.hpp"
#include "sim/model/processor_part.hpp"
#include "sim/model/units.hpp"

namespace warpshop::host {

struct EmuSettings {
  Millis target{150};
  Millis interval{20};  ///< between two adjustments of a query, > 0
  bool adjusts_cores = true;
  bool adjusts_ways = true;  ///< S1's `nocache`: false; `noruntime`: neither
};

/// EMU, S1 5: a query starts with its fewest_grant() and has its adjusted_grant() after each interval; best-effort work
/// has what is left. Ours, where S1 says nothing: queries start in order of arrival, once a core and a way are free,
/// with as much of what they want as is free; who has less than it wants is given what others leave, in order of their
/// starts; nobody loses what it has and wants. Best-effort work stands still where no core or no way is left for it.
class EmuRule final : public ServerRule {
 public:
  /// Keeps `queries`, which outlive it. Of all best-effort work the first alone runs.
  EmuRule(const Processor& processor, const QueryApplication& application, std::span<const Query> queries,
          QueryPredictor predictor, EmuSettings settings);

  void decide(ServerState& state) override;
  Millis wake_at() const override { return wake_at_; }

 private:
  struct Control {
    ProcessorPart initial, wanted, held;
    double predicted_ipc = 0;
    Millis predicted{0};
    Millis bound{0};
    Millis next{0};         ///< adjustment
    Millis work_before{0};  ///< at the last one
  };

  Control started(std::size_t query, Millis now) const;
  void adjust(Control& control, const ServerState::Active& active, Millis now) const;
  void top_up(Control& control);

  Processor processor_;
  QueryApplication application_;
  std::span<const Query> queries_;
  QueryPredictor predictor_;
  EmuSettings settings_;
  std::vector<Control> controls_;  ///< by query
  ProcessorPart free_;
  Millis wake_at_{0};
};

}  // namespace warpshop::host
