#pragma once

#include <string_view>

namespace tesselle::render {

/// The page of a film, with marks for what differs: @TITLE@, @HEADING@, @BOARD@ and, last, @DATA@.
inline constexpr std::string_view film_page = R"page(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>@TITLE@</title>
<style>
:root{color-scheme:light}
body{margin:0;padding:1rem 1.5rem;font-family:sans-serif;color:#262a33;background:#fff}
h1{font-size:1.15rem;margin:.2rem 0 .8rem}
#scene{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
#board svg{width:min(46vw,520px);min-width:260px;height:auto;display:block}
canvas{width:min(46vw,520px);min-width:260px;aspect-ratio:1;border:1px solid #e6e8ed;border-radius:6px}
#bar{height:9px;background:#f0f1f4;border-radius:5px;margin:.9rem 0 .5rem;max-width:1070px}
#fill{height:100%;width:0;background:#e26e1e;border-radius:5px}
#words{min-height:3.2em;line-height:1.6;max-width:1070px}
#number{font-weight:bold;display:inline-block;min-width:8.5em}
#outcome{color:#737986}#outcome.solved{color:#168048;font-weight:bold}
#controls{display:flex;gap:.6rem;align-items:center;max-width:1070px}
#place{flex:1}
button,select{font:inherit;padding:.25rem .7rem}
.hint{color:#848a96;font-size:.85rem}
</style></head><body>
<h1>@HEADING@</h1>
<div id="scene"><div id="board">@BOARD@</div><canvas id="tree" width="1040" height="1040"></canvas></div>
<div id="bar" title="depth"><div id="fill"></div></div>
<div id="words"><span id="number"></span><span id="what"></span><br><span id="outcome"></span></div>
<div id="controls">
<button id="play">play</button><button id="back" title="one moment back">‹</button><button id="next" title="one moment on">›</button>
<input id="place" type="range" min="0" value="0" aria-label="moment">
<label>speed <select id="speed"></select></label></div>
<p class="hint">space: play or pause · arrow keys: one moment back or on · up and down: to the next dead end or back · end: to the end</p>
<script id="data" type="application/json">@DATA@</script>
<script>
"use strict";
const film = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const moments = film.moments, last = moments.length - 1, deepest = Math.max(1, ...new Set(film.depth));
const sprites = film.words.map((_, p) => [...document.querySelectorAll("#board .p" + p)]);
// The newest node that has been made at each moment: the tree is drawn up to it.
const newest = []; let high = 0;
for (const n of moments) newest.push(high = Math.max(high, n));
let now = 0, shown = new Set(), playing = false, due = 0;

function board(node) {
  const path = [];
  for (let n = node; n; n = film.parent[n]) path.push(n);
  path.push(0);
  const there = new Set();
  for (const n of path.reverse()) {
    for (const p of film.removed[n] || []) there.delete(p);
    for (const p of film.added[n]) there.add(p);
  }
  return there;
}
function showBoard(there) {
  for (const p of shown) if (!there.has(p)) sprites[p].forEach(e => e.setAttribute("display", "none"));
  for (const p of there) if (!shown.has(p)) sprites[p].forEach(e => e.removeAttribute("display"));
  shown = there;
}
const words = n => film.added[n].map(p => film.words[p]).join("; ") || "no piece placed";
function caption() {
  const n = moments[now], before = now ? moments[now - 1] : n;
  $("number").textContent = "node " + film.number[newest[now]].toLocaleString("en").replaceAll(",", " ");
  if (!film.tree) $("what").textContent = film.captions[n];
  else if (before > n) $("what").textContent = "taken back: " + words(before);
  else $("what").textContent = n ? words(n) : "start";
  const kind = film.tree ? film.kind[n] : 0;
  $("outcome").className = kind == 2 ? "solved" : "";
  $("outcome").textContent = kind == 2 ? "solution" : kind == 1 ? "dead end: " + film.reasons[film.reason[n]] : "";
  $("fill").style.width = 100 * film.depth[n] / deepest + "%";
}
function lines(pen, nodes, colour, width) {
  pen.beginPath();
  for (const n of nodes) {
    const m = film.parent[n];
    pen.moveTo(20 + film.x[m], 20 + film.y[m]);
    pen.lineTo(20 + film.x[n], 20 + film.y[n]);
  }
  pen.strokeStyle = colour; pen.lineWidth = width; pen.stroke();
}
function showTree() {
  if (!film.tree) return;
  const pen = $("tree").getContext("2d");
  pen.clearRect(0, 0, 1040, 1040);
  pen.lineCap = "round";
  const dead = [], alive = [], solved = [];
  for (let n = 1; n <= newest[now]; ++n) (film.kind[n] == 1 ? dead : film.kind[n] == 2 ? solved : alive).push(n);
  const fine = newest[now] > 2000 ? 1 : 2;
  lines(pen, dead, "#d3d7de", fine); lines(pen, alive, "#788aa8", fine);
  const way = [];
  for (const end of solved) for (let n = end; n; n = film.parent[n]) way.push(n);
  lines(pen, way, "#168048", 4);
  const path = [];
  for (let n = moments[now]; n; n = film.parent[n]) path.push(n);
  lines(pen, path, "#e26e1e", 6);
  const dot = (n, r, colour) => { pen.beginPath(); pen.arc(20 + film.x[n], 20 + film.y[n], r, 0, 7); pen.fillStyle = colour; pen.fill(); };
  for (const n of solved) dot(n, 9, "#168048");
  dot(moments[now], 9, "#e26e1e");
}
function show(m) {
  now = Math.min(last, Math.max(0, m));
  showBoard(board(moments[now])); caption(); showTree();
  $("place").value = now;
}
function play(on) {
  playing = on && last > 0;
  $("play").textContent = playing ? "pause" : "play";
  if (!playing) return;
  if (now == last) show(0);
  due = performance.now();
  requestAnimationFrame(tick);
}
function tick(time) {
  if (!playing) return;
  const pause = 1000 / Number($("speed").value), steps = Math.floor((time - due) / pause);
  if (steps > 0) { due += steps * pause; show(now + steps); }
  if (now == last) play(false); else requestAnimationFrame(tick);
}
function dead(direction) {
  let m = now + direction;
  while (m > 0 && m < last && !(film.kind[moments[m]] == 1 && newest[m] == moments[m])) m += direction;
  show(m);
}
for (const rate of [...new Set([0.5, 1, 2, 4, 8, 16, 40, 100, 400, 1500, film.rate])].sort((a, b) => a - b))
  $("speed").add(new Option(rate + " per second", rate, rate == film.rate, rate == film.rate));
$("place").max = last;
$("place").oninput = () => { play(false); show(Number($("place").value)); };
$("play").onclick = () => play(!playing);
$("back").onclick = () => { play(false); show(now - 1); };
$("next").onclick = () => { play(false); show(now + 1); };
for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => button.blur());  // so that space plays
$("speed").onchange = () => { due = performance.now(); };
if (!film.tree) $("tree").remove();
document.onkeydown = event => {
  const act = {" ": () => play(!playing), ArrowLeft: () => { play(false); show(now - 1); }, ArrowRight: () => { play(false); show(now + 1); },
    ArrowDown: () => { play(false); dead(1); }, ArrowUp: () => { play(false); dead(-1); }, Home: () => show(0), End: () => { play(false); show(last); }}[event.key];
  if (act && event.target.tagName != "SELECT") { event.preventDefault(); act(); }
};
show(0);
</script></body></html>
)page";

}  // namespace tesselle::render
