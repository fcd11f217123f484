#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/context_switch.hpp"
#include "sim/model/units.hpp"

namespace warpshop {

/// Another policy that is first in some draws.
struct FirstInDraws {
  std::string policy;
  std::size_t draws = 0;  ///< > 0
  friend bool operator==(const FirstInDraws&, const FirstInDraws&) = default;
};

/// What one assumed value does by itself, the others being what they are assumed to be.
struct AssumedSwing {
  std::string path;
  double low = 0, high = 0;  ///< the ends of its range; of a time in ms
  bool as_parts = false;     ///< the ends are parts of what it is assumed to be
  /// What the best of the others costs more than the first, at each end (wc: weight times ms); below 0: it costs less.
  Millis lead_low{0}, lead_high{0};
  /// How much knowing the value would tell of who is first.
  Millis swing() const { return lead_low < lead_high ? lead_high - lead_low : lead_low - lead_high; }
};

/// How far the first of a comparison hangs on what is only assumed: its plans, as they are, over draws of that.
struct Uncertainty {
  std::size_t draws = 0;
  std::size_t first_stays = 0;              ///< in so many of them none costs less
  std::vector<FirstInDraws> others = {};    ///< who is first in the rest, most often first
  AssumedRange cost = {};                   ///< of the first: 5 % of the draws are below, 5 % above
  std::optional<Millis> lead = {};          ///< as assumed; nothing: all plans cost the same in every draw
  std::vector<AssumedSwing> values = {};    ///< what was drawn, the one with the largest swing first
  std::vector<std::string> not_drawn = {};  ///< what is assumed as well, by path, and of which no range is known
};

}  // namespace warpshop
