#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "support/command_line.hpp"
#include "support/run_program.hpp"

using namespace tesselle::testing;

namespace {

using Faults = std::vector<std::string>;

/// The part of JSON Schema that docs/events.schema.json uses. Other keywords are a fault, so none is skipped unseen.
class SchemaChecker {
 public:
  explicit SchemaChecker(Json schema) : schema_(std::move(schema)) {}

  /// What is wrong with a line; empty if it fits.
  Faults check(const Json& line) const { return check(schema_, line, "line"); }

 private:
  Faults check(const Json& schema, const Json& value, const std::string& where) const {
    Faults faults;
    for (const auto& [keyword, wanted] : schema.items()) append(faults, check_keyword(schema, keyword, value, where));
    return faults;
  }

  Faults check_keyword(const Json& schema, const std::string& keyword, const Json& value,
                       const std::string& where) const {
    static const std::set<std::string> annotations = {"$schema", "$defs", "title", "description"};
    const Json& wanted = schema.at(keyword);
    if (annotations.contains(keyword)) return {};
    if (keyword == "$ref") return check(definition(wanted.get<std::string>()), value, where);
    if (keyword == "type") return fault_unless(has_type(wanted, value), where, "is not of type " + wanted.dump());
    if (keyword == "const") return fault_unless(value == wanted, where, "is not " + wanted.dump());
    if (keyword == "enum")
      return fault_unless(std::find(wanted.begin(), wanted.end(), value) != wanted.end(), where,
                          "is not one of " + wanted.dump());
    if (keyword == "minimum") return fault_unless(!value.is_number() || value >= wanted, where, "is too small");
    if (keyword == "maximum") return fault_unless(!value.is_number() || value <= wanted, where, "is too large");
    if (keyword == "oneOf") return check_choices(wanted, value, where, true);
    if (keyword == "anyOf") return check_choices(wanted, value, where, false);
    if (keyword == "required") return check_required(wanted, value, where);
    if (keyword == "properties") return check_properties(wanted, value, where);
    if (keyword == "additionalProperties") return check_others(schema, value, where);
    if (keyword == "items") return check_items(wanted, value, where);
    return {"the schema has an unknown keyword " + keyword};
  }

  const Json& definition(const std::string& reference) const {
    const std::string start = "#/$defs/";
    REQUIRE(reference.starts_with(start));
    return schema_.at("$defs").at(reference.substr(start.size()));
  }

  static bool has_type(const Json& type, const Json& value) {
    if (type.is_array())
      return std::any_of(type.begin(), type.end(), [&](const Json& one) { return has_type(one, value); });
    if (type == "integer") return value.is_number_integer() || (value.is_number_float() && is_whole(value));
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  /// The library reads integers beyond 64 bits as doubles.
  static bool is_whole(const Json& value) { return std::fmod(value.get<double>(), 1.0) == 0.0; }

  Faults check_choices(const Json& choices, const Json& value, const std::string& where, bool exactly_one) const {
    std::size_t fitting = 0;
    Faults all;
    for (const Json& choice : choices) {
      Faults faults = check(choice, value, where);
      fitting += faults.empty() ? 1 : 0;
      const bool other_event = std::any_of(faults.begin(), faults.end(), [&](const std::string& fault) {
        return fault.starts_with(where + ".event is not");
      });
      if (!other_event) append(all, std::move(faults));
    }
    if (fitting == 1 || (fitting > 1 && !exactly_one)) return {};
    all.push_back(where + " fits " + std::to_string(fitting) + " of the choices");
    return all;
  }

  static Faults check_required(const Json& keys, const Json& value, const std::string& where) {
    Faults faults;
    for (const Json& key : keys)
      if (value.is_object() && !value.contains(key.get<std::string>()))
        faults.push_back(where + " lacks " + key.get<std::string>());
    return faults;
  }

  Faults check_properties(const Json& properties, const Json& value, const std::string& where) const {
    Faults faults;
    for (const auto& [key, schema] : properties.items())
      if (value.is_object() && value.contains(key)) append(faults, check(schema, value.at(key), where + "." + key));
    return faults;
  }

  Faults check_others(const Json& schema, const Json& value, const std::string& where) const {
    Faults faults;
    if (!value.is_object()) return faults;
    const Json& others = schema.at("additionalProperties");
    for (const auto& [key, member] : value.items()) {
      if (schema.contains("properties") && schema.at("properties").contains(key)) continue;
      if (others == false) faults.push_back(where + " has an undocumented key " + key);
      if (others.is_object()) append(faults, check(others, member, where + "." + key));
    }
    return faults;
  }

  Faults check_items(const Json& schema, const Json& value, const std::string& where) const {
    Faults faults;
    if (!value.is_array()) return faults;
    for (std::size_t i = 0; i < value.size(); ++i)
      append(faults, check(schema, value[i], where + "[" + std::to_string(i) + "]"));
    return faults;
  }

  static Faults fault_unless(bool fits, const std::string& where, const std::string& what) {
    return fits ? Faults{} : Faults{where + " " + what};
  }

  static void append(Faults& all, Faults more) {
    for (std::string& fault : more) all.push_back(std::move(fault));
  }

  Json schema_;
};

SchemaChecker event_schema() {
  return SchemaChecker(Json::parse(read_text(TESSELLE_SOURCE_DIR "/docs/events.schema.json")));
}

void check_text(const std::string& text, const std::set<std::string>& expected_events) {
  const SchemaChecker schema = event_schema();
  std::set<std::string> events;
  for (const Json& line : json_lines(text)) {
    CAPTURE(line.dump());
    const Faults faults = schema.check(line);
    const std::string first_fault = faults.empty() ? "" : faults.front();
    CHECK(first_fault == "");
    events.insert(line.value("event", "none"));
  }
  for (const std::string& event : expected_events) {
    CAPTURE(event);
    CHECK(events.contains(event));
  }
}

/// Every line fits the schema, and the events named are among them.
void check_lines(const std::vector<std::string>& arguments, const std::set<std::string>& expected_events,
                 const std::string& folder = "") {
  CAPTURE(arguments.front());
  check_text(tesselle_run(arguments, folder).out, expected_events);
}

}  // namespace

TEST_CASE("events: searches print what the schema says") {
  const TemporaryFolder folder;
  check_lines({"solve", "girafe", "--json"}, {"started", "solution", "finished"});
  check_lines({"solve", "soma", "--json"}, {"started", "solution", "finished"});
  check_lines({"count", "soma", "--json"}, {"started", "note", "finished"});
  check_lines({"count", "pentominoes-2x30", "--json"}, {"finished"});
  check_lines({"count", "dominoes-8x8", "--json"}, {"started", "finished"});
  check_lines({"count", "inf6102-b", "--engine", "backtrack", "--time", "800ms", "--json"}, {"progress", "finished"});
  check_lines({"optimise", "owen-4x4", "--time", "2s", "--json", "--archive", "boards"},
              {"started", "improved", "finished"}, folder.path());
  check_lines({"archive", "list", folder.file("boards"), "--json"}, {"archived_board"});
  check_lines({"archive", "info", folder.file("boards"), "--json"}, {"archived_puzzle"});
}

TEST_CASE("events: the events of a search are numbered in order") {
  std::uint64_t last = 0;
  for (const Json& line : json_lines(tesselle_run({"solve", "girafe", "--json"}).out)) {
    CHECK(line.at("seq").get<std::uint64_t>() > last);
    last = line.at("seq").get<std::uint64_t>();
  }
  CHECK(last >= 3);
}

TEST_CASE("events: facts and checks print what the schema says") {
  const TemporaryFolder folder;
  const std::string board = folder.file("board"), profile = folder.file("profile");
  check_lines({"puzzles", "--json"}, {"puzzle"});
  check_lines({"puzzles", "girafe", "--json"}, {"puzzle"});
  check_lines({"puzzles", "owen-4x4", "--json"}, {"puzzle"});
  check_lines({"puzzles", "soma", "--json"}, {"puzzle"});
  check_lines({"engines", "--json"}, {"none"});
  check_lines({"estimate", "girafe", "--probes", "200", "--real", "--json"}, {"estimate"});
  check_lines({"estimate", "soma", "--probes", "100", "--json"}, {"estimate"});
  check_lines({"estimate", "whale", "--probes", "50", "--json"}, {"estimate"});
  check_lines({"bench", "--signature", "--only", "soma", "--json"}, {"bench"});
  check_lines({"selftest", "--puzzles", "20", "--json"}, {"selftest"});
  check_lines({"pieces", "enumerate", "--size", "5", "--json"}, {"pieces"});

  REQUIRE(tesselle_run({"solve", "girafe", "--quiet", "--out", board}).exit_code == 0);
  check_lines({"verify", "girafe", board, "--json"}, {"verdict"});
  check_lines({"convert", "girafe", board, "--to", "json"}, {"none"});
  REQUIRE(tesselle_run({"count", "girafe", "--quiet", "--profile", profile}).exit_code == 0);
  check_text(read_text(profile), {"profile"});
  const std::string cnf = folder.file("cnf"), proof = folder.file("proof");
  check_lines({"count", "girafe", "--engine", "sat", "--json", "--cnf", cnf, "--proof", proof}, {"finished"});
  check_lines({"verify", "--proof", proof, "--cnf", cnf, "--json"}, {"proof"});
}

TEST_CASE("events: openings, finals and corollas print what the schema says") {
  const TemporaryFolder folder;
  const std::string openings = folder.file("openings"), corollas = folder.file("corollas");
  check_lines({"openings", "build", "owen-4x4", "--count", "10", "--out", openings, "--json"}, {"openings"});
  check_lines({"openings", "info", openings, "--json"}, {"openings"});
  check_lines({"openings", "list", openings, "--json"}, {"opening"});
  check_lines({"openings", "solve", openings, "--json"}, {"started", "finished"});
  check_lines({"finals", "build", "owen-4x4", "--cells", "6", "--out", folder.file("finals"), "--json"}, {"finals"});
  const std::string sets = folder.file("sets");
  check_lines({"finals", "build", "hexiamonds-6x6", "--regions", "1", "--smallest", "4", "--largest", "4", "--out",
               sets, "--quiet", "--json"},
              {"packing_finals"});
  check_lines({"finals", "info", "hexiamonds-6x6", sets, "--json"}, {"packing_finals"});
  check_lines({"finals", "forecast", "hexiamonds-6x6", sets, "--width", "20", "--json"}, {"finals_forecast"});
  check_lines({"finals", "check", "hexiamonds-6x6", sets, "--json"}, {"finals_check"});
  check_lines({"corollas", "build", "owen-4x4", "--out", corollas, "--json"}, {"built"});
  check_lines({"corollas", "info", corollas, "--json"}, {"corollas", "zone"});
}

TEST_CASE("events: lines that do not fit the schema are refused") {
  const SchemaChecker schema = event_schema();
  const Json good = {{"event", "note"}, {"text", "a remark"}, {"seq", 1}};
  CHECK(schema.check(good).empty());
  const auto refused = [&](const char* key, const Json& value) {
    Json bad = good;
    bad[key] = value;
    return !schema.check(bad).empty();
  };
  CHECK(refused("text", 5));
  CHECK(refused("seq", "1"));
  CHECK(refused("seq", 0));
  CHECK(refused("seq", 1.5));
  CHECK(refused("surprise", true));
  CHECK(refused("event", "unheard-of"));
  for (const char* key : {"event", "text", "seq"}) {
    Json bad = good;
    bad.erase(key);
    CHECK(!schema.check(bad).empty());
  }
}

TEST_CASE("events: every key of the last event is needed, and counts have any number of digits") {
  const SchemaChecker schema = event_schema();
  const Json last = finished({"solve", "girafe", "--json"});
  REQUIRE(schema.check(last).empty());
  for (const auto& [key, value] : last.items()) {
    CAPTURE(key);
    Json bad = last;
    bad.erase(key);
    CHECK(!schema.check(bad).empty());
  }
  Json large = last;
  large["solutions"] = Json::parse("258584046368000000000000000000");
  CHECK(schema.check(large).empty());
  large["solutions"] = "12";
  CHECK(!schema.check(large).empty());
}
