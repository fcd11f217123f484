#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpshop {

/// The three stages of a GPU task, in the order in which it goes through them.
enum class Stage : std::uint8_t { h2d, kernel, d2h };
inline constexpr std::array kStages{Stage::h2d, Stage::kernel, Stage::d2h};

/// Direction of a copy over the bus.
enum class Direction : std::uint8_t { h2d, d2h };

/// Host memory of a copy: page-locked, or ordinary memory that the driver has to stage.
enum class Memory : std::uint8_t { pinned, pageable };

constexpr std::size_t index(Stage stage) {
  return static_cast<std::size_t>(stage);
}
constexpr std::size_t index(Direction direction) {
  return static_cast<std::size_t>(direction);
}
constexpr std::size_t index(Memory memory) {
  return static_cast<std::size_t>(memory);
}

constexpr std::string_view name(Stage stage) {
  constexpr std::array<std::string_view, 3> kNames{"h2d", "kernel", "d2h"};
  return kNames[index(stage)];
}
constexpr std::string_view name(Direction direction) {
  return direction == Direction::h2d ? name(Stage::h2d) : name(Stage::d2h);
}
constexpr std::string_view name(Memory memory) {
  return memory == Memory::pinned ? "pinned" : "pageable";
}

}  // namespace warpshop
