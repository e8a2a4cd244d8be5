#include "base/envelope.hpp"

#include <doctest/doctest.h>

#include "base/one_word.hpp"
#include "tesselle/errors.hpp"

using namespace tesselle;

TEST_CASE("envelope: what was sealed comes out, and any change is noticed") {
  const Envelope envelope{"checkpoint", 3, 0x0123456789abcdef};
  for (const std::string& contents : {std::string(), std::string("text\n"), std::string("\0\n\xff", 3)}) {
    const std::string file = sealed(envelope, contents);
    const Unsealed out = unsealed("file", file, {"checkpoint", 3});
    CHECK(out.contents == contents);
    CHECK(out.puzzle_hash == 0x0123456789abcdef);
    for (std::size_t i = 0; i < file.size(); ++i) {
      CAPTURE(i);
      for (const int bit : {0, 5, 7}) {
        std::string bad = file;
        bad[i] = static_cast<char>(bad[i] ^ (1 << bit));
        CHECK_THROWS_AS(unsealed("file", bad, {"checkpoint", 3}), InputError);
      }
      CHECK_THROWS_AS(unsealed("file", file.substr(0, i), {"checkpoint", 3}), InputError);
    }
    CHECK_THROWS_AS(unsealed("file", file + "x", {"checkpoint", 3}), InputError);
    CHECK_THROWS_AS(unsealed("file", file, {"checkpoint", 4}), InputError);
    CHECK_THROWS_AS(unsealed("file", file, {"model", 3}), InputError);
  }
}

TEST_CASE("any text is one word, and comes back") {
  for (const std::string& text : {std::string(), std::string("plain"), std::string("a b\tc\nd"),
                                  std::string("100% of %41"), std::string("\0\x7f\xff", 3)}) {
    const std::string word = as_one_word(text);
    CHECK(word.find_first_of(" \t\n") == word.npos);
    CHECK(from_one_word(word) == text);
  }
  CHECK(as_one_word("my path") == "my%20path");
  CHECK(from_one_word("50%") == "50%");
}
