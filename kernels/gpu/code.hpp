#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "kernels/gpu/host_cta.hpp"
#include "kernels/gpu/persistent.hpp"
#include "sim/model/units.hpp"

namespace warpshop::gpu {

/// The two forms that every kernel exists in: one CTA a subtask, or as many CTAs as fit, each taking subtask after
/// subtask.
enum class Form : std::uint8_t { plain, persistent };

/// The arguments of a launch: a copy of the body's Arguments.
class Arguments {
 public:
  template <class T>
  explicit Arguments(const T& arguments) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= kRoom);
    std::memcpy(bytes_.data(), &arguments, sizeof(T));
  }
  const void* data() const { return bytes_.data(); }

 private:
  static constexpr std::size_t kRoom = 128;
  alignas(16) std::array<std::byte, kRoom> bytes_{};
};

/// A kernel as the backends launch it. The CUDA backend finds its GPU code by `name`.
struct Code {
  std::string_view name;
  int threads = 0;      ///< per CTA
  Bytes shared_memory;  ///< static, per CTA, of the body
  void (*run_plain)(std::uint32_t sm, const void* arguments, std::uint32_t subtask) = nullptr;
  void (*run_persistent)(std::uint32_t sm, const void* arguments, const Control& control) = nullptr;
};

/// The code of a body: a struct with kName, kThreads, Arguments (trivially copyable), Shared, and
/// `template <class Cta> static WARPSHOP_BODY void subtask(Cta&, Shared&, const Arguments&, std::uint32_t subtask)`.
template <class Body>
Code code_of() {
  using Cta = HostCta<Body::kThreads>;
  using Given = typename Body::Arguments;
  return {
      .name = Body::kName,
      .threads = Body::kThreads,
      .shared_memory =
          Bytes{static_cast<std::int64_t>(std::is_empty_v<typename Body::Shared> ? 0 : sizeof(typename Body::Shared))},
      .run_plain =
          [](std::uint32_t sm, const void* arguments, std::uint32_t subtask) {
            Cta cta(sm);
            typename Body::Shared shared;
            Body::subtask(cta, shared, *static_cast<const Given*>(arguments), subtask);
          },
      .run_persistent =
          [](std::uint32_t sm, const void* arguments, const Control& control) {
            Cta cta(sm);
            typename Body::Shared shared;
            PersistentShared loop;
            persistent_loop(cta, loop, control, [&](std::uint32_t subtask) {
              Body::subtask(cta, shared, *static_cast<const Given*>(arguments), subtask);
            });
          }};
}

}  // namespace warpshop::gpu
