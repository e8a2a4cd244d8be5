#include "command_line/completion.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "run_options.hpp"
#include "tesselle/formats.hpp"

namespace tesselle {
namespace {

/// Wherever a puzzle or an engine is asked for, the names that the program knows.
void suggest_names(CommandDescription& command) {
  for (OptionDescription& option : command.options) {
    if (!option.choices.empty()) continue;
    if (option.names.front() == "puzzle") option.choices = library_names();
    if (option.names.front() == "--engine") option.choices = engine_choices();
  }
  for (CommandDescription& subcommand : command.subcommands) suggest_names(subcommand);
}

int print_completion(const Command& program, const std::string& shell) {
  CommandDescription tree = describe(program);
  suggest_names(tree);
  fmt::print("{}", shell == "bash"  ? bash_completion(tree)
                   : shell == "zsh" ? zsh_completion(tree)
                                    : fish_completion(tree));
  return exit_codes::answered;
}

}  // namespace

void add_completion(Command program) {
  auto shell = std::make_shared<std::string>();
  Command command = program.subcommand("completion", "print a script that completes commands with Tab");
  command.argument("shell", *shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  command.footer(
      "To try it: source <(tesselle completion bash), in zsh the same with zsh after compinit, in fish: tesselle "
      "completion fish | source.\nTo keep it, put that line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.");
  command.on_run([program, shell] { return print_completion(program, *shell); });
}

}  // namespace tesselle
