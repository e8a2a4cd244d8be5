#include "base/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tesselle::testing {

TEST_CASE("json: pairs that start with text are an object, other values a list; keys keep their order") {
  const Json json = {{"b", 1}, {"a", {1, 2.5, "x"}}, {"none", nullptr}, {"yes", true}};
  CHECK(json.dump() == R"({"b":1,"a":[1,2.5,"x"],"none":null,"yes":true})");
  CHECK(Json::list().dump() == "[]");
  CHECK(Json::object().dump() == "{}");
  CHECK(Json(std::vector<int>{}).dump() == "[]");
  CHECK(Json(std::optional<int>()).dump() == "null");
  CHECK(Json(std::optional<int>(3)).dump() == "3");
  CHECK(Json{{"a", Json::list()}}.dump(1) == "{\n \"a\": []\n}");
  CHECK(Json{1, Json{2}}.dump(1) == "[\n 1,\n [\n  2\n ]\n]");
}

TEST_CASE("json: numbers keep their kind and any length") {
  CHECK(Json(1.0).dump() == "1.0");
  CHECK(Json(-0.25).dump() == "-0.25");
  CHECK(Json(2e25).dump() == "2e+25");
  CHECK(Json(std::nan("")).dump() == "null");
  CHECK(Json(UINT64_MAX).dump() == "18446744073709551615");
  CHECK(Json(INT64_MIN).dump() == "-9223372036854775808");
  CHECK(Json(Json::Digits{"123456789012345678901234567890"}).dump() == "123456789012345678901234567890");
  const std::string long_number = R"({"n":123456789012345678901234567890,"x":1.0,"u":18446744073709551615})";
  CHECK(Json::parse(long_number).dump() == long_number);
}

TEST_CASE("json: text is escaped as another library reads it, and what is not UTF-8 is replaced") {
  for (const std::string text : {"plain", "\"quoted\" \\ /", "\n\t\r\b\f\x01\x1f", "é ∂ 🦒", "", "\x7f"}) {
    CAPTURE(text);
    CHECK(nlohmann::json::parse(Json(text).dump()) == text);
    CHECK(Json::parse(nlohmann::json(text).dump()).text() == text);
  }
  for (const std::string bad : {"\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    CAPTURE(bad);
    const auto read = nlohmann::json::parse(Json(bad).dump(), nullptr, false);
    REQUIRE_FALSE(read.is_discarded());
    CHECK(read.get<std::string>().find("\xEF\xBF\xBD") != std::string::npos);
  }
}

TEST_CASE("json: values are taken as what they are, or refused") {
  const Json json = Json::parse(R"({"n":3,"minus":-3,"x":1.5,"t":"x","l":[1,2],"f":false,"huge":1e300})");
  CHECK(json.at("n").count() == 3);
  CHECK(json.at("n").whole() == 3);
  CHECK(json.at("n").number() == 3);
  CHECK(json.at("minus").whole() == -3);
  CHECK_FALSE(json.at("f").flag());
  CHECK(json.at("l").counts() == std::vector<std::uint64_t>{1, 2});
  CHECK_THROWS_AS(json.at("minus").count(), JsonError);
  CHECK_THROWS_AS(json.at("n").count(2), JsonError);
  CHECK_THROWS_AS(json.at("x").count(), JsonError);
  CHECK_THROWS_AS(json.at("huge").whole(), JsonError);
  CHECK_THROWS_AS(json.at("t").number(), JsonError);
  CHECK_THROWS_AS(json.at("n").text(), JsonError);
  CHECK_THROWS_AS(json.at("missing"), JsonError);
  CHECK_THROWS_AS(json.at("l").at(2), JsonError);
  CHECK_THROWS_AS(json.at("n").at("key"), JsonError);
}

TEST_CASE("json: keys are added, replaced and taken out") {
  Json json;
  json["a"] = 1;
  json["b"]["c"] = "x";
  json["a"] = 2;
  json.update({{"b", 5}, {"d", nullptr}});
  CHECK(json.dump() == R"({"a":2,"b":5,"d":null})");
  CHECK(json.take("b")->count() == 5);
  CHECK_FALSE(json.take("b").has_value());
  CHECK(json.find("b") == nullptr);
}

TEST_CASE("json: what is no JSON, or nested too deep, is refused") {
  for (const char* bad : {"", "{", "[1,]", "{\"a\":1,}", "nul", "1 2", "\"\xff\"", "1e999"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(Json::parse(bad), JsonError);
  }
  CHECK_THROWS_AS(Json::parse(std::string(100'000, '[')), JsonError);
}

}  // namespace tesselle::testing
