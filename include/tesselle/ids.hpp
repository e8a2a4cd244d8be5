#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tesselle {

/// A number that names one thing and cannot be mixed up with a number that names another.
/// `value` is public because tables are indexed by it; arithmetic is not offered on purpose.
template <class Tag, class Rep>
struct Id {
  Rep value{};

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<Rep>(v)) {}
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace tesselle

template <class Tag, class Rep>
struct std::hash<tesselle::Id<Tag, Rep>> {
  std::size_t operator()(tesselle::Id<Tag, Rep> id) const noexcept { return id.value; }
};
