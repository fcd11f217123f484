#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/client.hpp"
#include "sim/model/client_comparison.hpp"

namespace warpshop::report::html {

/// A chart a client, whose requests were answered under some way of sharing: how long so many of them take, on a
/// logarithmic scale, a curve for each way (the first ones of many) and one for the GPU to itself; the latency of a
/// goal as a line across, and its quantile as one upwards.
std::string latency_charts(const ClientComparison& comparison);

/// Every client under every way of sharing, with a bar that says how far it is from its goal.
std::string goals_table(const ClientComparison& comparison);

/// What happens in the window of a result, which has one: the engines, and below them the CTAs that clients hold.
std::string window_charts(const ClientsResult& result, std::span<const Client> clients);

/// `199.1 s … 200 s`.
std::string window_text(const TimeWindow& time);

}  // namespace warpshop::report::html
