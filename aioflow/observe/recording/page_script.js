"use strict";
// Draws the lanes of a recording. Data: {lanes: [{name, group, bars: [[name, kind, began, ended, text], ...]}],
// curves: [{name, points: [[at, value], ...]}], length}; times are nanoseconds.
const data = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("lanes"), context = canvas.getContext("2d"), about = document.getElementById("about");
const BAR = 15, GAP = 3, CURVE = 34, RULER = 22, TITLE = 13;
const dark = matchMedia("(prefers-color-scheme: dark)");
let view = {from: 0, to: Math.max(1, data.length)}, rows = [], chosen = null;

for (const lane of data.lanes) {  // how deep each bar lies within others
  const open = [];
  lane.depth = 1;
  lane.depths = lane.bars.map(([, , began, ended]) => {
    while (open.length && open[open.length - 1] <= began) open.pop();
    open.push(ended);
    lane.depth = Math.max(lane.depth, open.length);
    return open.length - 1;
  });
}

const duration = (ns) => ns >= 1e9 ? (ns / 1e9).toPrecision(4) + " s" : ns >= 1e6 ? (ns / 1e6).toPrecision(4) + " ms"
  : ns >= 1e3 ? (ns / 1e3).toPrecision(4) + " µs" : Math.round(ns) + " ns";

function hue(text) {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum % 360;
}

function color(name, kind) {
  if (kind === "queue") return dark.matches ? "#6b6b6b" : "#b9b9b9";
  if (kind === "lag" || kind === "gc") return dark.matches ? "#d0524f" : "#d6403c";
  const light = kind === "node" ? [44, 84] : kind === "segment" ? [36, 78] : [30, 74];
  return `hsl(${hue(name)} ${dark.matches ? 45 : 60}% ${dark.matches ? light[0] : light[1]}%)`;
}

function draw() {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth;
  rows = [];
  let height = RULER;
  for (const lane of data.lanes) {
    rows.push({lane, top: height});
    height += TITLE + lane.depth * (BAR + 1) + GAP;
  }
  for (const curve of data.curves) {
    rows.push({curve, top: height});
    height += TITLE + CURVE + GAP;
  }
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = height + "px";
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const ink = dark.matches ? "#e4e4e4" : "#1c1c1c", faint = dark.matches ? "#ffffff30" : "#00000022";
  const x = (at) => (at - view.from) / (view.to - view.from) * width;
  ruler(width, height, ink, faint, x);
  for (const row of rows) {
    context.fillStyle = ink;
    context.globalAlpha = 0.75;
    context.fillText(row.lane ? row.lane.name : row.curve.name, 2, row.top + TITLE / 2);
    context.globalAlpha = 1;
    row.lane ? bars(row, width, x, ink) : curve(row, width, x, ink);
  }
}

function ruler(width, height, ink, faint, x) {
  const wanted = (view.to - view.from) / Math.max(2, width / 110);
  let step = 10 ** Math.floor(Math.log10(wanted));
  step *= wanted / step > 5 ? 10 : wanted / step > 2 ? 5 : wanted / step > 1 ? 2 : 1;
  context.fillStyle = ink;
  for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
    context.fillStyle = faint;
    context.fillRect(x(at), 0, 1, height);
    context.fillStyle = ink;
    if (x(at) < width - 50) context.fillText(at ? duration(at) : "0", x(at) + 3, RULER / 2 - 2);
  }
}

function bars(row, width, x, ink) {
  row.lane.bars.forEach((bar, number) => {
    const [name, kind, began, ended] = bar;
    if (ended < view.from || began > view.to) return;
    const left = Math.max(0, x(began)), right = Math.min(width, x(ended)), size = Math.max(0.7, right - left);
    const top = row.top + TITLE + row.lane.depths[number] * (BAR + 1);
    context.fillStyle = color(name, kind);
    context.fillRect(left, top, size, BAR);
    if (chosen === bar) {
      context.strokeStyle = ink;
      context.strokeRect(left + 0.5, top + 0.5, Math.max(1, size - 1), BAR - 1);
    }
    if (size > 26) {
      context.save();
      context.beginPath();
      context.rect(left, top, size - 2, BAR);
      context.clip();
      context.fillStyle = kind === "lag" || kind === "gc" ? "#ffffff" : ink;
      context.fillText(name, left + 3, top + BAR / 2 + 0.5);
      context.restore();
    }
  });
}

function curve(row, width, x, ink) {
  const points = row.curve.points, most = Math.max(1e-9, ...points.map((point) => point[1]));
  const base = row.top + TITLE + CURVE;
  context.beginPath();
  context.moveTo(0, base);
  points.forEach(([at, value], number) => {
    const until = number + 1 < points.length ? points[number + 1][0] : data.length;
    const y = base - value / most * (CURVE - 2);
    context.lineTo(x(at), y);
    context.lineTo(x(until), y);
  });
  context.lineTo(x(data.length), base);
  context.closePath();
  context.fillStyle = dark.matches ? "#5b9bd5" : "#4a86c8";
  context.globalAlpha = 0.7;
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = ink;
  context.textAlign = "right";
  context.fillText("at most " + (most > 1e-6 ? +most.toPrecision(3) : 0), width - 3, row.top + TITLE / 2);
  context.textAlign = "left";
}

function barAt(event) {
  const box = canvas.getBoundingClientRect(), y = event.clientY - box.top;
  const at = view.from + (event.clientX - box.left) / box.width * (view.to - view.from);
  const near = (view.to - view.from) / box.width * 2;
  for (const {lane, top} of rows) {
    const depth = Math.floor((y - top - TITLE) / (BAR + 1));
    if (!lane || depth < 0 || depth >= lane.depth) continue;
    return lane.bars.find((bar, i) => lane.depths[i] === depth && bar[2] - near <= at && at <= bar[3] + near) || null;
  }
  return null;
}

function show(bar) {
  chosen = bar;
  about.textContent = bar ? `${bar[0]} — ${duration(bar[3] - bar[2])}, from ${duration(bar[2])} on. ${bar[4]}` : about.dataset.hint;
  draw();
}

function zoom(factor, middle) {
  const length = Math.min(data.length, Math.max(200, (view.to - view.from) * factor));
  const share = (middle - view.from) / (view.to - view.from);
  move(middle - share * length, length);
}

function move(from, length) {
  from = Math.max(0, Math.min(data.length - length, from));
  view = {from, to: from + length};
  draw();
}

const middle = () => (view.from + view.to) / 2, length = () => view.to - view.from;
const ACTIONS = {
  in: () => zoom(0.5, middle()), out: () => zoom(2, middle()), all: () => move(0, data.length),
  left: () => move(view.from - length() / 3, length()), right: () => move(view.from + length() / 3, length()),
};
const KEYS = {w: "in", s: "out", a: "left", d: "right", "+": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", 0: "all"};
for (const button of document.querySelectorAll("button[data-do]")) button.onclick = ACTIONS[button.dataset.do];
canvas.tabIndex = 0;
canvas.onkeydown = (event) => { if (KEYS[event.key]) { ACTIONS[KEYS[event.key]](); event.preventDefault(); } };
canvas.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey) return;  // else the page scrolls
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoom(event.deltaY > 0 ? 1.25 : 0.8, view.from + (event.clientX - box.left) / box.width * length());
}, {passive: false});
let grip = null;
canvas.onpointerdown = (event) => { grip = {x: event.clientX, from: view.from, moved: false}; };
canvas.onpointermove = (event) => {
  if (!grip || !event.buttons) { canvas.style.cursor = barAt(event) ? "pointer" : "default"; return; }
  if (Math.abs(event.clientX - grip.x) > 4) grip.moved = true;
  if (grip.moved) move(grip.from - (event.clientX - grip.x) / canvas.clientWidth * length(), length());
};
canvas.onpointerup = (event) => { if (grip && !grip.moved) show(barAt(event)); grip = null; };
addEventListener("resize", draw);
dark.addEventListener("change", draw);
draw();
