"use strict";
// Whatever a model is called is put into the page as text, never as markup.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const FEW = 30, MORE = 60, READABLE = 0.55, MANY = 700, NS = "http://www.w3.org/2000/svg";
  const engine = dagre.layout ? dagre : dagre.default;

  // ---- text
  function number(value) {
    return value.toLocaleString("en", { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 });
  }
  const time = (us) => (us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`);
  const counted = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;
  const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
  const last = (path) => path.slice(path.lastIndexOf("/") + 1);

  function make(tag, kind, ...children) {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    element.append(...children);
    return element;
  }
  function draw(tag, attributes, ...children) {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // ---- the graph that is shown
  let graph, scopes, open, picked = null, mode, shows = false, drawn = null;
  const visible = (node) => shows || !node.constant;

  // Scopes by path: what is in them, how many nodes in all, and what these cost together.
  function treeOf(nodes) {
    const tree = new Map([["", { path: "", parent: null, scopes: [], nodes: [], count: 0, us: 0, timed: false }]]);
    const at = (path) => {
      if (!tree.has(path)) {
        const parent = at(path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
        const scope = { path, parent, scopes: [], nodes: [], count: 0, us: 0, timed: false };
        tree.set(path, scope);
        parent.scopes.push(scope);
      }
      return tree.get(path);
    };
    nodes.forEach((node, i) => {
      node.i = i;
      node.scope = at(node.path);
      node.scope.nodes.push(node);
      for (let scope = node.scope; scope; scope = scope.parent) {
        if (!node.constant) scope.count += 1;
        if (node.us !== undefined) { scope.us += node.us; scope.timed = true; }
      }
    });
    return tree;
  }
  function choose(index) {
    graph = data.graphs[index];
    scopes = treeOf(graph.nodes);
    open = new Set([""]);
    picked = null;
    graph.readers = graph.nodes.map(() => []);
    for (const node of graph.nodes) for (const source of node.in) graph.readers[source].push(node.i);
    openMore(FEW);
    // Next to one large scope there may be little else, which tells nothing.
    if (shownCount() < 8) openMore(MORE);
  }
  // A scope with one node in it is drawn as that node, and one with nothing but a scope in it as that scope.
  const counts = (scope) => shows || scope.count > 0;
  const isThin = (scope) => !shows && scope.count <= 1;
  const isChain = (scope) => !scope.nodes.some(visible) && scope.scopes.filter(counts).length === 1;
  const isOpen = (scope) => open.has(scope.path) || isThin(scope);
  const inside = (scope) => scope.scopes.filter(counts).length + scope.nodes.filter(visible).length;
  function shownCount() {
    return [...open].reduce((sum, path) => sum + inside(scopes.get(path)) - (path ? 1 : 0), 0);
  }
  // Opens the scope that shows most of the graph for what it adds, as long as the picture stays small enough.
  function openMore(most) {
    let hasOpened = false;
    for (;;) {
      const closed = [...open].flatMap((path) => scopes.get(path).scopes).filter((scope) => !isOpen(scope) && counts(scope));
      const fitting = closed.filter((scope) => shownCount() + inside(scope) - 1 <= most).sort((a, b) => b.count - a.count);
      if (!fitting.length) return hasOpened;
      open.add(fitting[0].path);
      hasOpened = true;
    }
  }
  // What stands for a node in the picture: itself, or the outermost closed scope that it is in.
  function standIn(node) {
    let found = null;
    for (let scope = node.scope; scope.parent; scope = scope.parent) if (!isOpen(scope)) found = scope;
    return found;
  }
  const idOf = (node) => { const scope = standIn(node); return scope ? `s:${scope.path}` : `n:${node.i}`; };

  // The innermost scope around that has a frame.
  function framed(scope) {
    let found = scope;
    while (found.path && (isThin(found) || isChain(found))) found = found.parent;
    return found;
  }
  const PART = /^\(part \d+ of \d+\)$/;
  const real = (path) => path.split("/").filter((each) => !PART.test(each)).join("/");
  // A name without what the frames around it say already.
  function within(name, scope) {
    const frame = real(framed(scope).path);
    return frame && name.startsWith(`${frame}/`) ? name.slice(frame.length + 1) : name;
  }
  function label(name, length) {
    return name.length > length ? `…${name.slice(name.length - length + 1)}` : name;
  }

  function layout() {
    const plan = new engine.graphlib.Graph({ compound: true });
    plan.setGraph({ rankdir: "TB", nodesep: 16, ranksep: 34, marginx: 16, marginy: 16 });
    plan.setDefaultEdgeLabel(() => ({}));
    const boxes = new Map(), edges = new Map();
    const put = (id, inner) => {
      const scope = framed(inner);
      if (!scope.path || plan.parent(id)) return;
      const frame = `f:${scope.path}`;
      if (!plan.hasNode(frame)) { plan.setNode(frame, {}); put(frame, scope.parent); }
      plan.setParent(id, frame);
    };
    for (const node of graph.nodes) {
      const scope = standIn(node);
      if (scope ? !(shows || scope.count) : !visible(node)) continue;
      const id = scope ? `s:${scope.path}` : `n:${node.i}`;
      if (boxes.has(id)) continue;
      const box = scope ? scopeBox(scope) : nodeBox(node);
      boxes.set(id, box);
      plan.setNode(id, { width: box.width, height: 38 });
      put(id, scope ? scope.parent : node.scope);
    }
    for (const node of graph.nodes) {
      const to = idOf(node);
      if (!boxes.has(to) || !visible(node)) continue;
      for (const [sources, control] of [[node.in, false], [node.after, true]]) {
        for (const source of sources) {
          const from = idOf(graph.nodes[source]);
          if (from === to || !boxes.has(from) || !visible(graph.nodes[source])) continue;
          const key = `${from}\n${to}`, known = edges.get(key);
          if (known) { known.count += 1; known.control = known.control && control; }
          else edges.set(key, { from, to, count: 1, control });
        }
      }
    }
    for (const edge of edges.values()) plan.setEdge(edge.from, edge.to, { weight: edge.control ? 1 : 2 });
    if (boxes.size) engine.layout(plan);
    return { plan, boxes, edges };
  }
  function nodeBox(node) {
    const name = label(node.path === node.name && framed(node.scope) === node.scope ? last(node.name) : within(node.name, node.scope), 28);
    const more = node.us === undefined ? node.op : `${node.op} · ${time(node.us)}`;
    return { node, name, more: cut(more, 30), width: Math.max(70, 7 * name.length + 20, 6.2 * Math.min(30, more.length) + 20), members: [node] };
  }
  function membersOf(scope) {
    return [...scope.nodes, ...scope.scopes.flatMap(membersOf)].filter((node) => shows || !node.constant);
  }
  function scopeBox(scope) {
    const name = label(PART.test(last(scope.path)) ? last(scope.path) : within(real(scope.path), scope.parent), 28), more = counted(scope.count, "node") + (scope.timed ? ` · ${time(scope.us)}` : "");
    return { scope, name, more, width: Math.max(90, 7 * name.length + 34, 6.2 * more.length + 26), members: membersOf(scope) };
  }

  // ---- colours
  const total = () => graph.nodes.reduce((sum, node) => sum + (node.us || 0), 0);
  const MODES = {
    cost: { name: "measured cost", has: (node) => node.us !== undefined },
    place: { name: "where it runs", has: (node) => node.runs !== undefined },
    segment: { name: "segment", has: (node) => node.segment !== undefined },
    op: { name: "op", has: () => true },
    device: { name: "device", has: (node) => node.device !== undefined },
  };
  const SHARES = [0.3, 0.1, 0.03, 0.01, 0.001];
  const PLACES = { "in place": "p2", pool: "p1", task: "p3", "in place, then pool": "p4" };
  let palette = new Map();
  function paint() {
    palette = new Map();
    const of = { segment: "segment", device: "device", op: "op" }[mode];
    if (!of) return;
    const counts = new Map();
    for (const node of graph.nodes) if (node[of] !== undefined && visible(node)) counts.set(node[of], (counts.get(node[of]) || 0) + 1);
    [...counts].sort((a, b) => b[1] - a[1]).forEach(([value], i) => palette.set(value, mode === "segment" ? `p${i % 8}` : i < 7 ? `p${i}` : "p7"));
  }
  function colorOf(box, whole) {
    if (mode === "cost") {
      const us = box.scope ? (box.scope.timed ? box.scope.us : undefined) : box.node.us;
      if (us === undefined) return "plain";
      const rank = SHARES.findIndex((share) => us >= share * whole);
      return `h${rank < 0 ? 0 : 5 - rank}`;
    }
    const key = { place: "runs", segment: "segment", device: "device", op: "op" }[mode];
    const values = new Set(box.members.map((node) => node[key]).filter((value) => value !== undefined));
    if (values.size !== 1) return "plain";
    const [value] = values;
    return mode === "place" ? PLACES[value] || "plain" : palette.get(value) || "plain";
  }
  function legend() {
    const entry = (kind, text) => make("span", "", make("span", `key ${kind}`), text);
    let entries = [];
    if (mode === "cost") entries = ["30 % or more of all nodes together", "10 %", "3 %", "1 %", "0.1 %", "less"].map((text, i) => entry(`h${5 - i}`, text)).concat(entry("plain", "not measured: folded, inlined or not needed"));
    else if (mode === "place") entries = [["p2", "in place, on the step's thread"], ["p1", "on a pool thread of its own"], ["p3", "task of the event loop"], ["p4", "in place, then pool"], ["plain", "several, or not in the plan"]].map(([kind, text]) => entry(kind, text));
    else {
      const shown = [...palette].slice(0, 7);
      entries = shown.map(([value, kind]) => entry(kind, mode === "segment" ? `segment ${value + 1}` : String(value)));
      if (palette.size > 7) entries.push(entry(mode === "segment" ? "plain" : "p7", mode === "segment" ? `and ${palette.size - 7} more, in the same colours` : `${palette.size - 7} others`));
      if (mode !== "op") entries.push(entry("plain", "several, or none known"));
    }
    $("legend").replaceChildren(...entries);
  }

  // ---- drawing
  const world = $("world"), stage = $("stage");
  const view = Panzoom(world, { canvas: true, minScale: 0.02, maxScale: 6, step: 0.25 });
  stage.addEventListener("wheel", (event) => { event.preventDefault(); view.zoomWithWheel(event); }, { passive: false });
  function show(keepsView) {
    let found;
    try {
      if (shownCount() > MANY) throw new Error("too many nodes to draw at once: close scopes, or leave constants out");
      found = layout();
    } catch (error) {
      world.replaceChildren();
      drawn = null;
      $("note").hidden = false;
      $("note").textContent = `This cannot be drawn: ${error.message}.`;
      return;
    }
    $("note").hidden = found.boxes.size > 0;
    $("note").textContent = "There is nothing to show here but constants.";
    drawn = found;
    paint();
    legend();
    const whole = total(), elements = [], { plan, boxes, edges } = found;
    const frames = plan.nodes().filter((id) => id.startsWith("f:")).sort((a, b) => a.length - b.length);
    for (const id of frames) {
      const { x, y, width, height } = plan.node(id), path = id.slice(2);
      const frame = draw("g", { class: "frame" }, draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 9 }), draw("text", { x: x - width / 2 + 8, y: y - height / 2 + 14 }, `− ${cut(PART.test(last(path)) ? last(path) : within(real(path), scopes.get(path).parent), 40)}`));
      frame.append(draw("title", {}, `${path}: close`));
      acts(frame, () => close(path));
      elements.push(frame);
    }
    for (const edge of edges.values()) {
      const { points } = plan.edge(edge.from, edge.to);
      const line = draw("path", { d: curve(points), class: `edge${edge.control ? " control" : ""}` });
      line.dataset.from = edge.from;
      line.dataset.to = edge.to;
      elements.push(line);
    }
    for (const [id, box] of boxes) {
      const { x, y, width, height } = plan.node(id);
      const element = draw("g", { class: `box ${box.scope ? "scope" : ""} ${colorOf(box, whole)}`, transform: `translate(${x - width / 2},${y - height / 2})` },
        draw("rect", { width, height, rx: box.scope ? 9 : 4 }),
        draw("text", { x: width / 2, y: 16, "text-anchor": "middle" }, (box.scope ? "+ " : "") + box.name),
        draw("text", { x: width / 2, y: 30, "text-anchor": "middle", class: "small" }, box.more),
        draw("title", {}, box.scope ? `${box.scope.path}: open` : box.node.name));
      element.dataset.id = id;
      acts(element, () => (box.scope ? openScope(box.scope.path) : pick(box.node)));
      elements.push(element);
    }
    world.replaceChildren(...elements);
    mark();
    if (!keepsView) begin();
  }
  const curve = (points) => points.map(({ x, y }, i) => {
    if (!i) return `M${x} ${y}`;
    const before = points[i - 1], half = (before.y + y) / 2;
    return points.length === 2 ? `L${x} ${y}` : `C${before.x} ${half} ${x} ${half} ${x} ${y}`;
  }).join("");
  // A drag is no click.
  let pressed = [0, 0];
  stage.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; }, true);
  function acts(element, action) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.addEventListener("click", (event) => { if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 6) action(); });
    element.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); action(); } });
  }
  function fit() {
    if (!drawn || !drawn.boxes.size) return;
    const { width, height } = drawn.plan.graph(), w = stage.clientWidth, h = stage.clientHeight;
    const scale = Math.max(0.05, Math.min(1.3, w / width, h / height));
    place(scale, width / 2, height / 2);
  }
  // All of it where its text can be read then, else its beginning.
  function begin() {
    fit();
    if (!drawn || !drawn.boxes.size || view.getScale() >= READABLE) return;
    const { width, height } = drawn.plan.graph(), scale = READABLE + 0.1;
    const tops = [...drawn.boxes.keys()].map((id) => drawn.plan.node(id)).sort((a, b) => a.y - b.y || Math.abs(a.x - width / 2) - Math.abs(b.x - width / 2));
    const x = width * scale <= stage.clientWidth ? width / 2 : tops[0].x;
    place(scale, x, Math.min(stage.clientHeight / 2 / scale - 8, Math.max(height / 2, stage.clientHeight / 2 / scale)));
  }
  function place(scale, x, y) {
    view.zoom(scale, { animate: false });
    view.pan(stage.clientWidth / 2 / scale - x, stage.clientHeight / 2 / scale - y, { animate: false });
  }
  function center(id, least = 0.7) {
    const box = drawn && id && drawn.plan.node(id);
    if (box) place(Math.max(least, view.getScale()), box.x, box.y);
  }
  function openScope(path) {
    open.add(path);
    // A scope that has nothing but one other scope in it is opened on.
    for (let scope = scopes.get(path); inside(scope) === 1 && scope.scopes.length === 1; [scope] = scope.scopes) open.add(scope.scopes[0].path);
    show(true);
    center(drawn && drawn.plan.hasNode(`f:${path}`) ? `f:${path}` : [...drawn.boxes.keys()].find((id) => id.startsWith(`s:${path}/`)) || "", 0.3);
    describe(null);
  }
  function close(path) {
    for (const each of [...open]) if (each === path || each.startsWith(`${path}/`)) open.delete(each);
    show(true);
    center(`s:${path}`, 0.3);
  }

  // ---- one node
  function pick(node) {
    picked = node;
    mark();
    describe(node);
  }
  function reveal(node) {
    if (node.constant && !shows) { shows = true; $("constants").checked = true; }
    for (let scope = node.scope; scope.parent; scope = scope.parent) open.add(scope.path);
    show(true);
    pick(node);
    center(`n:${node.i}`);
  }
  function mark() {
    const id = picked ? idOf(picked) : "";
    for (const each of world.querySelectorAll(".box")) each.classList.toggle("picked", each.dataset.id === id);
    for (const each of world.querySelectorAll(".edge")) each.classList.toggle("near", id !== "" && (each.dataset.from === id || each.dataset.to === id));
  }
  function describe(node) {
    const panel = $("panel");
    if (!node) {
      panel.replaceChildren(make("p", "", "A box with + is a scope of names: it opens when it is clicked. Drag to move, turn the wheel or pinch to zoom."));
      return;
    }
    const facts = [["op", node.op], ["values", node.told], ["device", node.device], ["cost", node.us === undefined ? undefined : `${time(node.us)} per run`], ["runs", node.runs], ["segment", node.segment === undefined ? undefined : String(node.segment + 1)]];
    if (data.is_measured && node.runs === undefined && !node.constant) facts.push(["plan", "not in it: folded, inlined or not needed"]);
    const list = make("dl");
    for (const [name, value] of facts) if (value !== undefined) list.append(make("dt", "", name), make("dd", "", value));
    const others = (title, indices) => {
      if (!indices.length) return [];
      const rows = indices.slice(0, 30).map((i) => {
        const button = make("button", "", graph.nodes[i].name);
        button.addEventListener("click", () => reveal(graph.nodes[i]));
        return make("li", "", button);
      });
      if (indices.length > 30) rows.push(make("li", "", `and ${indices.length - 30} more`));
      return [make("h3", "", title), make("ul", "", ...rows)];
    };
    panel.replaceChildren(make("h2", "", node.name), list, ...others("Inputs", node.in), ...others("Only after", node.after), ...others("Read by", graph.readers[node.i]));
  }

  // ---- tools
  function search() {
    const text = $("search").value.trim().toLowerCase(), found = $("found");
    const matches = text ? graph.nodes.filter((node) => node.name.toLowerCase().includes(text) || node.op.toLowerCase() === text) : [];
    found.hidden = !text;
    matches.sort((a, b) => Number(Boolean(a.constant)) - Number(Boolean(b.constant)) || a.name.length - b.name.length);
    const rows = matches.slice(0, 40).map((node) => {
      const button = make("button", "", node.name, " ", make("small", "", node.op));
      button.addEventListener("click", () => { found.hidden = true; reveal(node); });
      return make("li", "", button);
    });
    if (!matches.length) rows.push(make("li", "", "no node of that name"));
    if (matches.length > 40) rows.push(make("li", "", `and ${number(matches.length - 40)} more`));
    found.replaceChildren(...rows);
  }
  $("search").addEventListener("input", search);
  $("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") $("found").querySelector("button")?.click();
    if (event.key === "Escape") $("found").hidden = true;
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".find")) $("found").hidden = true; });
  $("constants").addEventListener("change", () => { shows = $("constants").checked; show(false); });
  $("more").addEventListener("click", () => { openMore(shownCount() * 2 + 10); show(false); });
  $("less").addEventListener("click", () => { open = new Set([""]); show(false); });
  $("in").addEventListener("click", () => view.zoomIn());
  $("out").addEventListener("click", () => view.zoomOut());
  $("fit").addEventListener("click", fit);
  $("mode").addEventListener("change", () => { mode = $("mode").value; show(true); });
  $("which").addEventListener("change", () => { choose(Number($("which").value)); show(false); describe(null); });

  $("title").textContent = data.title;
  $("about").textContent = data.about;
  $("which").replaceChildren(...data.graphs.map((each, i) => new Option(`${each.title} (${counted(each.nodes.length, "node")})`, i)));
  const known = Object.entries(MODES).filter(([, { has }]) => data.graphs.some((each) => each.nodes.some(has)));
  $("mode").replaceChildren(...known.map(([id, { name }]) => new Option(name, id)));
  mode = known[0][0];
  if (data.graphs.length) {
    // The largest: a SavedModel of TensorFlow 2 has little more than a call of a function as its own graph.
    const sizes = data.graphs.map((each) => each.nodes.filter((node) => !node.constant).length * (each.nodes.some((node) => node.us !== undefined) ? 1000 : 1));
    $("which").value = String(sizes.indexOf(Math.max(...sizes)));
    choose(Number($("which").value));
    show(false);
  } else {
    $("note").hidden = false;
    $("note").textContent = "The model has no nodes.";
  }
  describe(null);
})();
