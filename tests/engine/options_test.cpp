#include "tesselle/options.hpp"

#include <doctest/doctest.h>

#include "tesselle/errors.hpp"

namespace tesselle {
namespace {

OptionTable table() {
  return {{.name = "loud", .default_value = false, .help = ""},
          {.name = "width", .default_value = std::int64_t{3}, .help = "", .min = 1, .max = 10},
          {.name = "heat", .default_value = 0.5, .help = "", .min = 0, .max = 1},
          {.name = "order", .default_value = std::string("rows"), .help = "", .choices = {"rows", "columns"}},
          {.name = "label", .default_value = std::string(), .help = ""}};
}

std::string refusal(std::string_view name, std::string_view text) {
  Options options(table());
  try {
    options.set(name, text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("options have the defaults of their table until they are set") {
  Options options(table());
  CHECK_FALSE(options.flag("loud"));
  CHECK(options.integer("width") == 3);
  CHECK(options.real("heat") == 0.5);
  CHECK(options.text("order") == "rows");
  CHECK(options.has("label"));
  CHECK_FALSE(options.has("depth"));
  CHECK(options.changed().empty());

  options.set("loud", "yes");
  options.set("width", "10");
  options.set("heat", "1e-2");
  options.set("order", "columns");
  CHECK(options.flag("loud"));
  CHECK(options.integer("width") == 10);
  CHECK(options.real("heat") == 0.01);
  CHECK(options.changed() == "loud=yes width=10 heat=0.01 order=columns");
  options.set("loud", "off");
  CHECK(options.changed() == "width=10 heat=0.01 order=columns");
}

TEST_CASE("what an option does not accept is refused by name, with what was found and expected") {
  CHECK(refusal("loud", "maybe") == "--loud: found 'maybe', expected yes or no");
  CHECK(refusal("width", "3.5") == "--width: found '3.5', expected a whole number");
  CHECK(refusal("width", "") == "--width: found '', expected a whole number");
  CHECK(refusal("width", "11") == "--width: found '11', expected a whole number from 1 to 10");
  CHECK(refusal("width", "99999999999999999999") == "--width: found '99999999999999999999', expected a whole number");
  CHECK(refusal("heat", "nan") == "--heat: found 'nan', expected a number from 0 to 1");
  CHECK(refusal("order", "spiral") == "--order: found 'spiral', expected one of rows, columns");
  CHECK(refusal("depth", "1") == "no option --depth here");
  CHECK(refusal("label", "anything at all") == "accepted");
}

TEST_CASE("asking for an option that no table has is a bug of ours") {
  CHECK_THROWS_AS(Options(table()).flag("depth"), InternalError);
}

}  // namespace tesselle
