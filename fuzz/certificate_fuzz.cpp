#include "property.hpp"
#include "search/certificate.hpp"
#include "search/memory_unit_ledger.hpp"
#include "seeds.hpp"
#include "tesselle/formats.hpp"

using namespace tesselle;

/// The contents of a certificate, as if the first line had the right checksum.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool read = fuzz::accepts([&] {
    const Certificate certificate = certificate_from_text(fuzz::text_of(data, size), "input");
    const std::string text = certificate_text(certificate);
    const Certificate again = fuzz::must_read([&] { return certificate_from_text(text, "input"); });
    fuzz::require(certificate_text(again) == text, "the same certificate");
  });
  return read ? 0 : -1;
}

std::vector<std::string> fuzz_seeds() {
  SearchRequest request;
  request.puzzle = share(load_puzzle("owen-3x3"));
  request.engine = "scan";
  const auto set = build_openings(request, {.depth = 2});
  MemoryUnitLedger ledger(units_of(*set));
  solve_openings(*set, ledger, {.threads = 1}, [](const Event&) {});
  return {certificate_text(*certificate_of(*set, ledger))};
}

std::vector<std::string> fuzz_words() {
  return {"{",    "}",          "[", "]", "\n", "\"nodes\":", "18446744073709551615", "-1", "1e300", "\"choices\":[",
          "null", "\"reduced\""};
}
