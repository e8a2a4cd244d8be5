#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "formats/refusals.hpp"
#include "support/samples.hpp"
#include "tesselle/foreign_formats.hpp"

using namespace tesselle;
using namespace tesselle::testing;

namespace {

std::string repeated(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::string noise(std::size_t size, std::string_view alphabet, std::uint64_t seed) {
  Rng rng(seed);
  std::string text(size, ' ');
  for (char& c : text)
    c = alphabet.empty() ? static_cast<char>(rng.below(256))
                         : alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
  return text;
}

constexpr std::size_t megabyte = 1 << 20;

}  // namespace

TEST_CASE("nesting without end is refused, not followed") {
  const auto toml = [](const std::string& text) { return refusal([&] { read_toml(text, "f.toml"); }); };
  CHECK(toml("x = " + repeated("[", megabyte)).starts_with("f.toml:1:37: found values nested more than 32 deep"));
  CHECK(toml("x = " + repeated("{a=", megabyte)).find("nested more than 32 deep") != std::string::npos);
  CHECK(toml(repeated("a.", megabyte) + "a = 1").starts_with("f.toml:1:18: found a key of too many parts"));
  CHECK(toml(repeated("a . ", megabyte) + "a = 1").find("too many parts") != std::string::npos);
  CHECK(toml(repeated("\"a\".", megabyte) + "a = 1").find("too many parts") != std::string::npos);
  CHECK(toml(repeated("a.\u00a0", megabyte) + "a = 1").starts_with("f.toml:1:3: not valid TOML"));
  CHECK(toml("[" + repeated("a.", megabyte) + "a]").find("too many parts") != std::string::npos);
  CHECK(toml("a = {" + repeated("a.", megabyte) + "a = 1}").find("too many parts") != std::string::npos);
  CHECK(toml("[[" + repeated("a.", megabyte) + "a]]").find("too many parts") != std::string::npos);
  CHECK(refusal([] {
          read_solution(four_corners(), "{\"a\":" + repeated("[", megabyte), "s");
        }).find("nested too deep") != std::string::npos);
}

TEST_CASE("dots in strings, comments, numbers and pictures are no keys") {
  const std::string dots(1000, '.');
  const Puzzle puzzle = read_toml("title = \"\\\\\\\"" + dots + "\" # " + dots + "\nsource = '''\n''" + dots +
                                      "\\'''''\nfamily = \"packing\"\nregion = \"\"\"\n" + dots +
                                      "\n#\"\"\"\n[[piece]]\nname = \"\\\"\"\nshape = \"#\"\n",
                                  "f.toml");
  CHECK(puzzle.title == "\\\"" + dots);
  CHECK(puzzle.source == "''" + dots + "\\''");
  CHECK(puzzle.packing().region.size() == 1);
}

TEST_CASE("too many values are refused before they are stored") {
  CHECK(refusal([] { read_toml("x = [" + repeated("1,", 3 * megabyte), "f.toml"); }).find("more than 2000000 values") !=
        std::string::npos);
  CHECK(refusal([] { read_toml(std::string(65 * megabyte, '#'), "f.toml"); }).find("larger than 64 MB") !=
        std::string::npos);
  CHECK(refusal([] {
          read_toml("family = \"edge\"\nboard = \"1x1\"\npieces = [\"" + repeated("a ", 8 * megabyte) + "\"]",
                    "f.toml");
        }).starts_with("f.toml:3:11: found 1000 colours, expected 4"));
  for (const char* part : {"<a/>", "<a b=\"\"/>"})
    CHECK(refusal([&] {
            read_xmpuzzle("<puzzle version=\"2\">" + repeated(part, 4 * megabyte), "f.xmpuzzle");
          }).starts_with("f.xmpuzzle: found more than 4000000 times '<'"));
  CHECK(refusal([&] {
          read_xmpuzzle("<puzzle><a " + repeated("b=\"\" ", 4 * megabyte), "f.xmpuzzle");
        }).starts_with("f.xmpuzzle: found more than 4000000 times '='"));
  CHECK(refusal([] { read_puzzle("1\n" + std::string(17 * megabyte, '1'), "f"); }).find("larger than 16 MB") !=
        std::string::npos);
  CHECK(refusal([] {
          read_solution(four_corners(), "{\"x\":[" + repeated("1,", 5 * megabyte), "s");
        }).find("too many values") != std::string::npos);
  CHECK(refusal([] {
          read_solution(four_corners(), "board_edges=" + std::string(5 * megabyte, 'a'), "s");
        }).find("larger than 4 MB") != std::string::npos);
}

TEST_CASE("ten megabytes of noise are refused quickly by every reader") {
  for (const std::string_view alphabet :
       {std::string_view{}, std::string_view("0123456789 \n"), std::string_view("[]{}\"'=.,#\n a1"),
        std::string_view("{\"event\":1}\n "), std::string_view("\"\\\n"), std::string_view("&=%a")}) {
    const std::string text = noise(10 * megabyte, alphabet, 7);
    CAPTURE(std::string(alphabet));
    CHECK_THROWS_AS(read_puzzle(text, "f"), InputError);
    CHECK_THROWS_AS(read_toml(text, "f"), InputError);
    CHECK_THROWS_AS(read_plain_nesw(text, "f"), InputError);
    CHECK_THROWS_AS(read_piece_table(text, "f"), InputError);
    CHECK_THROWS_AS(read_letter_list(text, "f"), InputError);
    CHECK_THROWS_AS(read_site_puzzle("{" + text, "f"), InputError);
    CHECK_THROWS_AS(read_solution(four_corners(), "cell,piece,rotation\n" + text, "f"), InputError);
    CHECK_THROWS_AS(read_solution(four_corners(), "0\n2\n" + text, "f"), InputError);
    CHECK_THROWS_AS(puzzle_of_board(text, "f"), InputError);
    CHECK_THROWS_AS(read_solution(four_corners(), text, "f"), InputError);
    CHECK_THROWS_AS(read_solution(four_corners(), "{" + text, "f"), InputError);
    CHECK_THROWS_AS(read_board_address(four_corners(), text.substr(0, 3 * megabyte), "f"), InputError);
  }
}

TEST_CASE("a long stream of events costs its length, not its square") {
  CHECK(refusal([] { read_solution(four_corners(), repeated("{\"event\":1}\n", 200'000), "s"); }) ==
        "s: found no solution in 200000 objects, expected one");
}

TEST_CASE("an address of many pairs costs its length, not its square") {
  std::string pairs = "board_edges=aaaa";
  for (int i = 0; pairs.size() < 3 * megabyte; ++i) pairs += "&k" + std::to_string(i);
  CHECK_THROWS_AS(read_board_address(four_corners(), pairs, "f"), InputError);
}

TEST_CASE("the largest region is read and written") {
  Puzzle puzzle =
      read_toml("family = \"packing\"\nregion = \"1000x1000\"\n[[piece]]\nname = \"a\"\nshape = \"#\"\n", "f.toml");
  auto& body = std::get<PackingPuzzle>(puzzle.body);
  CHECK(body.region.size() == 1'000'000);
  for (Cell& cell : body.region) cell.x -= 1000;
  const std::string text = write_toml(puzzle);
  CHECK(read_toml(text, "f.toml") == puzzle);
  const std::string one_more = "region_cells = \"\"\"\n7,7 ";
  std::string larger = text;
  larger.replace(larger.find("region_cells"), one_more.size() - 4, one_more);
  CHECK(refusal([&] { read_toml(larger, "f.toml"); }).find("found more than 1000000 cells") != std::string::npos);
}

TEST_CASE("messages stay on one short line whatever they repeat") {
  for (const std::string& text : std::vector<std::string>{
           "family = \"" + std::string(megabyte, 'x') + "\"", "family = \"\\n\\u0000\\u0007\\u001b[31m\"",
           std::string(megabyte, 'x') + " = 1\nfamily = \"edge\"", "\"a\\nb\" = 1\nfamily = \"edge\""}) {
    const std::string message = refusal([&] { read_toml(text, "f.toml"); });
    CHECK(message.size() < 400);
    CHECK(message.find('\x1b') == message.npos);
  }
}
