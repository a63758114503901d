// See as: the same request as two people, side by side.
"use strict";

Hatched.people = (() => {
  const { h } = Hatched;
  const name = (person) => `${person.name} (${person.role}${Hatched.isExpired(person) ? ", expired" : ""})`;

  function Choice({ label, value, onChange }) {
    const { people } = Hatched.state;
    return h("label", { className: "hatched-choice" }, h("span", null, label),
      h("select", { value, onChange: (event) => onChange(Number(event.target.value)) },
        people.map((person, index) => h("option", { key: index, value: index }, name(person)))));
  }

  // The lines of one that the other does not have are marked.
  function Lines({ answer, other, person }) {
    const lines = JSON.stringify(answer.json, null, 1).split("\n");
    const there = new Set(other ? JSON.stringify(other.json, null, 1).split("\n").map((line) => line.replace(/,$/, "")) : lines);
    const refused = answer.json.errors ?? [];
    return h("div", { className: "hatched-side" },
      h("h3", null, name(person)),
      h("p", { className: refused.length ? "hatched-refused" : "hatched-allowed" },
        refused.length ? refused.map((one) => one.extensions?.code ?? "error").join(", ") : "no errors", ` · status ${answer.status}`),
      refused.map((one, index) => h("p", { key: index, className: "hatched-message" }, `${(one.path ?? []).join(".") || "request"}: ${one.message}`)),
      h("pre", null, lines.map((line, index) =>
        h("span", { key: index, className: there.has(line.replace(/,$/, "")) ? "" : "hatched-differs" }, `${line}\n`))));
  }

  function Content() {
    const { people, person } = Hatched.useState();
    const [second, setSecond] = React.useState(null);
    const [token, setToken] = React.useState("");
    const [answers, setAnswers] = React.useState(null);
    const [busy, setBusy] = React.useState(false);
    const usual = people.findIndex((one) => one.role === (people[person].role === "student" ? "parent" : "student"));
    const other = second ?? Math.max(0, usual);
    async function compare() {
      const { query, variables } = Hatched.shown();
      if (/^\s*(mutation|subscription)\b/m.test(query)) {
        setAnswers({ problem: "Only queries are compared: a mutation would run twice." });
        return;
      }
      setBusy(true);
      const pair = [people[person], people[other]];
      const [left, right] = await Promise.all(pair.map((one) => Hatched.ask({ query, variables }, { token: one.token })));
      setAnswers({ pair, left, right });
      setBusy(false);
    }
    return h("section", { className: "hatched-pane", id: "hatched-people" }, h("h2", null, "See as"),
      h("p", null, "Two people ask the same. Each row and field has its locks: what one may not see is absent, or refused with an error."),
      h("div", { className: "hatched-choices" },
        h(Choice, { label: "Left, and the editor", value: person, onChange: Hatched.choose }),
        h(Choice, { label: "Right", value: other, onChange: setSecond })),
      h("button", { type: "button", className: "hatched-button", onClick: compare, disabled: busy }, "Ask as both"),
      h("form", {
        className: "hatched-paste", autoComplete: "off",
        onSubmit(event) { event.preventDefault(); if (token.trim()) { Hatched.paste(token); setToken(""); } },
      },
      h("label", null, h("span", null, "Another token, kept in memory only"),
        h("input", { type: "password", value: token, autoComplete: "off", spellCheck: false, onChange: (event) => setToken(event.target.value) })),
      h("button", { type: "submit", className: "hatched-button" }, "Use")),
      answers?.problem ? h("p", { className: "hatched-refused", role: "status" }, answers.problem) : null,
      answers?.left ? h("div", { className: "hatched-sides", role: "status" },
        h(Lines, { answer: answers.left, other: answers.right, person: answers.pair[0] }),
        h(Lines, { answer: answers.right, other: answers.left, person: answers.pair[1] })) : null);
  }

  const icon = () => h("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth: 1.5 },
    h("path", { d: "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.5 11a3 3 0 1 0 0-6M2 20c0-4 3-6 6-6s6 2 6 6M16 14c3 0 6 2 6 6" }));
  return { title: "See as", icon, content: Content, name };
})();
