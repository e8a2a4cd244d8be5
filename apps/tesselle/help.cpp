#include <fmt/format.h>

#include "commands.hpp"

namespace tesselle {

void add_help(Command program) {
  auto words = std::make_shared<std::vector<std::string>>();
  Command command = program.subcommand("help", "explain the program, or a command: tesselle help solve");
  std::vector<std::string> names;
  for (const CommandDescription& other : describe(program).subcommands) names.push_back(other.name);
  command.argument("command", *words, "a command; none: list all commands").suggest(names);
  command.on_run([words, program] {
    fmt::print("{}", help_of(program, *words, HelpLength::screen));
    return exit_codes::answered;
  });
}

void add_version(Command program) {
  program.subcommand("version", "print the version").on_run([] {
    fmt::print("tesselle {}\n", TESSELLE_VERSION);
    return exit_codes::answered;
  });
}

}  // namespace tesselle
