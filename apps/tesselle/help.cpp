#include <fmt/format.h>

#include "base/cpu.hpp"
#include "build_info.hpp"
#include "commands.hpp"

namespace tesselle {

std::string version_text() {
  std::vector<std::string_view> kernels;
  for (const Instructions instructions : {Instructions::scalar, Instructions::avx2, Instructions::avx512})
    if (supports(instructions)) kernels.push_back(name_of(instructions));
  return fmt::format("{}\ncommit {}, {} build, {}\nkernels for this machine: {}", TESSELLE_VERSION, build_commit,
                     build_type, build_compiler, fmt::join(kernels, ", "));
}

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
    fmt::print("tesselle {}\n", version_text());
    return exit_codes::answered;
  });
}

}  // namespace tesselle
