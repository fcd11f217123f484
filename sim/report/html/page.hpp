#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// A file that a report was made from.
struct PageInput {
  std::string name;
  std::string key;  ///< 16 hexadecimal digits for what it says
};

/// What a report was made by and from, for its last lines: no date, so that the same input gives the same bytes.
struct PageOrigin {
  std::string command;  ///< `warpshop compare jobs.yaml --device k20c`
  std::string version;  ///< of warpshop
  std::vector<PageInput> inputs;
};

/// Writes a file that needs nothing else: no other file, no network, and no script but for zooming into charts. Opens
/// with kReportOpening. One chapter's question heads the page; of several, a list of all answers comes first.
/// appendix: what is behind all of them.
void write_page(std::ostream& out, const std::vector<Chapter>& chapters, const std::vector<Section>& appendix,
                const PageOrigin& origin);

}  // namespace warpshop::report::html
