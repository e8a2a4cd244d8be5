#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tesselle/errors.hpp"
#include "tesselle/formats.hpp"

namespace tesselle::testing {

/// What a reader says about a text that it must refuse; fails the test if it accepts it or throws anything else.
template <class Read>
std::string refusal(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    const std::string message = error.what();
    CHECK(message.find('\n') == message.npos);
    return message;
  }
  FAIL("accepted, expected a refusal");
  return {};
}

/// One line: place, then words that the message must hold.
struct Refusal {
  std::string text;
  std::string place;  ///< "f.toml:1:2"
  std::string words;
};

template <class Read>
void check_refusals(const std::vector<Refusal>& cases, const Read& read) {
  for (const Refusal& expected : cases) {
    CAPTURE(expected.text);
    const std::string message = refusal([&] { read(expected.text); });
    CAPTURE(message);
    CHECK(message.starts_with(expected.place + ": "));
    CHECK_MESSAGE(message.find(expected.words) != message.npos, message);
  }
}

inline void check_toml_refusals(const std::vector<Refusal>& cases) {
  check_refusals(cases, [](const std::string& text) { read_toml(text, "f.toml"); });
}

}  // namespace tesselle::testing
