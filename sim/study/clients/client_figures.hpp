#pragma once

#include <array>
#include <span>

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_outcome.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::study {

/// A rate counts as reached from so much of it on: some requests are under way when the time that counts ends.
inline constexpr double kRateReached = 0.99;

/// What the clients of a simulation get. alone: what each answers with the GPU to itself, by client; empty: unknown.
///
/// A quantile is of the requests that arrived; those that were never begun are later than all others. Its interval is
/// stats::quantile_estimate()'s over equal parts of the time that counts, where that is to be believed. A goal of
/// latency is kept where the upper end of it is within the goal, missed where the lower end is beyond it, else not
/// sure. Where no interval is to be believed a goal is kept never, and missed where that lower end is beyond it and so
/// many late requests would come once in 40 times or less if the goal were only just kept (binomial, of requests /
/// dependence); of a client that falls behind, and where nothing is drawn, the figure itself counts. A goal of
/// a rate is kept where that is reached, of Poisson arrivals by how many came; a goal of a speed by of_alone.
ClientsFigures client_figures(const ClientSet& clients, const ClientsOutcome& outcome,
                              std::span<const ClientFigures> alone = {});

/// How busy the requests of clients that do not wait for answers keep each kind of machine, if nothing slows them down:
/// [Stage], Σ rate · mean demand · time. Above 1 of the copies there is more to do than the link can; of the kernels,
/// than the GPU can one at a time.
std::array<double, 3> offered_load(const Instance& instance);

}  // namespace warpshop::study
