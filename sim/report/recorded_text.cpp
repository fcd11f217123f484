#include "sim/report/recorded_text.hpp"

#include <fmt/format.h>

#include "sim/report/percent.hpp"

namespace warpshop::report {

std::string recorded_text(const std::optional<RecordedMakespan>& span) {
  if (!span) {
    return "";
  }
  const std::string error = fmt::format("{:.3f} ms, {} %", span->predicted.count(), signed_percent(span->error()));
  return span->is_close()
             ? fmt::format("{:.3f} ms were recorded; the model says {} of the recorded order.\n",
                           span->recorded.count(), error)
             : fmt::format(
                   "{:.3f} ms were recorded, but the model says {} of the recorded order: what it says of others "
                   "may be off by as much, and nothing is proven.\n",
                   span->recorded.count(), error);
}

}  // namespace warpshop::report
