#include "sim/report/recorded_text.hpp"

#include <fmt/format.h>

#include "sim/report/percent.hpp"

namespace warpshop::report {

std::string recorded_text(const std::optional<RecordedMakespan>& span) {
  if (!span) {
    return "";
  }
  const std::string order = fmt::format("{:.3f} ms were recorded; the model puts the same order at {:.3f} ms ({} %)",
                                        span->recorded.count(), span->predicted.count(), signed_percent(span->error()));
  return order +
         (span->is_close() ? ".\n" : ": what it says of other orders may be off by as much, and nothing is proven.\n");
}

}  // namespace warpshop::report
