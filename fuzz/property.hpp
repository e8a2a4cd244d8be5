#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tesselle/errors.hpp"

/// What every reader promises, whatever the bytes: a value that survives being written and read again,
/// or an InputError of one line. Anything else ends the program, which is how a fuzzer notices.
namespace tesselle::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "property violated: %s\n", what);
  std::abort();
}

/// Did `read_and_check` accept the input? Exceptions of other types are not caught.
template <class ReadAndCheck>
bool accepts(const ReadAndCheck& read_and_check) {
  try {
    read_and_check();
    return true;
  } catch (const InputError& error) {
    require(std::string_view(error.what()).find('\n') == std::string_view::npos, "the message is one line");
    return false;
  }
}

/// For a second reading inside a check: a refusal there is a violation, not a refusal of the input.
template <class Read>
auto must_read(const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    require(false, "what we wrote can be read");
    std::abort();
  }
}

}  // namespace tesselle::fuzz

/// The target: 0 if the input was accepted, -1 if it was refused (then it need not be kept in a corpus).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
