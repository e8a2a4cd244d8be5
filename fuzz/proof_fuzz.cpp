#include "property.hpp"
#include "seeds.hpp"
#include "verify/drat.hpp"

using namespace tesselle;

namespace {

/// 1, 2 and not 3 satisfy it, and nothing else does: no text may prove that nothing does at all.
const std::string satisfiable = "p cnf 3 7\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 -3 0\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, size));
  const bool read = fuzz::accepts(
      [&] { fuzz::require(!check_drat(satisfiable, "formula", text, "input").accepted, "no false proof"); });
  fuzz::accepts([&] { check_drat(text, "input", "", "proof"); });
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  return {"1 2 0\n1 0\n2 0\n-3 0\n0\n", "d 1 2 3 0\n4 -1 -2 0\n-4 1 0\n-4 2 0\n1 0\n",
          "c a remark\n-1 -2 -3 0\nd 1 0\n", satisfiable};
}

std::vector<std::string> fuzz_words() {
  return {"0", " 0\n", "d ", "-", "1", "2", "-3", "4", "-4", "p cnf", "c ", "\n"};
}
