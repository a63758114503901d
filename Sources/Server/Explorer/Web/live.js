// Live: subscriptions by server-sent events, with what changed marked and counted.
"use strict";

Hatched.live = (() => {
  const { h } = Hatched;

  // Every scalar of an answer by its path. Objects with an id are called by it, so that a new row shifts no other.
  // A label has names and titles instead.
  function flat(value, path = "", label = "", into = new Map()) {
    if (Array.isArray(value)) {
      value.forEach((one, index) => flat(one, `${path}[${one?.id ?? index}]`, `${label}[${one?.name ?? one?.title ?? index}]`, into));
    } else if (value !== null && typeof value === "object") {
      for (const [key, one] of Object.entries(value)) flat(one, `${path}.${key}`, label ? `${label}.${key}` : key, into);
    } else {
      into.set(path, { value, label });
    }
    return into;
  }

  function changes(before, after) {
    const [old, now] = [flat(before.live ?? before), flat(after.live ?? after)];
    const found = [];
    for (const [path, { value, label }] of now) {
      if (!old.has(path)) found.push({ path, label, kind: "added", now: value });
      else if (old.get(path).value !== value) found.push({ path, label, kind: "changed", before: old.get(path).value, now: value });
    }
    for (const [path, { value, label }] of old) if (!now.has(path)) found.push({ path, label, kind: "removed", before: value });
    return found;
  }

  async function* stream(parameters, signal) {
    const live = { person: Hatched.person().name, running: true, count: 0, changed: 0, events: [] };
    Hatched.set({ live });
    let last;
    try {
      for await (const answer of Hatched.events(parameters, { signal })) {
        live.count += 1;
        const found = last && answer.data ? changes(last, answer.data) : [];
        live.changed += found.length;
        if (answer.data) last = answer.data;
        if (answer.errors?.some((one) => one.extensions?.code === "UNAUTHENTICATED")) Hatched.noteStatus(401);
        live.events = [{ number: live.count, at: new Date().toLocaleTimeString("en-GB"), found, errors: answer.errors }, ...live.events].slice(0, 20);
        Hatched.set({ live });
        yield answer;
      }
    } catch (error) {
      if (!signal.aborted) yield { errors: [{ message: `The stream broke: ${error.message}. Run it again.` }] };
    } finally {
      live.running = false;
      Hatched.set({ live });
    }
  }

  // A generator would heed return() only after the next event.
  function run(parameters) {
    const abort = new AbortController();
    const events = stream(parameters, abort.signal);
    return {
      [Symbol.asyncIterator]() { return this; },
      next: () => events.next(),
      return() { abort.abort(); return Promise.resolve({ done: true, value: undefined }); },
    };
  }

  // The query of the editor as a live one: { family { name } } becomes subscription { live { family { name } } }.
  function subscription(query) {
    const { parse, print } = GraphiQL.GraphQL;
    const document = parse(query);
    const definition = document.definitions.find((one) => one.kind === "OperationDefinition");
    if (definition?.operation !== "query") return null;
    const live = { kind: "Field", name: { kind: "Name", value: "live" }, selectionSet: definition.selectionSet };
    const changed = { ...definition, operation: "subscription", selectionSet: { kind: "SelectionSet", selections: [live] } };
    return print({ ...document, definitions: document.definitions.map((one) => (one === definition ? changed : one)) });
  }

  const text = (value) => JSON.stringify(value) ?? "–";

  function Event({ event }) {
    const what = event.number === 1 ? "the answer at first" : `${event.found.length} ${event.found.length === 1 ? "change" : "changes"}`;
    return h("li", null, h("strong", null, `${event.at} · event ${event.number} · ${event.errors ? event.errors[0].message : what}`),
      h("ul", null, event.found.slice(0, 30).map((one) => h("li", { key: one.path, className: `hatched-${one.kind}` },
        h("code", null, one.label), one.kind === "added" ? null : h("del", null, text(one.before)), one.kind === "removed" ? null : h("ins", null, text(one.now))))));
  }

  function Content() {
    const { live } = Hatched.useState();
    const [problem, setProblem] = React.useState("");
    const execution = GraphiQL.React.useExecutionContext();
    function begin() {
      const { query, text: variables } = Hatched.shown();
      let found = query;
      try {
        found = /^\s*subscription\b/m.test(query) ? query : subscription(query);
      } catch (error) {
        found = null;
      }
      setProblem(found ? "" : "Write a query, which can be made live.");
      if (found) Hatched.show({ query: found, variables, run: true });
    }
    return h("section", { className: "hatched-pane", id: "hatched-live" }, h("h2", null, "Live"),
      h("p", null, "The server sends the answer, and each other one that it becomes, whoever changes it."),
      live?.running
        ? h("button", { type: "button", className: "hatched-button", onClick: () => execution.stop() }, "Stop")
        : h("button", { type: "button", className: "hatched-button", onClick: begin }, "Make the query live"),
      problem ? h("p", { className: "hatched-refused", role: "status" }, problem) : null,
      live ? h("div", null,
        h("dl", { className: "hatched-figures", role: "status" },
          [["stream", live.running ? "open" : "ended"], ["events", live.count], ["changes", live.changed], ["as", live.person]].map(([name, value]) =>
            h("div", { key: name }, h("dt", null, name), h("dd", null, value)))),
        h("ol", { className: "hatched-events" }, live.events.map((event) => h(Event, { key: event.number, event })))) : null);
  }

  const icon = () => h("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth: 1.5 },
    h("path", { d: "M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a5.5 5.5 0 0 1 0-8M16 8a5.5 5.5 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14" }));
  return { title: "Live", icon, content: Content, run };
})();
