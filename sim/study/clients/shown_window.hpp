#pragma once

#include "sim/model/client_comparison.hpp"
#include "sim/model/client_window.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// The stretch of time that is shown where nobody says which: as long as about 100 requests take to be answered if
/// each client has the GPU to itself, at the end of the horizon; at its beginning where some client's requests come at
/// once or as recorded, as they may be over by then.
TimeWindow usual_window(const ClientComparison& comparison);

/// What runs in that time under the plan of one of the results, which is simulated once more: on the same requests.
/// The problem is that of the comparison. Throws InputError: the window begins behind the horizon, or more commands run
/// in it than are kept.
ClientWindow shown_window(const Problem& problem, const ClientComparison& comparison, const ClientsResult& result,
                          const TimeWindow& time);

}  // namespace warpshop::study
