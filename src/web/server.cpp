#include "web/server.hpp"

#include <cstdlib>

#include "web/access.hpp"
#include "web/api.hpp"
#include "web/failure.hpp"
#include "web/page_files.hpp"

namespace tesselle::web {
namespace {

constexpr std::size_t threads_besides_viewers = 32;

/// Scripts and everything else come from here only. Styles may be inline: boards are positioned with them.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";
/// An answer of the API that is opened by itself, such as a picture, runs nothing.
constexpr const char* api_policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

bool is_api(const std::string& path) { return path == "/api" || path.starts_with("/api/"); }

void add_common_headers(HttpResponse& response, bool api) {
  response.headers.emplace_back("Content-Security-Policy", api ? api_policy : page_policy);
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  if (api) response.headers.emplace_back("Cache-Control", "no-store");
}

HttpResponse page_answer(const HttpRequest& request, const PageFiles& page, const Access& access) {
  if (request.method != "GET" && request.method != "HEAD") throw Refusal(405, "only GET is known here");
  HttpResponse response = page.answer(request.path);
  if (const std::string cookie = access.cookie_for(request); !cookie.empty())
    response.headers.emplace_back("Set-Cookie", cookie);
  return response;
}

std::string url_of(const std::string& address, int port, const std::string& token) {
  const bool everywhere = address == "0.0.0.0" || address == "::";
  const std::string host = everywhere ? "127.0.0.1" : address.find(':') != address.npos ? "[" + address + "]" : address;
  return "http://" + host + ":" + std::to_string(port) + "/" + (token.empty() ? "" : "?token=" + token);
}

HttpResponse failed_before_handler(int status) {
  HttpResponse response = error_response(status, status == 413   ? "the body is too large"
                                                 : status == 404 ? "there is no such address"
                                                 : status == 414 ? "the address is too long"
                                                                 : "the request cannot be understood");
  add_common_headers(response, true);
  return response;
}

}  // namespace

void serve(const ServerOptions& options, std::stop_token stop, const std::function<void(const ServerReady&)>& ready) {
  const std::string token = is_loopback(options.address) ? "" : random_token();
  PuzzleShelf shelf(options.limits.puzzles);
  RunDesk desk(options.data, options.limits, shelf);
  std::stop_source ending;
  Api api(shelf, desk, options.limits, options.data, ending.get_token());
  const PageFiles page(options.page ? options.page : find_page());
  std::optional<Access> access;  // knows the port once there is one

  const auto answer = [&](const HttpRequest& request) {
    const bool for_api = is_api(request.path);
    HttpResponse response;
    try {
      access->check(request);
      response = for_api ? api.answer(request) : page_answer(request, page, *access);
    } catch (...) {
      response = response_to_exception();
    }
    add_common_headers(response, for_api);
    return response;
  };
  HttpServer server({.address = options.address,
                     .port = options.port,
                     .threads = options.limits.viewers + threads_besides_viewers,
                     .max_body = options.limits.body},
                    answer, failed_before_handler);
  const int port = server.bind();
  access.emplace(port, token.empty() ? std::nullopt : std::optional(token));
  std::jthread stopper([&](const std::stop_token& ended) {
    for (bool stopped = false; !stopped && !ended.stop_requested();) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!stop.stop_requested()) continue;
      ending.request_stop();
      stopped = server.stop();
    }
  });
  ready({url_of(options.address, port, token), token, page.there()});
  server.listen();
  stopper.request_stop();
  stopper.join();
  desk.close();
}

std::filesystem::path default_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return std::filesystem::path(data) / "tesselle";
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home == nullptr || *home == '\0' ? "/tmp" : home) / ".local/share/tesselle";
}

}  // namespace tesselle::web
