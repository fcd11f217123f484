#pragma once

#include <string>
#include <vector>

#include "sim/model/client_comparison.hpp"

namespace warpshop::report {

/// The answer in a sentence: who comes first, which goals it keeps and how closely, and what it leaves for the clients
/// that have none, beside the next way of sharing that keeps as many.
std::string answer_text(const ClientComparison& comparison);
/// What the clients without goals get: `vision 71.2 /s`. Empty: every one has a goal.
std::string rest_text(const ClientsFigures& figures);
/// What to set for it. Empty: nothing was compared.
std::string to_do_text(const ClientComparison& comparison);
/// What a reader has to know of the figures, a sentence each: a goal that a client does not keep alone, more to do than
/// the GPU can, too few requests for the quantile that was asked, goals on which what is assumed decides.
std::vector<std::string> remarks(const ClientComparison& comparison);

}  // namespace warpshop::report
