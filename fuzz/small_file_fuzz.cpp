#include "edge/tables/paths.hpp"
#include "packing/beam/learner.hpp"
#include "packing/finals/hexagon.hpp"
#include "packing/tileability/model.hpp"
#include "property.hpp"
#include "scratch.hpp"
#include "search/bench_rivals.hpp"
#include "search/profile.hpp"
#include "seeds.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;
using namespace tesselle::packing;

namespace {

/// An input's first byte names the reader of the others.
enum class Reader : char { model = 'm', samples = 's', regions = 'h', path = 'p', profile = 'r', rivals = 'b' };

const Puzzle& puzzle() {
  static const Puzzle puzzle = load_puzzle("owen-3x3");
  return puzzle;
}

/// Reads, writes what was read, and reads that again.
template <class Read, class Write>
void check(std::string_view text, const Read& read, const Write& write) {
  const std::string once = write(read(text));
  const std::string twice = write(fuzz::must_read([&] { return read(once); }));
  fuzz::require(once == twice, "writing is stable");
}

void read_as(Reader reader, std::string_view text) {
  const std::string file = "input";
  switch (reader) {
    case Reader::model:
      return check(
          text, [&](std::string_view t) { return tileability::read_model(t, file); }, tileability::write_model);
    case Reader::samples:
      return check(
          text, [&](std::string_view t) { return beam::read_samples(t, file); }, beam::write_samples);
    case Reader::regions:
      return check(
          text, [&](std::string_view t) { return finals::read_hexagons(t, file); }, finals::write_hexagons);
    case Reader::path:
      return fuzz::require(edge::read_path(puzzle().edge(), text, file).size() == 9, "a path visits every cell");
    case Reader::profile:
      fuzz::write_scratch(text);
      read_profile(fuzz::scratch_path(), puzzle());
      return;
    case Reader::rivals:
      read_rivals(text, file);
      return;
  }
  throw InputError({file}, "no such reader");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  const std::string_view rest = fuzz::text_of(data + 1, size - 1);
  const bool read = fuzz::accepts([&] { read_as(static_cast<Reader>(data[0]), rest); });
  fuzz::remove_scratch();
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {"m" + tileability::write_model(tileability::plain_model()),
          "h" + finals::write_hexagons({{0, 4, 0, 4, 2, 6}, {-9, 2, 3, 10, -2, 6}}),
          "p1 2 3 4 5 6 7 8 9\n",
          "pA1 B1 C1 A2 B2 C2 A3 B3 C3\n",
          "r{\"event\":\"profile\",\"puzzle\":\"owen-3x3\",\"hash\":\"0\",\"checksum\":\"0\"}\n",
          "b[[program]]\nname = \"a\"\ncommand = \"a {file}\"\nformat = \"list\"\nanswer = \"{count}\"\n"};
}

std::vector<std::string> fuzz_words() {
  return {"piece ", "corner ", "middle ",    "constant ", "hexagon ", "-1", "1e300", "nan",
          "inf",    "1000",    "4294967296", "\n",        "#",        "{",  "}",     "["};
}
