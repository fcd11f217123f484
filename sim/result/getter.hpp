#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "sim/result/value.hpp"

/// How something is read from an object whose type is left out. All that is compiled anew for each field is one small
/// function: there are hundreds of them.
namespace warpshop::result {

/// What getter says of an object, or of what the object is a view `of`. getter: a member, or a function.
template <class From, class Get>
decltype(auto) read(const From& from, const Get& getter) {
  if constexpr (requires { (from.*getter)(); }) {
    return (from.*getter)();
  } else if constexpr (requires { from.*getter; }) {
    return (from.*getter);
  } else if constexpr (requires { getter(from); }) {
    return getter(from);
  } else {
    return read(from.of, getter);
  }
}

/// A member, or a function that holds little: its bytes.
struct Getter {
  static constexpr std::size_t kSize = 24;
  alignas(void*) std::byte bytes[kSize];

  Getter() = default;
  template <class Get>
  explicit Getter(const Get& getter) {
    static_assert(std::is_trivially_copyable_v<Get> && sizeof(Get) <= kSize, "it holds too much");
    std::memcpy(bytes, &getter, sizeof getter);
  }
  template <class Get>
  const Get& as() const {
    return *reinterpret_cast<const Get*>(bytes);
  }
};

/// A function that is called while it lives, with an object whose type it knows.
class Visitor {
 public:
  template <class Function>
  Visitor(const Function& function)
      : function_(&function),
        call_([](const void* called, const void* object) { (*static_cast<const Function*>(called))(object); }) {}
  void operator()(const void* object) const { call_(function_, object); }

 private:
  const void* function_;
  void (*call_)(const void* called, const void* object);
};

/// What a getter says of an object, as a value.
using ReadValue = Value (*)(const Getter& getter, const void* from);
/// Shows those from first to before end of the parts that a getter says of an object: one, none (an std::optional) or
/// the elements of a list. How many there are in all.
using ReadParts = std::size_t (*)(const Getter& getter, const void* from, std::size_t first, std::size_t end,
                                  const Visitor& visit);

template <class From, class Get>
Value read_value(const Getter& getter, const void* from) {
  return value_of(read(*static_cast<const From*>(from), getter.as<Get>()));
}

/// An element of a list of an object: itself, or together with the object, Of{from, element}.
template <class Of, class From, class Element>
decltype(auto) element_of(const From& from, const Element& element) {
  if constexpr (std::is_same_v<Element, Of>) {
    return (element);
  } else {
    return Of{from, element};
  }
}

template <class From, class Of, class Get>
std::size_t read_parts(const Getter& getter, const void* from, std::size_t first, std::size_t end,
                       const Visitor& visit) {
  const From& object = *static_cast<const From*>(from);
  const auto& found = read(object, getter.as<Get>());
  using Found = std::remove_cvref_t<decltype(found)>;
  if constexpr (std::is_same_v<Found, Of>) {
    visit(&found);
    return 1;
  } else if constexpr (AsOptional<Found>::value) {
    if (found) {
      visit(&*found);
    }
    return found ? 1 : 0;
  } else {
    const std::size_t count = std::size(found);
    for (std::size_t i = first; i < (end < count ? end : count); ++i) {
      const auto& element = element_of<Of>(object, found[i]);
      visit(&element);
    }
    return count;
  }
}

}  // namespace warpshop::result
