#pragma once

#include <string_view>

namespace tesselle::render {

/// The page of a gallery, with marks for what differs: @TITLE@, @HEADING@, @SUMMARY@, @HEAT@, @SHARED@ and, last,
/// @DATA@.
inline constexpr std::string_view gallery_page = R"page(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>@TITLE@</title>
<style>
body{margin:0;padding:1rem 1.5rem;font-family:sans-serif;color:#262a33;background:#fff}
h1{font-size:1.2rem;margin:.2rem 0}p{margin:.3rem 0}
#top{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start;margin:1rem 0}
#heat svg{max-width:90vw;height:auto}.cell{cursor:pointer}
#shared{position:absolute;width:0;height:0;overflow:hidden}
#boards{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0;width:190px}figure svg{width:100%;height:auto}figcaption{font-size:.8rem;color:#737986;text-align:center}
button,select{font:inherit;padding:.2rem .6rem;margin-right:.4rem}
.family{color:#2a62b8;cursor:pointer;text-decoration:underline}
.hint{color:#848a96;font-size:.85rem}
</style></head><body>
<h1>@HEADING@</h1><p>@SUMMARY@</p>
<div id="top"><div id="heat">@HEAT@</div><div>
<p><label>where is piece <select id="piece"></select> ?</label></p>
<p class="hint">The darker a cell, the more of the solutions below have the piece there.<br>Click a cell: only those solutions.</p>
<p id="families"><label>family <select id="family"></select></label></p>
<p id="filters"></p></div></div>
<p><button id="back">‹</button><span id="page"></span> <button id="next">›</button></p>
<div id="boards"></div>
<div id="shared">@SHARED@</div>
<script id="data" type="application/json">@DATA@</script>
<script>
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id), svg = "http://www.w3.org/2000/svg", perPage = 48;
const cells = [...document.querySelectorAll("#heat .cell")];
const pieces = [...new Set(data.pieces)].sort((a, b) => a.localeCompare(b, "en", {numeric: true}));
let filters = [], page = 0, chosen = data.solutions.map((_, s) => s);

const hasPieceAt = (s, piece, cell) => data.solutions[s].some(p => data.pieces[p] == piece && data.cells[p].includes(cell));
function keeps(s, filter) {
  return filter.family ? data.families[s] == filter.family : hasPieceAt(s, filter.piece, filter.cell);
}
function filterBy(filter) {
  if (filter.family) filters = filters.filter(f => !f.family);
  filters.push(filter); page = 0; show();
}
function board(s) {
  const figure = document.createElement("figure"), picture = document.createElementNS(svg, "svg"), there = new Set(data.solutions[s]);
  picture.setAttribute("viewBox", `0 0 ${data.size[0]} ${data.size[1]}`);
  const use = id => { const e = document.createElementNS(svg, "use"); e.setAttribute("href", "#" + id); picture.append(e); };
  use("ground");
  data.sprites.forEach((p, k) => { if (there.has(p)) use("s" + k); });
  const caption = document.createElement("figcaption");
  caption.textContent = data.labels[s];
  if (data.families[s]) {
    const link = document.createElement("span");
    link.className = "family"; link.textContent = "family " + data.families[s];
    link.onclick = () => filterBy({family: data.families[s]});
    caption.append(" · ", link);
  }
  figure.append(picture, caption);
  return figure;
}
function showHeat() {
  const piece = $("piece").value, counts = cells.map(() => 0);
  for (const s of chosen) for (const p of data.solutions[s]) if (data.pieces[p] == piece) for (const c of data.cells[p]) counts[c]++;
  const most = Math.max(1, ...counts);
  cells.forEach((cell, c) => {
    const share = counts[c] / most;
    cell.setAttribute("fill", `rgb(${255 - 215 * share},${255 - 165 * share},${255 - 95 * share})`);
    cell.firstElementChild.textContent = `${data.names[c]}: ${piece} is here in ${counts[c]} of ${chosen.length}`;
  });
}
function show() {
  chosen = data.solutions.map((_, s) => s).filter(s => filters.every(filter => keeps(s, filter)));
  const pages = Math.max(1, Math.ceil(chosen.length / perPage));
  page = Math.min(Math.max(0, page), pages - 1);
  $("page").textContent = `${chosen.length} of ${data.solutions.length} solutions, page ${page + 1} of ${pages}`;
  $("boards").replaceChildren(...chosen.slice(page * perPage, (page + 1) * perPage).map(board));
  $("filters").replaceChildren(...filters.map((filter, f) => {
    const button = document.createElement("button");
    button.textContent = (filter.family ? "family " + filter.family : `${filter.piece} on ${data.names[filter.cell]}`) + " ×";
    button.onclick = () => { filters.splice(f, 1); show(); };
    return button;
  }));
  $("family").value = filters.find(f => f.family)?.family ?? "";
  showHeat();
}
for (const piece of pieces) $("piece").add(new Option(piece));
$("piece").onchange = showHeat;
const sizes = new Map();
for (const family of data.families) if (family) sizes.set(family, (sizes.get(family) || 0) + 1);
$("families").hidden = !sizes.size;
$("family").add(new Option("all", ""));
for (const [family, size] of [...sizes].sort((a, b) => a[0] - b[0])) $("family").add(new Option(`${family}: ${size} solutions`, family));
$("family").onchange = () => { filters = filters.filter(f => !f.family); page = 0; if ($("family").value) filterBy({family: Number($("family").value)}); else show(); };
$("back").onclick = () => { page--; show(); };
$("next").onclick = () => { page++; show(); };
cells.forEach((cell, c) => cell.onclick = () => filterBy({piece: $("piece").value, cell: c}));
show();
</script></body></html>
)page";

}  // namespace tesselle::render
