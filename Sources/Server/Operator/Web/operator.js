// The page: reads /metrics every few seconds, and keeps what the charts show of an hour.
"use strict";

(() => {
  const { el, clock, sections, tiles, operations, status } = Operator;
  const { Reading } = Operator.metrics;
  const longest = 3600, smoothed = 30;
  // /status is read once for so many readings of /metrics.
  const readingsOfStatus = 2;

  const notice = document.querySelector("#notice");
  const choice = document.querySelector("#window");
  const interval = document.querySelector("#interval");
  const pause = document.querySelector("#pause");
  const tileList = document.querySelector("#tiles");

  // Each panel with its chart and its points: { at, moment, values }.
  const panels = sections.flatMap(({ panels: all }) => all.map((panel) => ({ panel, chart: Operator.chart(panel), points: [], limit: null })));
  // The readings of half a minute, the oldest first.
  let readings = [];
  let count = 0, isPaused = false, timer = null, silentSince = null;

  function build() {
    const main = document.querySelector("#main");
    for (const { id, title, panels: all } of sections) {
      main.append(el("section", { id: `${id}-section` }, el("h2", {}, title),
        el("div", { class: "charts" }, all.map((panel) => panels.find((one) => one.panel === panel).chart.element))));
      if (id === "requests") main.append(operations.element);
    }
    main.append(...status.elements);
    document.querySelector("#sections").append(...[...main.querySelectorAll("section")].map((section) =>
      el("a", { href: `#${section.id}` }, section.querySelector("h2").textContent.replace(/ of the last.*/, ""))));
    tileList.append(...tiles.map(([name]) => el("li", {}, el("b", {}, "–"), el("span", {}, name))));
  }

  function draw() {
    const end = performance.now() / 1000;
    // A page that was opened just now shows what it has, over a minute.
    const begin = Math.max(end - Number(choice.value), Math.min(end - 60, panels[0].points[0]?.at ?? end));
    for (const { chart, points, limit } of panels) chart.show(points, begin, end, limit);
  }

  function add(points, point) {
    points.push(point);
    while (points[0].at < point.at - longest) points.shift();
  }

  // A gap in the lines, and not one long step.
  function interrupt() {
    readings = [];
    for (const { points } of panels) add(points, { at: performance.now() / 1000, moment: Date.now(), values: {} });
  }

  function note(now) {
    const before = readings.at(-1);
    // Counters begin anew with a process: nothing is compared with the one before.
    if (before && before.start !== now.start) readings = [];
    const [last, earlier] = [readings.at(-1), readings[0]];
    for (const one of panels) {
      add(one.points, { at: now.at, moment: now.moment, values: one.panel.series(now, last, earlier) });
      one.limit = one.panel.limit ? Object.values(one.panel.limit(now))[0] : null;
    }
    tiles.forEach(([, value], index) => { tileList.children[index].firstChild.textContent = value(now, last, earlier); });
    operations.show(now, earlier);
    readings.push(now);
    while (readings.length > 2 && readings[1].at <= now.at - smoothed) readings.shift();
    silentSince = null;
    const [open, draining] = [now.sum("hatched_admission"), now.sum("hatched_draining")];
    document.documentElement.dataset.state = open === 1 && draining === 0 ? "well" : "ill";
    notice.textContent = draining === 1 ? "The server is about to end." : open === 1 ? `Serves. Read at ${clock(now.moment)}.`
      : "The server answers no requests: the doctor below says why.";
  }

  async function read() {
    try {
      const response = await fetch("/metrics", { credentials: "omit", cache: "no-store" });
      if (!response.ok) throw new Error(`status ${response.status}`);
      note(new Reading(await response.text(), performance.now() / 1000, Date.now()));
      if (count % readingsOfStatus === 0) await status.load();
      count += 1;
    } catch {
      silentSince ??= Date.now();
      interrupt();
      document.documentElement.dataset.state = "ill";
      notice.textContent = `The server does not answer since ${clock(silentSince)}.`;
    }
    draw();
    clearTimeout(timer);
    if (!isPaused) timer = setTimeout(read, Number(interval.value) * 1000);
  }

  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.setAttribute("aria-pressed", String(isPaused));
    pause.textContent = isPaused ? "Go on" : "Pause";
    clearTimeout(timer);
    if (!isPaused) {
      interrupt();
      read();
    }
  });
  choice.addEventListener("change", draw);
  interval.addEventListener("change", () => {
    if (isPaused) return;
    clearTimeout(timer);
    timer = setTimeout(read, Number(interval.value) * 1000);
  });
  addEventListener("resize", draw);
  build();
  read();
})();
