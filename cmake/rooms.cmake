# Most of the time that a file takes to compile goes into the headers it reads. So the standard library's are parsed once,
# for the room `base`, and files are compiled in batches: neighbours in one room together, up to a size that still
# compiles in a few seconds. Names in anonymous namespaces must therefore be distinct within a room.
set(TESSELLE_BATCH_BYTES 60000 CACHE STRING "Source files of a target are compiled together up to this size")
set(parsed_once <algorithm> <array> <atomic> <charconv> <cmath> <condition_variable> <deque> <filesystem> <functional>
    <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <thread> <variant> <vector> <fmt/format.h>)

function(compile_in_batches target)
  set(batch 0)
  set(bytes 0)
  foreach(source IN LISTS ARGN)
    file(SIZE ${source} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(bytes GREATER TESSELLE_BATCH_BYTES)
      math(EXPR batch "${batch} + 1")
      set(bytes ${size})
    endif()
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# A room is a folder under src/ and a library of the same name. COLD: no time is spent there, so little is spent on
# optimising it.
function(add_room name)
  cmake_parse_arguments(ROOM "COLD" "" "ROOMS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(tesselle_${name} STATIC ${sources})
  target_include_directories(tesselle_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(tesselle_${name} PUBLIC cxx_std_20)
  set_target_properties(tesselle_${name} PROPERTIES EXPORT_NAME ${name})
  compile_in_batches(tesselle_${name} ${sources})
  if(name STREQUAL base)
    target_precompile_headers(tesselle_base PRIVATE ${parsed_once})
  else()
    target_precompile_headers(tesselle_${name} REUSE_FROM tesselle_base)
  endif()
  if(ROOM_COLD AND NOT TESSELLE_SANITIZE AND NOT TESSELLE_SANITIZE_THREADS)
    target_compile_options(tesselle_${name} PRIVATE -O1)
  endif()
  list(TRANSFORM ROOM_ROOMS PREPEND tesselle_)
  target_link_libraries(tesselle_${name} PUBLIC ${ROOM_ROOMS} ${ROOM_LIBS})
  set_property(GLOBAL APPEND PROPERTY TESSELLE_ROOMS tesselle_${name})
endfunction()
