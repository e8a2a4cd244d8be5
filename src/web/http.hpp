#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesselle::web {

struct HttpRequest {
  std::string method, path;  ///< the path is decoded and without the query
  std::multimap<std::string, std::string> query;
  std::map<std::string, std::string> headers;  ///< names in lower case; of several with one name the first
  std::string body;

  /// "" if there is none.
  std::string header(const std::string& lower_case_name) const;
  std::string parameter(const std::string& name) const;
};

/// Writes bytes to the client; false: it is gone, or has taken nothing for too long.
using Writer = std::function<bool(std::string_view)>;

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  /// If set, the body is a stream: called again and again on the connection's thread until it returns false. It should
  /// come back once a second at least, so that the server can end.
  std::function<bool(const Writer&)> stream{};
};

/// An HTTP server of one handler. It is a thin layer over cpp-httplib, which only http.cpp includes because it takes
/// seconds to compile. Each connection keeps a thread busy for as long as it lives, a stream for its whole length.
class HttpServer {
 public:
  struct Options {
    std::string address = "127.0.0.1";
    int port = 8080;  ///< 0: any free one
    std::size_t threads = 16;
    std::size_t max_body = 1 << 20;
  };
  using Handler = std::function<HttpResponse(const HttpRequest&)>;

  /// `failed` makes the answer to what never reaches the handler: an oversized body, a line that is not HTTP.
  HttpServer(const Options& options, Handler handler, std::function<HttpResponse(int status)> failed);
  ~HttpServer();

  /// Returns the port. Throws UsageError if the address cannot be had.
  int bind();
  /// Answers until stop() is called from another thread.
  void listen();
  /// False if listen() has not begun; to be called once after that.
  bool stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tesselle::web
