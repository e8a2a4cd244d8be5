#include "run/registry.hpp"

#include <doctest/doctest.h>

#include "tesselle/errors.hpp"

using namespace tesselle;

namespace {

EngineInfo some_engine() {
  EngineInfo info;
  info.name = "mine";
  info.factory = [](const Puzzle&, const EngineConfig&) -> std::unique_ptr<Engine> { return nullptr; };
  return info;
}

std::string refusal_of(const EngineInfo& info) {
  try {
    register_engine(info);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// That a registered engine runs is tested with an installed copy (tests/install): here others have used the list.
TEST_CASE("engines that cannot be registered are refused with the reason") {
  all_engines();
  CHECK(refusal_of(some_engine()) == "engine 'mine': register engines before the first search");
  EngineInfo nameless = some_engine(), unmade = some_engine(), reserved = some_engine(), aimless = some_engine();
  nameless.name.clear();
  unmade.factory = nullptr;
  aimless.goals.clear();
  reserved.name = "auto";
  for (const EngineInfo& info : {nameless, unmade, aimless})
    CHECK(refusal_of(info).find("needs a name, a factory and goals") != std::string::npos);
  CHECK(refusal_of(reserved) == "engine 'auto': this name has a meaning of its own");
}
