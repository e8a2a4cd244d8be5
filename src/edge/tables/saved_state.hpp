#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/rng.hpp"
#include "tesselle/big_natural.hpp"
#include "tesselle/edge_puzzle.hpp"

/// What the states of edge-matching searches have in common, as bytes. What is read may be hostile: every function that
/// reads throws InputError where the bytes cannot be what was written.
namespace tesselle::edge {

inline void save(ByteWriter& out, const Rng& rng) {
  const auto words = std::bit_cast<std::array<std::uint64_t, 4>>(rng);
  for (const std::uint64_t word : words) out.number(word);
}
inline Rng read_rng(ByteReader& in) {
  std::array<std::uint64_t, 4> words{};
  for (std::uint64_t& word : words) word = in.number();
  if ((words[0] | words[1] | words[2] | words[3]) == 0) in.refuse();  // would give zeros for ever
  return std::bit_cast<Rng>(words);
}

/// For what turns out to be damaged only when the search goes on.
[[noreturn]] inline void refuse_state() { ByteReader({}).refuse(); }

inline void save(ByteWriter& out, const BigNatural& number) {
  const std::string digits = number.decimal();
  out.array(std::span<const char>(digits));
}
inline BigNatural read_natural(ByteReader& in) {
  constexpr std::size_t max_digits = 100'000;
  const auto digits = in.array<char>();
  if (digits.size() > max_digits) in.refuse();
  BigNatural number;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') in.refuse();
    number = number.times(10);
    number += BigNatural(static_cast<std::uint64_t>(digit - '0'));
  }
  return number;
}

inline bool read_flag(ByteReader& in) { return in.number(1) != 0; }

/// A number from 0 to `most`, as the type in which it is kept.
template <class Number>
void read_number(ByteReader& in, Number& number,
                 std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) {
  number = static_cast<Number>(in.number(most));
}

inline void save_real(ByteWriter& out, double real) { out.number(std::bit_cast<std::uint64_t>(real)); }
inline double read_real(ByteReader& in, double least = std::numeric_limits<double>::lowest(),
                        double most = std::numeric_limits<double>::max()) {
  const auto real = std::bit_cast<double>(in.number());
  if (!(real >= least && real <= most)) in.refuse();
  return real;
}

inline void save_floats(ByteWriter& out, std::span<const float> floats) {
  std::vector<std::uint32_t> bits;
  bits.reserve(floats.size());
  for (const float number : floats) bits.push_back(std::bit_cast<std::uint32_t>(number));
  out.array(std::span<const std::uint32_t>(bits));
}
/// Finite ones.
inline std::vector<float> read_floats(ByteReader& in) {
  std::vector<float> floats;
  for (const std::uint32_t bits : in.array<std::uint32_t>()) {
    floats.push_back(std::bit_cast<float>(bits));
    if (!std::isfinite(floats.back())) in.refuse();
  }
  return floats;
}

inline void save(ByteWriter& out, const std::optional<int>& number) {
  out.number(number ? static_cast<std::uint64_t>(*number) + 1 : 0);
}
inline std::optional<int> read_optional(ByteReader& in, int most) {
  const std::uint64_t number = in.number(static_cast<std::uint64_t>(most) + 1);
  return number == 0 ? std::nullopt : std::optional<int>(static_cast<int>(number - 1));
}

/// Pieces placed one after the other.
inline void save(ByteWriter& out, const std::vector<Placed>& laid) {
  std::vector<std::uint32_t> packed;
  for (const Placed placed : laid)
    packed.push_back(static_cast<std::uint32_t>(4 * placed.piece.index() + placed.rotation));
  out.array(std::span<const std::uint32_t>(packed));
}
/// Different ones of `pieces` pieces.
inline std::vector<Placed> read_laid(ByteReader& in, std::size_t pieces) {
  std::vector<Placed> laid;
  std::vector<bool> used(pieces);
  for (const std::uint32_t packed : in.array<std::uint32_t>()) {
    const std::size_t piece = packed / 4;
    if (piece >= pieces || used[piece]) in.refuse();
    used[piece] = true;
    laid.push_back({PieceId(piece), static_cast<std::uint8_t>(packed % 4)});
  }
  return laid;
}

}  // namespace tesselle::edge
