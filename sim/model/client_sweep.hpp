#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/client_comparison.hpp"
#include "sim/model/sweep.hpp"

namespace warpshop {

/// What is known of all goals together: kept where every one is, missed where any is.
Verdict verdict_of_all(const ClientsFigures& figures);

/// In which direction the values of an axis make it harder to keep goals.
enum class Harder : std::uint8_t { with_more, with_less };

/// Of an axis that is a number of requests (NAME.arrivals.poisson, closed, at_once: more are harder; every: a longer
/// period is easier), or a goal (latency: a longer one is easier; rate, fps, speed, share, quantile: more is harder).
/// Nothing: it cannot be said.
std::optional<Harder> harder_values(std::string_view axis);
/// Whether it is one of arrivals.
bool is_load(std::string_view axis);
/// Whether its values are whole numbers, as numbers of users are.
bool is_whole(std::string_view axis);

/// The client that an axis is of: `chat` of `clients.chat.arrivals.poisson`. Empty: of all of them (`*`), or of none.
std::string_view client_of(std::string_view axis);

/// A cell of the grid.
struct ClientSweepCell {
  std::vector<std::size_t> values;  ///< by axis: which
  ClientComparison comparison;
};

/// A value of an axis, and what becomes of the goals there.
struct KeptAt {
  std::size_t value = 0;  ///< which, of the axis
  Verdict verdict = Verdict::kept;
  std::size_t cell = 0;    ///< of the sweep,
  std::size_t result = 0;  ///< and which of its results
};

/// Where between two values of an axis goals stop to be kept.
struct RefinedBound {
  std::string value;  ///< that keeps them
  ClientsResult at;   ///< there
  std::string next;   ///< the next one tried, which does not
  Verdict verdict = Verdict::missed;
};

/// How far one way of sharing keeps every goal along an axis of numbers, the others being as they are.
struct KeptRange {
  std::size_t axis = 0;
  std::vector<std::size_t> others;  ///< by axis: the value of the others; of the axis itself 0
  std::string policy;               ///< as it was asked for
  std::vector<KeptAt> tried;        ///< from the easiest value to the hardest; several
  std::optional<RefinedBound> refined = {};

  /// The position of the hardest value that is kept for sure; nothing: none is.
  std::optional<std::size_t> last_kept() const;
  /// Whether no value is missed that is easier than one that is kept. What is not sure may be.
  bool is_bounded() const;
};

/// What clients get in every cell of a grid, under each way of sharing.
struct ClientSweep {
  std::string name;
  std::vector<SweepAxis> axes;
  std::vector<std::string> policies;   ///< as they were asked for
  std::vector<ClientSweepCell> cells;  ///< by increasing values, the last axis running fastest; all, or some of them
  std::vector<KeptRange> ranges = {};  ///< see kept_ranges()
  Basis basis = {};
  Origin origin = {};
};

/// The result of a policy in a cell, as it was asked for; nothing: it was left out there, or failed.
std::optional<std::size_t> result_of_policy(const ClientComparison& comparison, std::string_view policy);

/// For every axis of arrivals (where none has several values, of goals) whose values are several numbers of one kind:
/// every policy beside every choice of the others' values. Without goals, none.
std::vector<KeptRange> kept_ranges(const ClientSweep& sweep);

/// The hardest value of an axis that keeps all goals for sure.
struct KeptBound {
  std::string value;
  const ClientsResult& at;                 ///< there
  std::optional<std::string> next;         ///< the next harder one tried, which is not kept; nothing: it was the last
  Verdict next_verdict = Verdict::missed;  ///< there
  std::vector<std::string> not_sure = {};  ///< easier values for which that cannot be said
};
/// Nothing: no value is kept, or an easier one is missed (it is not KeptRange::is_bounded()).
std::optional<KeptBound> bound_of(const ClientSweep& sweep, const KeptRange& range);

/// The policies that failed in any cell, with the cell's values; the exit code is 1 then.
struct FailedInCell {
  const ClientSweepCell& cell;
  const FailedPolicy& policy;
};
std::vector<FailedInCell> failed_policies(const ClientSweep& sweep);

}  // namespace warpshop
