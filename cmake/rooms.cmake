# Most of the time that a small file takes to compile goes into the standard library: where there are several, it is
# parsed once for all of them. Further headers as further arguments.
function(parse_once target sources)
  list(LENGTH sources count)
  if(count GREATER 4)
    target_precompile_headers(${target} PRIVATE <algorithm> <functional> <map> <memory> <optional> <set> <span> <string>
                              <variant> <vector> <fmt/format.h> ${ARGN})
  endif()
endfunction()

# A room is a folder under src/ and a library of the same name.
function(add_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(tesselle_${name} STATIC ${sources})
  target_include_directories(tesselle_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  parse_once(tesselle_${name} "${sources}")
  list(TRANSFORM ROOM_ROOMS PREPEND tesselle_)
  target_link_libraries(tesselle_${name} PUBLIC ${ROOM_ROOMS} ${ROOM_LIBS})
  set_property(GLOBAL APPEND PROPERTY TESSELLE_ROOMS tesselle_${name})
endfunction()
