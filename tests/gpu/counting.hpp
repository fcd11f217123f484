#pragma once

#include <cstdint>
#include <string_view>

namespace warpshop::gpu {

/// Counts how often each of its subtasks is done, and on which SM it was last.
struct Counting {
  static constexpr std::string_view kName = "counting";
  static constexpr int kThreads = 32;
  struct Arguments {
    std::uint32_t* times;
    std::uint32_t* sm;  ///< null: where subtasks are done by several at once
  };
  struct Shared {};
  template <class Cta>
  static void subtask(Cta& cta, Shared& /*shared*/, const Arguments& arguments, std::uint32_t subtask) {
    cta.threads([&](int thread) {
      if (thread == 0) {
        cta.fetch_add(arguments.times + subtask, 1U);
        if (arguments.sm != nullptr) {
          arguments.sm[subtask] = cta.sm();
        }
      }
    });
  }
};

}  // namespace warpshop::gpu
