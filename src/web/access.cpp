#include "web/access.hpp"

#include <array>
#include <random>

#include "base/hash.hpp"
#include "web/failure.hpp"

namespace tesselle::web {
namespace {

constexpr const char* cookie_name = "tesselle_token=";

std::string cookie_token(const std::string& cookies) {
  const std::size_t at = cookies.find(cookie_name);
  if (at == cookies.npos || (at > 0 && cookies[at - 1] != ' ' && cookies[at - 1] != ';')) return "";
  const std::size_t begin = at + std::string_view(cookie_name).size();
  return cookies.substr(begin, cookies.find(';', begin) - begin);
}

std::string bearer_token(const std::string& authorization) {
  const std::string_view scheme = "Bearer ";
  return authorization.starts_with(scheme) ? authorization.substr(scheme.size()) : "";
}

bool writes(const HttpRequest& request) { return request.method != "GET" && request.method != "HEAD"; }

}  // namespace

bool same_in_constant_time(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
  return difference == 0;
}

bool is_loopback(const std::string& address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

std::string random_token() {
  std::random_device device;
  const auto half = [&] { return (std::uint64_t{device()} << 32) | device(); };
  return hex64(half()) + hex64(half());
}

void Access::check(const HttpRequest& request) const {
  const std::string host = request.header("host"), origin = request.header("origin");
  if (token_) {
    if (!carries_token(request)) throw Refusal(401, "the token is missing or wrong");
  } else if (!is_this_machine(host)) {
    throw Refusal(403, "this server answers to 127.0.0.1 and localhost only");
  }
  if (writes(request) && !origin.empty() && origin != "http://" + host)
    throw Refusal(403, "a page of another site may not write here");
}

bool Access::is_this_machine(const std::string& host) const {
  const std::string port = ":" + std::to_string(port_);
  for (const std::string name : {"127.0.0.1", "localhost", "[::1]"})
    if (host == name + port || (port_ == 80 && host == name)) return true;
  return false;
}

bool Access::carries_token(const HttpRequest& request) const {
  const std::array<std::string, 3> shown = {bearer_token(request.header("authorization")), request.parameter("token"),
                                            cookie_token(request.header("cookie"))};
  bool known = false;
  for (const std::string& token : shown) known |= same_in_constant_time(token, *token_);
  return known;
}

std::string Access::cookie_for(const HttpRequest& request) const {
  if (!token_ || !same_in_constant_time(request.parameter("token"), *token_)) return "";
  return cookie_name + *token_ + "; HttpOnly; SameSite=Strict; Path=/";
}

}  // namespace tesselle::web
