#include "render/svg.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "picture_checks.hpp"
#include "render/text.hpp"

using namespace tesselle::render;
using tesselle::test::is_well_formed;

TEST_CASE("numbers are short and the same everywhere") {
  CHECK(number(0) == "0");
  CHECK(number(-0.001) == "0");
  CHECK(number(12) == "12");
  CHECK(number(100) == "100");
  CHECK(number(0.5) == "0.5");
  CHECK(number(-1.256) == "-1.26");
  CHECK(number(std::numeric_limits<double>::infinity()) == "0");
  CHECK(number(std::nan("")) == "0");
}

TEST_CASE("names cannot become markup") {
  CHECK(escaped("a<b>&\"c") == "a&lt;b&gt;&amp;&quot;c");
  CHECK(escaped("é ▀") == "é ▀");
  CHECK(escaped("\x1b[31m") == "\uFFFD[31m");
}

TEST_CASE("broken UTF-8 is replaced, byte by byte") {
  CHECK(decoded("a\xffz") == U"a\uFFFDz");
  CHECK(decoded("\xc3") == U"\uFFFD");
  CHECK(decoded("\xc0\x80") == U"\uFFFD\uFFFD");  // a long form of NUL
  CHECK(decoded("\xed\xa0\x80").find(char32_t{0xD800}) == std::u32string::npos);
  CHECK(encoded(decoded("π 🦒 é")) == "π 🦒 é");
}

TEST_CASE("elements close themselves") {
  CHECK(element("g", {}) == "<g/>");
  CHECK(element("g", {{"x", 1.5}, {"fill", Rgb{1, 2, 255}}}, "in") == "<g x=\"1.5\" fill=\"#0102ff\">in</g>");
}

TEST_CASE("a flow breaks its rows and keeps what is too wide") {
  Picture wide, narrow;
  wide.width = 50, wide.height = 10, narrow.width = 20, narrow.height = 5;
  const Picture page = flow({narrow, narrow, wide, narrow}, 45, 5);
  CHECK(page.width == 50);
  CHECK(page.height == 5 + 5 + 10 + 5 + 5);
}

TEST_CASE("documents are well formed whatever the title") {
  for (const char* title : {"", "plain", "<&>\"'", "\x01\xfe"}) {
    const std::string svg = document({10, 10, element("g", {}), {{"a", "<g id=\"a\"/>"}}}, title, 2);
    CHECK(is_well_formed(svg));
    CHECK(svg.find("viewBox=\"0 0 14 14\"") != std::string::npos);
    CHECK(svg.find("<title") != std::string::npos);
  }
}

TEST_CASE("the check of well-formedness can fail") {
  CHECK_FALSE(is_well_formed("<a><b></a></b>"));
  CHECK_FALSE(is_well_formed("<a>&b</a>"));
  CHECK_FALSE(is_well_formed("<a/><b/>"));
  CHECK_FALSE(is_well_formed("<a x=\"<\"/>"));
  CHECK_FALSE(is_well_formed("<a>"));
}
