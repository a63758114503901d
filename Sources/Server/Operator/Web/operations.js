// The operations of the last half minute, those first that took most of the time.
"use strict";

Operator.operations = (() => {
  const { el, format } = Operator;
  const { difference, quantile } = Operator.metrics;
  const most = 15;
  const body = el("tbody");
  const element = el("section", { id: "operations" }, el("h2", {}, "Operations of the last half minute"),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Operations" }, el("table", {},
      el("thead", {}, el("tr", {}, ["operation", "type", "each second", "mean", "95 % within", "in the database"].map((title) => el("th", { scope: "col" }, title)))),
      body)));

  function rows(now, earlier) {
    return now.all("hatched_operation_duration_seconds_count").map(({ labels }) => {
      const where = { operation: labels.operation, type: labels.type };
      const count = difference(now, earlier, "hatched_operation_duration_seconds_count", where);
      const seconds = difference(now, earlier, "hatched_operation_duration_seconds_sum", where);
      const database = difference(now, earlier, "hatched_operation_database_seconds_total", where);
      return { ...where, where, count, seconds, database };
    }).filter(({ count }) => count > 0).sort((a, b) => b.seconds - a.seconds).slice(0, most);
  }

  function show(now, earlier) {
    const all = earlier ? rows(now, earlier) : [];
    body.replaceChildren(...all.map((row) => el("tr", {}, el("th", { scope: "row" }, row.operation), el("td", {}, row.type),
      [format(row.count / (now.at - earlier.at), "/s"), format(row.seconds / row.count, "s"),
        format(quantile(0.95, now, earlier, "hatched_operation_duration_seconds", row.where), "s"),
        format(row.seconds > 0 ? Math.min(1, row.database / row.seconds) : null, "%")].map((text) => el("td", { class: "number" }, text)))));
    if (all.length === 0) body.replaceChildren(el("tr", {}, el("td", { colspan: 6, class: "none" }, "none")));
  }

  return { element, show };
})();
