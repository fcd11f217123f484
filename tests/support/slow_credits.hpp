#pragma once

#include <vector>

// Clients that take turns on an accelerator by their credits, once more: written from docs/sharing.md alone, with
// bookkeeping of its own. Times are whole milliseconds but in slow_fcfs().
namespace warpshop::test {

/// A call: it comes `after` another, so much later, or at `release` where that is none.
struct SlowCall {
  int client = 0;
  int time = 1;  ///< that it takes, above 0
  int release = 0;
  int after = -1;  ///< position of the call that it comes after
  int lag = 0;
};

enum class SlowChoice {
  turns,    ///< in turn, as many ticks as credits say
  cosched,  ///< the most credit of those on a CPU
  augc,     ///< the most credit, CPU credit included
};

/// By client: credit, cpu; wanted where there is feedback.
struct SlowCredits {
  SlowChoice choice = SlowChoice::turns;
  int tick = 30;
  bool yield = false;
  bool left = false;
  std::vector<double> credit = {};
  std::vector<double> cpu = {};
  std::vector<double> wanted = {};  ///< empty: no feedback
  int cpus = 4;
  std::vector<std::vector<int>> periods = {};  ///< clients on a CPU, by period; empty: in turn
};

struct SlowCallTimes {
  std::vector<double> starts;
  std::vector<double> ends;
};

/// Millisecond after millisecond.
SlowCallTimes slow_credits(const std::vector<SlowCall>& calls, const SlowCredits& credits);

/// First come, first served; 1 - loss as fast while calls of several clients are there.
SlowCallTimes slow_fcfs(const std::vector<SlowCall>& calls, double loss);

}  // namespace warpshop::test
