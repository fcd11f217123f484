#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::cli {

/// A profile to fill in, with comments that say how its values are measured: of a chip, or of a GPU on a link. Nothing:
/// there is neither of that name.
std::optional<std::string> profile_template(std::string_view name);

/// What there are templates of, links of all their lanes.
std::vector<std::string> template_names();

/// Why there is no template of a name, and what was expected.
std::string no_template(std::string_view name);

}  // namespace warpshop::cli
