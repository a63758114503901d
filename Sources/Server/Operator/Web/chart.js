// A chart of lines over time, in SVG, with a legend. The pointer or the arrow keys choose a moment, whose values the legend shows.
"use strict";

Operator.chart = (panel) => {
  const { el, format, clock } = Operator;
  const height = 150, left = 58, right = 8, top = 8, bottom = 20;
  const colours = 8;

  const svg = el("svg", { class: "chart", role: "img", tabindex: 0, height });
  const legend = el("ul", { class: "legend" });
  const moment = el("span", { class: "moment" });
  const element = el("figure", { class: "panel", id: panel.id },
    el("figcaption", {}, el("strong", {}, panel.title), moment), svg, legend, panel.help ? el("p", { class: "help" }, panel.help) : null);

  const colourOf = new Map();
  let points = [], from = 0, to = 1, limit = null, chosen = null;

  const colour = (name) => {
    if (!colourOf.has(name)) colourOf.set(name, colourOf.size % colours);
    return colourOf.get(name);
  };

  // The least number with one digit that counts, or a half more, from which on nothing is above.
  function rounded(value) {
    if (!(value > 0)) return 1;
    const size = 10 ** Math.floor(Math.log10(value));
    return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((one) => one * size).find((one) => one >= value * 0.999999);
  }

  // Bytes are read in powers of two.
  function bound(value) {
    if (!panel.unit.startsWith("B") || value <= 1024) return rounded(value);
    const size = 1024 ** Math.floor(Math.log(value) / Math.log(1024));
    return rounded(value / size) * size;
  }

  function path(name, x, y) {
    let d = "", open = false;
    for (const point of points) {
      const value = point.values[name];
      if (!Number.isFinite(value)) { open = false; continue; }
      const here = `${x(point.at).toFixed(1)} ${y(value).toFixed(1)}`;
      // A point alone is a dot.
      d += open ? `L${here}` : `M${here}h0.1`;
      open = true;
    }
    return d;
  }

  function draw() {
    const width = Math.max(200, svg.clientWidth);
    const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];
    const names = [...new Set(points.flatMap((point) => Object.keys(point.values)))];
    const largest = Math.max(0, ...points.flatMap((point) => Object.values(point.values).filter(Number.isFinite)));
    const most = bound(limit !== null && largest > limit / 3 ? Math.max(limit, largest) : largest);
    const x = (at) => left + innerWidth * (at - from) / (to - from);
    const y = (value) => top + innerHeight * (1 - value / most);
    const parts = [];
    for (const share of [0, 0.5, 1]) {
      const at = y(most * share);
      parts.push(el("line", { class: "grid", x1: left, x2: width - right, y1: at, y2: at }),
        el("text", { class: "tick", x: left - 6, y: at + 4, "text-anchor": "end" }, format(most * share, panel.unit)));
    }
    for (const share of [0, 0.5, 1]) {
      const text = clock(Date.now() - (performance.now() / 1000 - from - (to - from) * share) * 1000).slice(0, 5);
      parts.push(el("text", {
        class: "tick", x: left + innerWidth * share, y: height - 5, "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle",
      }, text));
    }
    if (limit !== null && limit <= most) parts.push(el("line", { class: "limit", x1: left, x2: width - right, y1: y(limit), y2: y(limit) }));
    for (const name of names) {
      const d = path(name, x, y);
      if (d) parts.push(el("path", { class: `line c${colour(name)}`, d }));
    }
    const shown = chosen === null ? points.at(-1) : points[chosen];
    if (chosen !== null && shown) {
      parts.push(el("line", { class: "cursor", x1: x(shown.at), x2: x(shown.at), y1: top, y2: height - bottom }));
      for (const name of names) {
        const value = shown.values[name];
        if (Number.isFinite(value)) parts.push(el("circle", { class: `dot c${colour(name)}`, cx: x(shown.at), cy: y(value), r: 3.5 }));
      }
    }
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.replaceChildren(...parts);
    describe(names, shown);
  }

  function describe(names, shown) {
    const values = names.map((name) => `${name} ${format(shown?.values[name], panel.unit)}`);
    moment.textContent = chosen === null ? (limit === null ? "" : `of ${format(limit, panel.unit)}`) : clock(shown.moment);
    legend.replaceChildren(...names.map((name) => el("li", {},
      el("span", { class: `key c${colour(name)}` }), el("span", {}, name), el("b", {}, format(shown?.values[name], panel.unit)))));
    if (names.length === 0) legend.replaceChildren(el("li", { class: "none" }, "nothing yet"));
    svg.setAttribute("aria-label",
      `${panel.title}${shown ? ` at ${clock(shown.moment)}` : ""}: ${values.join(", ") || "nothing yet"}. Arrow keys choose a moment.`);
  }

  function choose(index) {
    const next = index === null || points.length === 0 ? null : Math.min(points.length - 1, Math.max(0, index));
    if (next === chosen) return;
    chosen = next;
    draw();
  }

  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const at = from + (to - from) * (event.clientX - box.left - left) / Math.max(1, box.width - left - right);
    let best = null;
    points.forEach((point, index) => {
      if (best === null || Math.abs(point.at - at) < Math.abs(points[best].at - at)) best = index;
    });
    choose(best);
  });
  svg.addEventListener("pointerleave", () => choose(null));
  svg.addEventListener("blur", () => choose(null));
  svg.addEventListener("keydown", (event) => {
    const last = points.length - 1;
    const index = { ArrowLeft: (chosen ?? last + 1) - 1, ArrowRight: (chosen ?? last) + 1, Home: 0, End: last, Escape: null }[event.key];
    if (index === undefined) return;
    event.preventDefault();
    choose(index);
  });

  return {
    element,
    draw,
    // Of all points those from `from` on, which is in seconds as `at` is.
    show(all, begin, end, highest) {
      const chosenPoint = chosen === null ? null : points[chosen];
      [from, to, limit] = [begin, end, highest];
      points = all.filter((point) => point.at >= begin);
      const index = chosenPoint ? points.indexOf(chosenPoint) : -1;
      chosen = index < 0 ? null : index;
      draw();
    },
  };
};
