#include "web/http.hpp"

#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "tesselle/errors.hpp"

namespace tesselle::web {
namespace {

constexpr std::size_t requests_per_connection = 10'000;
constexpr time_t idle_seconds = 5, write_seconds = 5, read_seconds = 10;

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

HttpRequest request_of(const httplib::Request& from, std::string body = {}) {
  HttpRequest request;
  request.method = from.method;
  request.path = from.path;
  request.query.insert(from.params.begin(), from.params.end());
  for (const auto& [name, value] : from.headers) request.headers.emplace(lower_case(name), value);
  request.body = std::move(body);
  return request;
}

/// A body that the library gets as such it compresses for every request anew, as well as it can: that takes it half a
/// second for the page's script. What it has to ask for it sends as it is.
void fill_body(httplib::Response& to, HttpResponse response) {
  constexpr std::size_t short_body = 2000;
  if (response.status != 200 || response.body.size() <= short_body)
    return to.set_content(std::move(response.body), response.type);
  const auto body = std::make_shared<const std::string>(std::move(response.body));
  to.set_content_provider(body->size(), response.type,
                          [body](std::size_t begin, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + begin, length);
                          });
}

void fill(httplib::Response& to, HttpResponse response) {
  to.status = response.status;
  for (const auto& [name, value] : response.headers) to.set_header(name, value);
  if (!response.stream) {
    if (response.status != 204) fill_body(to, std::move(response));
    return;
  }
  to.set_chunked_content_provider(
      response.type, [stream = std::move(response.stream)](std::size_t, httplib::DataSink& sink) {
        const Writer write = [&](std::string_view bytes) { return sink.write(bytes.data(), bytes.size()); };
        try {
          if (!stream(write)) sink.done();
          return true;
        } catch (const std::exception&) {  // the client sees that the stream breaks off
          return false;
        }
      });
}

}  // namespace

std::string HttpRequest::header(const std::string& lower_case_name) const {
  const auto found = headers.find(lower_case_name);
  return found == headers.end() ? "" : found->second;
}

std::string HttpRequest::parameter(const std::string& name) const {
  const auto found = query.find(name);
  return found == query.end() ? "" : found->second;
}

struct HttpServer::State {
  Options options;
  Handler handler;
  httplib::Server server;
};

HttpServer::HttpServer(const Options& options, Handler handler, std::function<HttpResponse(int status)> failed)
    : state_(new State{options, std::move(handler), {}}) {
  httplib::Server& server = state_->server;
  const auto answer = [this](const httplib::Request& from, httplib::Response& to) {
    fill(to, state_->handler(request_of(from)));
  };
  // Bodies are read here: the library would take those of curl and urllib for forms, and allow only 8 kB of them.
  const auto answer_body = [this](const httplib::Request& from, httplib::Response& to,
                                  const httplib::ContentReader& reader) {
    std::string body;
    bool too_large = false;
    const auto append = [&](const char* data, std::size_t size) {
      too_large = body.size() + size > state_->options.max_body;  // of bodies in chunks only we know the size
      if (!too_large) body.append(data, size);
      return !too_large;
    };
    to.status = 400;
    if (from.is_multipart_form_data()) return;
    // Without these headers there is no body; the library would wait for one until the connection ends.
    const bool has_body = from.has_header("Content-Length") || from.has_header("Transfer-Encoding");
    if (!has_body || reader(append))
      fill(to, state_->handler(request_of(from, std::move(body))));
    else if (too_large)
      to.status = 413;
  };
  const char* any = "[\\s\\S]*";
  server.Get(any, answer);
  server.Options(any, answer);
  server.Post(any, answer_body);
  server.Put(any, answer_body);
  server.Patch(any, answer_body);
  server.Delete(any, answer_body);
  server.set_error_handler([failed](const httplib::Request&, httplib::Response& to) {
    if (to.body.empty()) fill(to, failed(to.status));
  });
  server.set_payload_max_length(options.max_body);
  server.set_tcp_nodelay(true);
  // The library's default would let two servers share a port.
  server.set_socket_options([](int socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_keep_alive_max_count(requests_per_connection);
  server.set_keep_alive_timeout(idle_seconds);
  server.set_write_timeout(write_seconds);
  server.set_read_timeout(read_seconds);
  server.new_task_queue = [threads = options.threads] { return new httplib::ThreadPool(threads); };
}

HttpServer::~HttpServer() = default;

int HttpServer::bind() {
  const Options& options = state_->options;
  const int port = options.port == 0 ? state_->server.bind_to_any_port(options.address)
                   : state_->server.bind_to_port(options.address, options.port) ? options.port
                                                                                : -1;
  if (port < 0)
    throw UsageError("cannot listen on " + options.address + ":" + std::to_string(options.port) +
                     ": the port is in use (choose another with --port), or this machine does not have the address");
  return port;
}

void HttpServer::listen() { state_->server.listen_after_bind(); }

bool HttpServer::stop() {
  if (!state_->server.is_running()) return false;
  state_->server.stop();
  return true;
}

}  // namespace tesselle::web
