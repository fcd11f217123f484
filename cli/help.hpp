#pragma once

#include <cstddef>
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace warpshop::cli {

/// Help texts whose lines have at most so many characters; what is said of an option goes on below where it begins.
std::shared_ptr<CLI::FormatterBase> help_formatter(std::size_t width);

}  // namespace warpshop::cli
