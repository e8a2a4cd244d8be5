#include "web/failure.hpp"

#include "base/json.hpp"
#include "tesselle/errors.hpp"

namespace tesselle::web {
namespace {

HttpResponse error_at(int status, const std::string& message, const Place& place) {
  const Json error = {{"message", message}, {"file", place.file}, {"line", place.line}, {"column", place.column}};
  return {.status = status, .body = Json{{"error", error}}.dump()};
}

/// what() begins with the place, which the answer tells apart.
std::string without_place(const InputError& error) {
  const std::string whole = error.what(), place = to_string(error.place()) + ": ";
  return whole.starts_with(place) ? whole.substr(place.size()) : whole;
}

}  // namespace

HttpResponse error_response(int status, const std::string& message) {
  HttpResponse response = error_at(status, message, {});
  if (status == 429) response.headers.emplace_back("Retry-After", "1");
  return response;
}

HttpResponse response_to_exception() {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return error_response(refusal.status(), refusal.what());
  } catch (const JsonError& error) {
    return error_response(400, error.what());
  } catch (const InputError& error) {
    return error_at(422, without_place(error), error.place());
  } catch (const UsageError& error) {
    return error_response(422, error.what());
  } catch (const std::exception& error) {
    return error_response(500, std::string("internal error: ") + error.what());
  }
}

}  // namespace tesselle::web
