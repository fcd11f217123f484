#pragma once

namespace warpshop::evaluate {

// Of two variables: they compile to one instruction without a branch, which std::min and std::max of references may
// not.
inline double smaller(double a, double b) {
  return a < b ? a : b;
}
inline double larger(double a, double b) {
  return a > b ? a : b;
}

/// Relative rates of two opposing payloads, and what follows from them.
struct DuplexRates {
  double h2d = 1;                   ///< speed of an H2D payload beside a D2H payload, relative to alone
  double d2h = 1;                   ///< and the reverse
  double delay = 1 / h2d - 1;       ///< time that a unit of H2D work loses beside a D2H
  double slowness = 1 / d2h;        ///< time of a unit of D2H payload beside an H2D
  double work_per_d2h = h2d / d2h;  ///< H2D work done beside a unit of D2H payload
  double d2h_per_work = d2h / h2d;
  double offset_per_d2h = (1 - h2d) / d2h;  ///< time minus H2D work beside a unit of D2H payload
};

}  // namespace warpshop::evaluate
