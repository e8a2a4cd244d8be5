#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "web/run_desk.hpp"

namespace tesselle::web {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 8080;                              ///< 0: any free one
  std::filesystem::path data;                   ///< runs are kept here
  std::optional<std::filesystem::path> page{};  ///< the built page; nullopt: where it usually is
  ServerLimits limits{};
};

/// What somebody needs to know to use a server that has just started.
struct ServerReady {
  std::string url;      ///< to be opened in a browser; with the token, if there is one
  std::string token{};  ///< "" on loopback
  bool page = true;     ///< the page is there
};

/// Serves until a stop is requested. Then every run that goes on writes its checkpoint and is interrupted. Throws
/// UsageError if the address cannot be had, InputError if the data folder cannot be used.
void serve(const ServerOptions& options, std::stop_token stop, const std::function<void(const ServerReady&)>& ready);

/// $XDG_DATA_HOME/tesselle, or ~/.local/share/tesselle.
std::filesystem::path default_data_folder();

}  // namespace tesselle::web
