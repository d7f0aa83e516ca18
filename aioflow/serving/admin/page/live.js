"use strict";
// Whatever the server says is put into the page as text, never as markup: names and messages are strangers'.
(() => {
  const EVERY_MS = 1000, KEPT = 300, LEAST_S = 60;
  const $ = (id) => document.getElementById(id);

  // ---- text
  const DASH = "–";
  function number(value, digits = 3) {
    if (value === null || value === undefined) return DASH;
    const size = Math.abs(value);
    const places = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? Math.min(1, digits - 1) : Math.min(2, digits - 1);
    return value.toLocaleString("en", { maximumFractionDigits: places });
  }
  function milliseconds(value) {
    if (value === null || value === undefined) return [DASH, ""];
    if (value >= 1000) return [number(value / 1000), "s"];
    return value > 0 && value < 0.1 ? [number(value * 1000), "µs"] : [number(value), "ms"];
  }
  const msText = (value) => milliseconds(value).join(" ").trim();
  const secondsText = (value) => msText(value * 1000);
  function span(seconds) {
    if (seconds < 60) return `${Math.floor(seconds)} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
    return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  }
  const clock = (atS) => new Date(atS * 1000).toLocaleTimeString("en-GB");
  const counted = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

  // ---- elements
  function make(tag, kind = "", ...children) {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    element.append(...children);
    return element;
  }
  function say(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  // ---- tiles
  const TILES = {
    requests: "Requests", latency: "Latency p99", failures: "Failures", flight: "In flight",
    lag: "Event loop late by", cpu: "CPUs in use",
  };
  const tiles = {};
  for (const [id, name] of Object.entries(TILES)) {
    const value = make("span"), unit = make("span", "unit"), more = make("div", "more");
    const tile = make("div", "card tile", make("div", "name", name), make("div", "value", value, unit), more);
    tile.id = `tile-${id}`;
    value.id = `value-${id}`;
    tiles[id] = { tile, value, unit, more };
    $("tiles").append(tile);
  }
  function setTile(id, value, unit, more, mood = "") {
    const { tile, value: v, unit: u, more: m } = tiles[id];
    say(v, value); say(u, unit); say(m, more);
    tile.classList.toggle("bad", mood === "bad");
    tile.classList.toggle("warn", mood === "warn");
  }
  function showTiles(now) {
    const { total, process, about } = now, lag = process.lag, worst = Math.max(lag.worst_s, lag.now_s) * 1000;
    setTile("requests", number(total.answered_per_s), "per second", `${number(total.answered)} answered so far`);
    const [p99, unit] = milliseconds(total.p99_ms);
    setTile("latency", p99, unit, total.p50_ms === null ? "no request in ten seconds" : `p50 ${msText(total.p50_ms)}, p95 ${msText(total.p95_ms)}`);
    const lost = total.gone ? `, ${number(total.gone)} not waited for` : "";
    setTile("failures", number(total.failed_per_s), "per second", `${number(total.failed)} so far${lost}`, total.failed_per_s > 0 ? "bad" : "");
    setTile("flight", number(about.in_flight), about.in_flight === 1 ? "request" : "requests", `${counted(total.waiting, "row")} waiting for a batch`);
    const [late, lateUnit] = milliseconds(worst);
    setTile("lag", late, lateUnit, `worst of 30 s; p99 ${secondsText(lag.p99_s)}`, worst > 250 ? "bad" : worst > 50 ? "warn" : "");
    const cpus = last(store.columns.cpus);
    const memory = process.memory_nbytes === null ? "" : `${number(process.memory_nbytes / 1e6)} MB, `;
    setTile("cpu", number(cpus), "", `${memory}${counted(process.num_threads, "thread")}`);
  }

  // ---- the last minutes
  const CHARTS = [
    { title: "Requests", unit: "per second", series: [["answered", "answered", "1"], ["failed", "failed", "bad", "dash"]] },
    { title: "Latency", unit: "milliseconds, logarithmic", log: true, series: [["p50_ms", "p50", "1"], ["p95_ms", "p95", "3", "dots"], ["p99_ms", "p99", "2", "dash"]], none: "no requests answered yet" },
    { title: "Batches", unit: "rows", series: [["rows", "in a batch", "1"], ["waiting", "waiting", "2", "dash"]], none: "no batches yet" },
    { title: "Pools", unit: "threads and tasks of the process", series: [["busy", "threads at work", "1"], ["threads", "threads in all", "muted", "dots"], ["queued", "tasks waiting", "2", "dash"]] },
    { title: "Event loop", unit: "milliseconds, worst of each second", series: [["lag_ms", "late by", "1"], ["pause_ms", "garbage collection", "2", "dash"]] },
    { title: "CPU", unit: "CPUs in use by the process", series: [["cpus", "in use", "1"]] },
  ];
  const NAMES = CHARTS.flatMap((chart) => chart.series.map(([name]) => name));
  const store = { last: 0, model: "", at: [], columns: {} };
  const last = (column) => (column.length ? column[column.length - 1] : null);
  function forget() {
    store.last = 0;
    store.at = [];
    for (const name of NAMES) store.columns[name] = [];
  }
  forget();
  function keep(history) {
    if (history.last < store.last) forget(); // the server was started anew
    store.last = history.last;
    store.at = store.at.concat(history.at_s).slice(-KEPT);
    for (const name of NAMES) store.columns[name] = store.columns[name].concat(history[name]).slice(-KEPT);
  }

  const DASHES = { dash: [7, 4], dots: [2, 3] };
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const charts = [];
  function build(chart) {
    const values = {};
    const legend = make("div", "legend");
    for (const [name, label, kind, dash = ""] of chart.series) {
      values[name] = make("b");
      values[name].id = `now-${name}`;
      legend.append(make("span", "", make("span", `key k${kind} ${dash}`), label, values[name]));
    }
    const title = make("h3", "", chart.title, make("span", "unit", chart.unit));
    const place = make("div"), none = make("div", "none", chart.none || "nothing yet");
    const card = make("div", "card chart", title, legend, place, none);
    $("charts").append(card);
    const built = { chart, values, place, none, plot: null };
    new ResizeObserver(() => built.plot && built.plot.setSize({ width: place.clientWidth, height: 170 })).observe(place);
    charts.push(built);
  }
  function plot(built) {
    const { chart, place } = built;
    if (built.plot) built.plot.destroy();
    const axis = { stroke: color("--muted"), grid: { stroke: color("--grid"), width: 1 }, ticks: { show: false }, font: "12px system-ui, sans-serif" };
    const decadesOf = (u, splits) => splits.map((value) => (!chart.log || isDecade(value) ? value : null));
    const stroke = (kind) => color(kind === "1" || kind === "2" || kind === "3" ? `--c${kind}` : `--${kind}`);
    built.plot = new uPlot({
      width: Math.max(200, place.clientWidth), height: 170, legend: { show: false }, padding: [10, 26, 0, 0],
      cursor: { sync: { key: "live" }, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { range: (u, low, high) => xRange(high) }, y: chart.log ? { distr: 3, range: decades } : { range: (u, low, high) => [0, Math.max(1, (high || 0) * 1.12)] } },
      axes: [
        { ...axis, size: 26, space: 70, values: (u, splits) => splits.map((at) => clock(at).slice(0, u.scales.x.max - u.scales.x.min > 120 ? 5 : 8)) },
        {
          ...axis, size: 48, space: 34, values: (u, splits) => splits.map((value) => (value === null ? "" : number(value))),
          filter: decadesOf, grid: { ...axis.grid, filter: decadesOf },
        },
      ],
      series: [{}, ...chart.series.map(([, label, kind, dash]) => ({
        label, stroke: stroke(kind), width: 2, dash: DASHES[dash], paths: uPlot.paths.linear(), spanGaps: false,
        points: { show: false, size: 5, filter: (u, i) => lone(u.data[i]) },
      }))],
      hooks: { setCursor: [(u) => legendOf(built, u.cursor.idx)] },
    }, dataOf(chart), place);
  }
  // A second without a request has no percentile, and a line needs two points: a lone one is drawn as a dot.
  const isKnown = (value) => value !== null && value !== undefined;
  const lone = (column) => [...column.keys()].filter((i) => isKnown(column[i]) && !isKnown(column[i - 1]) && !isKnown(column[i + 1]));
  const dataOf = (chart) => [store.at, ...chart.series.map(([name]) => store.columns[name])];
  function xRange(high) {
    const end = high || Date.now() / 1000, first = store.at.length ? store.at[0] : end;
    return [end - Math.min(KEPT, Math.max(LEAST_S, end - first)), end];
  }
  const isDecade = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-6;
  // Whole decades, three at least, so that the scale does not jump with every spike.
  function decades(u, low, high) {
    if (!high || high <= 0) return [0.1, 100];
    const top = Math.ceil(Math.log10(high) + 0.02), bottom = Math.floor(Math.log10(Math.max(low, 1e-3)));
    return [10 ** Math.min(bottom, top - 2), 10 ** top];
  }
  function legendOf(built, index) {
    for (const [name] of built.chart.series) {
      const column = store.columns[name];
      say(built.values[name], number(index === null || index === undefined ? last(column) : column[index]));
    }
  }
  function showCharts() {
    for (const built of charts) {
      if (!built.plot) plot(built);
      else built.plot.setData(dataOf(built.chart));
      legendOf(built, built.plot.cursor.idx);
      built.none.hidden = built.chart.series.some(([name]) => store.columns[name].some((value) => value !== null));
    }
  }
  CHARTS.forEach(build);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach((built) => built.plot && plot(built)));

  // ---- tables
  // Rows stay where they are and change their text, so that what is marked or read does not jump.
  function table(id, columns) {
    const place = $(id), body = make("tbody"), heads = columns.map(({ head, kind = "" }) => make("th", kind, head));
    heads.forEach((head) => { head.scope = "col"; });
    const whole = make("table", "", make("thead", "", make("tr", "", ...heads)), body), empty = make("p", "empty");
    const card = make("div", "card table", whole, empty);
    place.append(card);
    return (rows, nothing) => {
      empty.hidden = rows.length > 0;
      whole.hidden = !rows.length;
      say(empty, nothing);
      while (body.rows.length > rows.length) body.lastChild.remove();
      rows.forEach((row, i) => {
        if (!body.rows[i]) {
          body.append(make("tr", "", ...columns.map(({ head, kind = "" }) => {
            const cell = make("td", kind);
            cell.dataset.label = head;
            return cell;
          })));
        }
        columns.forEach(({ show, kind = "", mood }, j) => {
          const cell = body.rows[i].cells[j], shown = show(row);
          if (typeof shown === "string") say(cell, shown);
          else {
            const key = JSON.stringify(shown.key);
            if (cell.dataset.key !== key) {
              cell.dataset.key = key;
              cell.replaceChildren(...shown.make());
            }
          }
          cell.className = `${kind} ${mood ? mood(row) : ""} ${shown === DASH ? "none" : ""}`.trim();
        });
      });
    };
  }
  const faint = (read) => (row) => (read(row) ? "" : "zero");
  const MOODS = { AVAILABLE: "good", LOADING: "warn", START: "warn", UNLOADING: "", END: "" };
  const WORDS = { AVAILABLE: "serves", LOADING: "loading", START: "waiting", UNLOADING: "unloading", END: "gone" };
  function badges(versions) {
    const shown = versions.filter((each) => each.state !== "END" || each.error);
    if (!shown.length) return [make("span", "muted", "no version")];
    return shown.flatMap((each) => {
      const mood = each.error ? "bad" : MOODS[each.state] || "", word = each.error && each.state === "END" ? "failed" : WORDS[each.state];
      const badge = make("span", `badge ${mood}`, `v${each.version} ${word || each.state}`, ...each.labels.map((label) => make("span", "label", label)));
      return each.error ? [badge, make("div", "fault", each.error)] : [badge];
    });
  }
  const showModels = table("models", [
    { head: "Model", kind: "text name", show: (m) => m.name },
    { head: "Versions", kind: "text wide", show: (m) => ({ key: m.versions, make: () => badges(m.versions) }) },
    { head: "Requests /s", show: (m) => number(m.answered_per_s), mood: faint((m) => m.answered_per_s) },
    { head: "p50", show: (m) => msText(m.p50_ms) },
    { head: "p95", show: (m) => msText(m.p95_ms) },
    { head: "p99", show: (m) => msText(m.p99_ms) },
    { head: "Rows a batch", show: (m) => number(m.rows_per_batch) },
    { head: "Waiting rows", show: (m) => number(m.waiting), mood: faint((m) => m.waiting) },
    { head: "Failed /s", show: (m) => number(m.failed_per_s), mood: (m) => (m.failed_per_s ? "bad" : "zero") },
    { head: "Answered", show: (m) => number(m.answered) },
    { head: "Pool", kind: "text short", show: (m) => m.pool },
  ]);
  const showFailures = table("failures", [
    { head: "Last", kind: "text short", show: (f) => clock(f.last_s) },
    { head: "How often", show: (f) => `${number(f.count)}×` },
    { head: "Model", kind: "text place", show: (f) => f.model },
    { head: "Status", kind: "text code wide", show: (f) => f.code },
    { head: "Node", kind: "text mono wide", show: (f) => f.node || DASH },
    { head: "Message", kind: "text message", show: (f) => f.message },
  ]);
  function meter(pool) {
    const bar = document.createElement("meter"), busy = pool.busy_recently === null ? pool.busy : Math.max(pool.busy_recently, 0);
    Object.assign(bar, { max: pool.size, value: busy });
    const text = `${number(busy, 2)} of ${pool.size}`;
    bar.setAttribute("aria-label", `${text} threads busy`);
    return [bar, text];
  }
  const timeOf = (durations, name) => (durations.count ? secondsText(durations[name]) : DASH);
  const showPools = table("pools", [
    { head: "Pool", kind: "text name", show: (p) => p.name },
    { head: "Threads busy", kind: "text wide", show: (p) => ({ key: [p.busy, p.busy_recently, p.size], make: () => meter(p) }) },
    { head: "Tasks waiting", show: (p) => number(p.queued), mood: faint((p) => p.queued) },
    { head: "Wait p50", show: (p) => timeOf(p.waited, "p50_s") },
    { head: "Wait p99", show: (p) => timeOf(p.waited, "p99_s") },
    { head: "Run p99", show: (p) => timeOf(p.ran, "p99_s") },
    { head: "Tasks done", show: (p) => number(p.completed) },
    { head: "Refused", show: (p) => number(p.rejected), mood: (p) => (p.rejected ? "bad" : "zero") },
    { head: "Sessions", show: (p) => number(p.owners) },
  ]);
  const showRuns = table("runs", [
    { head: "Fetches", kind: "text name", show: (r) => r.signature },
    { head: "Running for", show: (r) => secondsText(r.age_s) },
    { head: "Session", kind: "text place", show: (r) => r.session },
    { head: "Waits for", kind: "text mono wide", show: (r) => (r.is_stopping ? "stopping; " : "") + (r.nodes.join(", ") || DASH) },
  ]);
  const showAbandoned = table("abandoned", [
    { head: "Node", kind: "text name", show: (a) => a.node },
    { head: "Op", kind: "text", show: (a) => a.op },
    { head: "Given up", show: (a) => `${span(a.age_s)} ago` },
    { head: "Session", kind: "text place", show: (a) => a.session },
  ]);
  const showSignatures = table("signatures", [
    { head: "Fetches", kind: "text name", show: (s) => s.signature },
    { head: "Work per step", show: (s) => secondsText(s.cost_s) },
    { head: "Steps", show: (s) => number(s.num_steps) },
    { head: "Session", kind: "text wide", show: (s) => s.session },
  ]);
  const showChanges = table("changes", [
    { head: "When", kind: "text short", show: (c) => clock(c.at_s) },
    { head: "Version", kind: "text", show: (c) => String(c.version) },
    { head: "State", kind: "text short", show: (c) => (c.error ? "failed" : WORDS[c.state] || c.state), mood: (c) => (c.error ? "bad" : "") },
    { head: "Model", kind: "text name", show: (c) => c.model },
    { head: "Why", kind: "text message", show: (c) => c.error || DASH },
  ]);

  function showAll(now) {
    const { about, process, models } = now;
    const mood = about.is_ready ? "good" : "warn";
    $("dot").className = `dot ${mood}`;
    say($("title"), process.title || about.name);
    document.title = `${number(now.total.answered_per_s)}/s · ${process.title || about.name}`;
    say($("about"), `${about.is_ready ? "ready" : "not ready"} · ${counted(about.num_models, "model")} · watched for ${span(process.up_s)} · process ${process.pid} · ${about.name} ${about.version}`);
    showTiles(now);
    showCharts();
    showModels(models, "No models are served.");
    showFailures(now.failures, "No request has failed.");
    showPools(process.pools, "There are no pools: nothing has asked for a thread.");
    showRuns(process.runs.slice(0, 10), "Nothing runs at this moment.");
    say($("runs-hint"), process.num_runs > 10 ? `The ten that have taken longest, of ${number(process.num_runs)}.` : "The one that has taken longest first.");
    $("s-abandoned").hidden = !process.abandoned.length;
    showAbandoned(process.abandoned, "");
    showSignatures(process.signatures.slice(0, 10), "No step has been measured yet.");
    showChanges(now.changes, "No version has changed since the watch began.");
    showChoice(models);
  }
  function showChoice(models) {
    const select = $("model"), names = ["", ...models.map((model) => model.name)];
    const known = [...select.options].map((option) => option.value);
    if (JSON.stringify(known) === JSON.stringify(names)) return;
    select.replaceChildren(...names.map((name) => new Option(name || "all", name)));
    select.value = store.model;
  }
  $("model").addEventListener("change", () => {
    store.model = $("model").value;
    forget();
    look();
  });

  // ---- asking the server
  let timer = 0, asked = 0, token = sessionStorage.getItem("token") || "", failing = 0;
  function notice(text) {
    $("notice").hidden = !text;
    say($("notice"), text);
  }
  async function look() {
    clearTimeout(timer);
    if (document.hidden) return; // nobody sees it
    const mine = ++asked;
    try {
      const address = `api/snapshot?since=${store.last}&model=${encodeURIComponent(store.model)}`;
      const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {}, cache: "no-store" });
      if (mine !== asked) return; // another model was chosen meanwhile
      if (answer.status === 401) return askForToken();
      const now = await answer.json();
      if (mine !== asked) return;
      if (!answer.ok) throw new Error(now.error || `status ${answer.status}`);
      failing = 0;
      notice("");
      $("main").hidden = false;
      keep(now.history);
      showAll(now);
    } catch (error) {
      if (mine !== asked) return;
      if (!failing) failing = Date.now();
      $("dot").className = "dot bad";
      notice(`No answer since ${clock(failing / 1000)} (${error.message}); what is below is older. Trying again.`);
    }
    timer = setTimeout(look, EVERY_MS);
  }
  function askForToken() {
    $("login").hidden = false;
    $("main").hidden = true;
    say($("about"), "");
    notice(token ? "That is not the token." : "");
    $("token").focus();
  }
  $("login").addEventListener("submit", (event) => {
    event.preventDefault();
    token = $("token").value;
    sessionStorage.setItem("token", token);
    $("login").hidden = true;
    look();
  });
  document.addEventListener("visibilitychange", look);
  look();
})();
