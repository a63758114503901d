// The state that the plugins share, and the way to the server. Tokens are in memory only.
"use strict";

const Hatched = (() => {
  const root = document.documentElement;
  const state = {
    showsPlans: root.dataset.plans === "on",
    // Each {name, role, token}; the first one asks without a token.
    people: [{ name: "Nobody", role: "without a token", token: "" }],
    person: 0,
    // The plan and the cost of the last answer that had them.
    plan: null,
    planEnabled: true,
    // The subscription that runs or ran last: see live.js.
    live: null,
    notice: "",
  };
  const listeners = new Set();

  function set(changes) {
    Object.assign(state, changes);
    for (const listener of [...listeners]) listener();
  }

  // A React hook: renders the component again after each change.
  function useState() {
    const [, count] = React.useState(0);
    React.useEffect(() => {
      const listener = () => count((n) => n + 1);
      listeners.add(listener);
      return () => listeners.delete(listener);
    }, []);
    return state;
  }

  // What the pages of other origins cannot have either: window panes and the theme. What a person types may be a password.
  const kept = /^graphiql:(theme|docExplorerFlex|editorFlex|secondaryEditorFlex)$/;
  const memory = new Map([["graphiql:docExplorerFlex", "0.9"]]);
  const storage = {
    getItem: (key) => (kept.test(key) ? localStorage.getItem(key) : null) ?? memory.get(key) ?? null,
    setItem(key, value) {
      if (kept.test(key)) localStorage.setItem(key, value);
      else memory.set(key, value);
    },
    removeItem(key) {
      if (kept.test(key)) localStorage.removeItem(key);
      memory.delete(key);
    },
    clear: () => memory.clear(),
    get length() { return memory.size; },
  };

  const person = () => state.people[state.person];

  // When a token expires, in milliseconds since 1970: it says so itself.
  function expiry({ token }) {
    try {
      return JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).exp * 1000;
    } catch {
      return Infinity;
    }
  }

  const isExpired = (one) => expiry(one) <= Date.now();
  let clock = null;

  // Says that the token of the person has expired, at the moment that it does.
  function watchExpiry() {
    clearTimeout(clock);
    const left = expiry(person()) - Date.now();
    if (Number.isFinite(left)) clock = setTimeout(() => (isExpired(person()) ? noteStatus(401) : watchExpiry()), Math.min(Math.max(left, 0), 2 ** 31 - 1));
  }

  function post(parameters, { token = person().token, accept = "application/json", signal } = {}) {
    const headers = { "content-type": "application/json", accept };
    if (token) headers.authorization = `Bearer ${token}`;
    return fetch("/graphql", {
      method: "POST", headers, body: JSON.stringify(parameters), credentials: "omit", cache: "no-store", signal,
    });
  }

  // The answer as JSON, whatever its status.
  async function ask(parameters, options) {
    const response = await post(parameters, options);
    const text = await response.text();
    try {
      return { status: response.status, json: JSON.parse(text) };
    } catch {
      return { status: response.status, json: { errors: [{ message: `Status ${response.status}, and no JSON.` }] } };
    }
  }

  // The responses of a stream of server-sent events.
  async function* events(parameters, options = {}) {
    const response = await post(parameters, { ...options, accept: "text/event-stream" });
    if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
      const text = await response.text();
      noteStatus(response.status);
      yield JSON.parse(text);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
        const lines = rest.slice(0, end).split("\n");
        rest = rest.slice(end + 2);
        const field = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
        const [event] = field("event");
        if (event === "complete") return;
        if (event === "next") yield JSON.parse(field("data").join("\n"));
      }
    }
  }

  function noteStatus(status) {
    const expired = status === 401 && person().token;
    const notice = expired ? `The token of ${person().name} has expired, or its session has ended. Choose another person, or paste a token under See as.` : "";
    if (notice !== state.notice) set({ notice });
  }

  // Of the text that is sent: the document that GraphiQL has parsed may be of a moment before.
  function isSubscription({ query, operationName }) {
    try {
      const operations = GraphiQL.GraphQL.parse(query).definitions.filter((one) => one.kind === "OperationDefinition");
      return operations.find((one) => !operationName || one.name?.value === operationName)?.operation === "subscription";
    } catch {
      return false;
    }
  }

  // GraphiQL's fetcher.
  function fetcher(parameters) {
    if (parameters.operationName === "IntrospectionQuery") return introspect(parameters);
    if (isSubscription(parameters)) return Hatched.live.run(parameters);
    return answer(parameters);
  }

  async function introspect(parameters) {
    const { status, json } = await ask(parameters);
    return status === 401 && person().token ? (await ask(parameters, { token: "" })).json : json;
  }

  async function answer(parameters) {
    const wantsPlan = state.showsPlans && state.planEnabled && person().token;
    const began = performance.now();
    const { status, json } = await ask(wantsPlan ? { ...parameters, extensions: { plan: true } } : parameters);
    const milliseconds = performance.now() - began;
    noteStatus(status);
    if (json.extensions?.plan) {
      set({ plan: { ...json.extensions.plan, cost: json.extensions.cost, milliseconds, person: person().name } });
      delete json.extensions.plan;
      delete json.extensions.cost;
      if (Object.keys(json.extensions).length === 0) delete json.extensions;
    }
    return json;
  }

  async function loadPeople() {
    if (root.dataset.people !== "on") return;
    const response = await fetch("/explorer/people.json", { credentials: "omit", cache: "no-store" });
    if (!response.ok) return;
    set({ people: [...state.people, ...await response.json()], person: 1 });
    watchExpiry();
  }

  function choose(index) {
    set({ person: index, notice: "" });
    watchExpiry();
  }

  function paste(token, name = "Pasted token") {
    const people = [...state.people, { name, role: "pasted", token: token.trim().replace(/^Bearer\s+/i, "") }];
    set({ people, person: people.length - 1, notice: "" });
    watchExpiry();
  }

  // The editor and the buttons of GraphiQL, once it is there: set by Toolbar in explorer.js.
  const editor = { context: null, execution: null };

  function show({ query, variables = "", run = false }) {
    const { queryEditor, variableEditor } = editor.context;
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
    if (run) setTimeout(() => editor.execution?.run(), 50);
  }

  const shown = () => {
    const { queryEditor, variableEditor } = editor.context ?? {};
    const query = queryEditor?.getValue() ?? "";
    const text = variableEditor?.getValue() ?? "";
    let variables;
    try { variables = text.trim() ? JSON.parse(text) : undefined; } catch { variables = undefined; }
    return { query, variables, text };
  };

  return {
    state, set, useState, storage, person, isExpired, ask, events, fetcher, loadPeople, choose, paste, editor, show, shown, noteStatus,
    h: (...parts) => React.createElement(...parts),
  };
})();
