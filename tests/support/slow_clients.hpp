#pragma once

#include <cstddef>
#include <limits>
#include <vector>

// Requests over time once more, by lists of them and nothing of the simulation: one function a discipline, written from
// what its name means in queueing theory. Each takes requests in the order of their arrivals and returns when each is
// done, in the same order. A server works whenever there is something to do; nothing else takes time.
namespace warpshop::test {

/// Times ≥ 0 in any one unit.
struct SlowRequest {
  double arrival = 0;
  double service = 0;      ///< with a server for itself
  std::size_t client = 0;  ///< whose it is; where clients have priorities 0 goes before 1
};
using SlowRequests = std::vector<SlowRequest>;

/// First come, first served: each by the server that is free first. servers ≥ 1.
std::vector<double> ends_in_order(const SlowRequests& requests, std::size_t servers = 1);

/// First ready, first served, by one server: a request is ready as soon as it has arrived and fewer than `streams`
/// before it of its client are still to be done. Of several at once that of the smaller number of client goes first.
/// streams ≥ 1. O(n × clients).
std::vector<double> ends_by_readiness(const SlowRequests& requests, std::size_t streams);

/// All that are there have equal parts of the server; of one client `streams` at most, its others wait in order. Where
/// `units` is above 0 the server is so many that cannot be divided: of n requests the i-th, from 0 on, in the order in
/// which they began, has floor(those left / (n - i)); never more requests than units. O(n × how many are there).
std::vector<double> ends_shared(const SlowRequests& requests,
                                std::size_t streams = std::numeric_limits<std::size_t>::max(), std::size_t units = 0);

/// The client of the smallest number first, its requests in order. One that comes stops what is behind it, which goes
/// on where it was; but not what has at most `unstoppable` left.
std::vector<double> ends_preemptive(const SlowRequests& requests, double unstoppable = 0);

/// The same, but what is served is finished first.
std::vector<double> ends_non_preemptive(const SlowRequests& requests);

/// Clients take turns of a slice each, the one that has waited longest next; who comes just then is in time. A client
/// that has nothing to do gives its turn up at once; one that nobody waits for begins its next slice. slice > 0.
std::vector<double> ends_in_turns(const SlowRequests& requests, double slice);

/// What a user does again and again: think, then ask for a service.
struct SlowQuestion {
  double think = 0;
  double service = 0;
};

/// By user and question, how long it took from asking until the answer: users who think first, ask one server that is
/// first come, first served, and think again. Of equal times the user of the smaller number goes first. O(questions ×
/// users).
std::vector<std::vector<double>> answer_times(const std::vector<std::vector<SlowQuestion>>& users);

}  // namespace warpshop::test
