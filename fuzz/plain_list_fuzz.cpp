#include "property.hpp"
#include "seeds.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const auto check_nesw = [&] {
    const Puzzle puzzle = read_plain_nesw(text, "input.txt");
    const std::string list = write_plain_nesw(puzzle);
    fuzz::require(fuzz::must_read([&] { return read_puzzle(list, "input.txt"); }) == puzzle,
                  "North East South West survives");
  };
  const auto check_nswe = [&] {
    const Puzzle puzzle = read_plain_nswe(text, "input.txt");
    const std::string list = write_plain_nswe(puzzle);
    fuzz::require(fuzz::must_read([&] { return read_puzzle(list, "input.txt"); }) == puzzle,
                  "North South West East survives");
  };
  return fuzz::accepts(check_nesw) || fuzz::accepts(check_nswe) ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {"2\n0 1 0 2\n0 1 2 0\n3 0 0 1\n3 0 1 0\n", "2 1\n0 1 0 0\n0 0 0 1\n",
          "# list\r\n\r\n1 1 # size\r\n1 2 3 1000 #x\r\n", "1\n4 4 4 4"};
}

std::vector<std::string> fuzz_words() {
  return {"0 0 0 0\n", " 1000", " 1001", "-1", "99999", "#", "\n", "\r\n", "\t", "\xef\xbb\xbf", "18446744073709551616",
          "1.5",       "\xff"};
}
