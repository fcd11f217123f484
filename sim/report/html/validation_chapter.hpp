#pragma once

#include "sim/model/validation.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// How far predictions were off, every measured plan beside its prediction, and what each policy's plan is worth.
Chapter chapter(const JudgedValidation& judged);

}  // namespace warpshop::report::html
