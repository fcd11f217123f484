#pragma once

#include <span>

#include "sim/model/run.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// How long the plan took and was predicted to take, both timelines on one axis, every command beside its prediction,
/// and where the difference comes from. alone: by interval of either timeline, empty where it is not known.
Chapter chapter(const Run& run, std::span<const Millis> alone);

}  // namespace warpshop::report::html
