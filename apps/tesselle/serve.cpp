#include <fmt/format.h>

#include "commands.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "tesselle/search.hpp"
#include "web/server.hpp"

namespace tesselle {
namespace {

struct ServeOptions {
  std::string address = "127.0.0.1", time = "24h";
  int port = 8080;
  std::optional<std::string> data, page;
  unsigned runs = 8, viewers = 128;
};

void print_ready(const web::ServerReady& server) {
  if (!server.page) tell("the page is not built (./tesselle serve builds it); the API works\n");
  if (!server.token.empty())
    tell("other machines can reach this server; every request must carry the token {}\n", server.token);
  fmt::print("open {}\n", server.url);
  std::fflush(stdout);
}

int serve_page(const ServeOptions& options) {
  web::ServerOptions server;
  server.address = options.address;
  server.port = options.port;
  server.data = options.data ? std::filesystem::absolute(*options.data) : web::default_data_folder();
  if (options.page) server.page = *options.page;
  server.limits.runs = options.runs;
  server.limits.viewers = options.viewers;
  server.limits.run_seconds = parse_duration(options.time);
  web::serve(server, stop_on_signals(), print_ready);
  return exit_codes::answered;
}

}  // namespace

void add_serve(Command program) {
  auto options = std::make_shared<ServeOptions>();
  Command command = program.subcommand("serve", "the workbench in the browser, and an API for scripts");
  command.option("--port", options->port, "the port to listen on; 0: any free one").range(0, 65535).show_default();
  command
      .option("--address", options->address,
              "listen here instead of on this machine alone; requests must then carry a token, which is printed")
      .show_default();
  command.option("--data", options->data, "keep runs in this folder (default: $XDG_DATA_HOME/tesselle)")
      .value("FOLDER");
  command.option("--page", options->page, "the folder of the built page").value("FOLDER");
  command.option("--runs", options->runs, "runs that may go on at once").range(1u, 1000u).show_default();
  command.option("--viewers", options->viewers, "pages that may watch runs at once").range(1u, 1000u).show_default();
  command.option("--time", options->time, "the longest that a run may take").show_default();
  command.on_run([options] { return serve_page(*options); });
}

}  // namespace tesselle
