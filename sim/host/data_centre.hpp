#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpshop::host {

/// Who gets which best-effort job of a round.
enum class Dealing : std::uint8_t {
  as_they_come,  ///< node after node, job after job
  assigned       ///< at the largest sum of throughputs, by the Hungarian method (stats::least_assignment)
};

/// Mean throughput of best-effort jobs in a data centre, S1 5.4: nodes have the query applications in turn; in each of
/// so many rounds every node gets one job, of best-effort applications in equal numbers over all rounds, in random
/// order. S1 does not say how jobs come; rounds are ours. throughputs: by query application, then best-effort
/// application; applications, nodes, rounds ≥ 1.
double dealt_throughput(std::span<const double> throughputs, std::size_t query_applications, std::size_t nodes,
                        std::size_t rounds, Dealing dealing, std::uint64_t seed);

}  // namespace warpshop::host
