#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpshop::cli {

/// Words with spaces between.
std::string words(const std::vector<std::string>& all);

/// `text` with `by` wherever `what` stands.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);

/// The beginning of what help says, up to a semicolon, in at most 70 bytes, for a line of a list.
std::string brief(std::string_view text);

/// In single quotes, for bash and zsh.
std::string in_shell_quotes(std::string_view text);

/// In single quotes, for fish.
std::string in_fish_quotes(std::string_view text);

}  // namespace warpshop::cli
