// Plan: the levels of the last operation as a tree, with the statement, the rows and the time of each.
"use strict";

Hatched.plan = (() => {
  const { h } = Hatched;
  const ms = (microseconds) => (microseconds === null ? "–" : `${(microseconds / 1000).toFixed(2)} ms`);

  const rowCount = (count) => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

  // Each place under the longest place that it continues: family.students under family.
  function tree(statements) {
    const nodes = [];
    statements.forEach((statement, number) => {
      for (const place of statement.places) nodes.push({ place, statement, number, children: [] });
    });
    nodes.sort((a, b) => a.place.split(".").length - b.place.split(".").length);
    const roots = [];
    nodes.forEach((node, index) => {
      const parent = nodes.slice(0, index).filter((other) => node.place.startsWith(`${other.place}.`)).pop();
      node.label = parent ? node.place.slice(parent.place.length + 1) : node.place;
      (parent?.children ?? roots).push(node);
    });
    return roots;
  }

  // Nodes in rows, each with the lines that lead to it.
  function rows(nodes, depth = 0, into = []) {
    for (const node of nodes) {
      const row = { ...node, depth, index: into.length };
      into.push(row);
      const first = into.length;
      rows(node.children, depth + 1, into);
      row.childRows = into.slice(first).filter((one) => one.depth === depth + 1).map((one) => one.index);
    }
    return into;
  }

  const height = 44, indent = 22, width = 460;

  function Tree({ all, chosen, choose }) {
    const most = Math.max(1, ...all.map((row) => row.statement.microseconds ?? 0));
    const y = (index) => index * height + 4;
    return h("svg", {
      className: "hatched-tree", viewBox: `0 0 ${width} ${all.length * height + 4}`, role: "tree", "aria-label": "Levels of the answer",
    }, all.map((row) => h("g", { key: row.place },
      row.childRows.map((child) => h("path", {
        key: child, className: "hatched-edge",
        d: `M${row.depth * indent + 10} ${y(row.index) + 36} V${y(child) + 18} H${row.depth * indent + indent}`,
      })),
      h("g", {
        role: "treeitem", tabIndex: 0, "aria-selected": chosen === row.number, className: chosen === row.number ? "chosen" : "",
        onClick: () => choose(row.number),
        onKeyDown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(row.number); } },
      },
      h("title", null, `${row.place}: ${rowCount(row.statement.rows)} of ${row.statement.type}`),
      h("rect", { className: "hatched-node", x: row.depth * indent, y: y(row.index), width: width - row.depth * indent, height: 36, rx: 6 }),
      h("text", { className: "hatched-name", x: row.depth * indent + 10, y: y(row.index) + 16 }, row.label),
      h("text", { className: "hatched-type", x: row.depth * indent + 10, y: y(row.index) + 30 }, `${row.statement.type}, statement ${row.number + 1}`),
      h("text", { className: "hatched-count", x: width - 92, y: y(row.index) + 16, textAnchor: "end" }, rowCount(row.statement.rows)),
      h("text", { className: "hatched-count", x: width - 8, y: y(row.index) + 16, textAnchor: "end" }, ms(row.statement.microseconds)),
      h("rect", { className: "hatched-time", x: width - 88, y: y(row.index) + 23, width: Math.max(2, 80 * (row.statement.microseconds ?? 0) / most), height: 6, rx: 3 })))));
  }

  function Cost({ cost }) {
    const share = Math.min(1, cost.requested / cost.maximum);
    return h("div", { className: "hatched-cost" },
      h("span", null, `Cost ${cost.requested.toLocaleString("en")} of at most ${cost.maximum.toLocaleString("en")}`),
      h("meter", { min: 0, max: 1, high: 0.7, value: share, "aria-label": "Cost against the limit" }));
  }

  function Content() {
    const { plan, planEnabled, showsPlans } = Hatched.useState();
    const [chosen, choose] = React.useState(null);
    if (!showsPlans) {
      return h("section", { className: "hatched-pane" }, h("h2", null, "Plan"),
        h("p", null, "This server shows no plans. Its operator may start it with ", h("code", null, "--explorer-plans"), ", and ",
          h("code", null, "hatched explain"), " prints the plan of any query."));
    }
    const toggle = h("label", null, h("input", {
      type: "checkbox", checked: planEnabled, onChange: (event) => Hatched.set({ planEnabled: event.target.checked }),
    }), " Ask for the plan of each query and mutation");
    if (!plan) {
      return h("section", { className: "hatched-pane" }, h("h2", null, "Plan"), toggle,
        h("p", null, "Run a query as somebody: its levels appear here, with the statement, the rows and the time of each."));
    }
    const read = plan.statements.filter((one) => one.places.length > 0);
    const other = plan.statements.filter((one) => one.places.length === 0);
    const statement = read[chosen];
    return h("section", { className: "hatched-pane", id: "hatched-plan" }, h("h2", null, "Plan"), toggle,
      h("dl", { className: "hatched-figures" },
        [["round trips", plan.roundTrips], ["statements", plan.statements.length], ["levels", plan.levels],
          ["rows", read.reduce((sum, one) => sum + one.rows, 0)], ["database", ms(plan.microseconds)],
          ["page", `${plan.milliseconds.toFixed(1)} ms`]].map(([name, value]) =>
          h("div", { key: name }, h("dt", null, name), h("dd", null, value)))),
      plan.cost ? h(Cost, { cost: plan.cost }) : null,
      h(Tree, { all: rows(tree(read)), chosen, choose: (number) => choose(number === chosen ? null : number) }),
      statement ? h("pre", { className: "hatched-sql" }, statement.sql) : h("p", { className: "hatched-hint" }, "Choose a level to read its SQL."),
      h("details", null, h("summary", null, `${other.length} statements check the session and set its scope${plan.roundTrips > 1 ? ", or change rows" : ""}`),
        other.map((one, index) => h("pre", { key: index, className: "hatched-sql" }, `-- ${rowCount(one.rows)}, ${ms(one.microseconds)}\n${one.sql}`))));
  }

  const icon = () => h("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth: 1.5 },
    h("path", { d: "M4 4h8v4H4zM12 10h8v4h-8zM12 17h8v4h-8zM7 8v11h5M7 12h5" }));
  return { title: "Plan", icon, content: Content };
})();
