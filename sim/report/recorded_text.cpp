#include "sim/report/recorded_text.hpp"

#include <fmt/format.h>

#include "sim/report/percent.hpp"

namespace warpshop::report {

std::string recorded_text(const std::optional<RecordedMakespan>& span) {
  if (!span) {
    return "";
  }
  std::string text = fmt::format("{:.3f} ms were recorded; the model puts the same order at {:.3f} ms ({} %)",
                                 span->recorded.count(), span->predicted.count(), signed_percent(span->error()));
  if (span->steps) {
    text += fmt::format(", its {} steps {} off in the median, {} at worst", span->steps->steps,
                        percent(span->steps->median), percent(span->steps->worst));
  }
  return text +
         (span->is_close() ? ".\n" : ": what it says of other orders may be off by as much, and nothing is proven.\n");
}

}  // namespace warpshop::report
