// The page: GraphiQL with the plugins, and a bar with the person, the links and the theme.
"use strict";

(() => {
  const { h } = Hatched;
  const first = "# Ctrl-Enter runs the query, Ctrl-Space completes a name. The tabs on the left have examples and plans.\n{\n  family {\n    name\n    students {\n      name\n      assignments(first: 3) { title percentage course { name } courseResult { grade letter } }\n    }\n  }\n}\n";

  // A link has the query behind #, which browsers do not send.
  function linked() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const sent = new URLSearchParams(location.search);
    return { query: parameters.get("query") ?? sent.get("query"), variables: parameters.get("variables") ?? sent.get("variables") };
  }

  function link() {
    const { query, text } = Hatched.shown();
    const parameters = new URLSearchParams({ query });
    if (text.trim()) parameters.set("variables", text);
    return `${location.origin}/explorer#${parameters}`;
  }

  function curl() {
    const { query, variables } = Hatched.shown();
    const quoted = (value) => `'${value.replaceAll("'", `'\\''`)}'`;
    const live = /^\s*subscription\b/m.test(query);
    const body = JSON.stringify(variables ? { query, variables } : { query });
    return [`curl -sS${live ? "N" : ""} ${location.origin}/graphql`, "-H 'Content-Type: application/json'",
      live ? "-H 'Accept: text/event-stream'" : "", Hatched.person().token ? '-H "Authorization: Bearer $TOKEN"' : "", `-d ${quoted(body)}`]
      .filter(Boolean).join(" \\\n  ");
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      Hatched.set({ notice: `Copied ${what}.` });
    } catch {
      Hatched.set({ notice: `The browser does not let this page copy: ${text}` });
    }
  }

  function Bar() {
    const { people, person, notice } = Hatched.useState();
    return h("header", { className: "hatched-bar" }, h("strong", null, "HatchEd"),
      h("label", null, h("span", null, "See as"),
        h("select", { id: "hatched-person", value: person, onChange: (event) => Hatched.choose(Number(event.target.value)) },
          people.map((one, index) => h("option", { key: index, value: index }, Hatched.people.name(one))))),
      h("span", { className: Hatched.isExpired(people[person]) ? "hatched-notice hatched-expired" : "hatched-notice", role: "status", "aria-live": "polite" }, notice),
      h("button", { type: "button", className: "hatched-button", onClick: () => copy(curl(), "as curl, for the token in $TOKEN") }, "Copy as curl"),
      h("button", { type: "button", className: "hatched-button", onClick: () => copy(link(), "a link, without the token") }, "Copy link"));
  }

  // Inside GraphiQL, so that it reaches the editors; with the buttons that GraphiQL has there without it.
  function Tools() {
    const { ToolbarButton, PrettifyIcon, MergeIcon, useEditorContext, useExecutionContext, usePrettifyEditors, useMergeQuery } = GraphiQL.React;
    Hatched.editor.context = useEditorContext();
    Hatched.editor.execution = useExecutionContext();
    const { queryEditor } = Hatched.editor.context;
    // Tab leaves an editor, as it leaves every field; completion takes it first.
    const { variableEditor, responseEditor } = Hatched.editor.context;
    React.useEffect(() => {
      for (const [editor, name] of [[queryEditor, "Query"], [variableEditor, "Variables"], [responseEditor, "Answer"]]) {
        if (!editor) continue;
        editor.setOption("extraKeys", { ...editor.getOption("extraKeys"), Tab: false, "Shift-Tab": false });
        editor.getInputField().setAttribute("aria-label", name);
      }
    }, [queryEditor, variableEditor, responseEditor]);
    // So that Ctrl-Enter runs the first query.
    React.useEffect(() => { queryEditor?.focus(); }, [queryEditor]);
    const prettify = usePrettifyEditors();
    const merge = useMergeQuery();
    return h(React.Fragment, null,
      h(ToolbarButton, { label: "Prettify query (Shift-Ctrl-P)", onClick: prettify }, h(PrettifyIcon, { className: "graphiql-toolbar-icon", "aria-hidden": true })),
      h(ToolbarButton, { label: "Merge fragments into query (Shift-Ctrl-M)", onClick: merge }, h(MergeIcon, { className: "graphiql-toolbar-icon", "aria-hidden": true })));
  }

  function Page() {
    const given = React.useMemo(linked, []);
    const [query, setQuery] = React.useState(given.query ?? first);
    const fields = GraphiQLPluginExplorer.useExplorerPlugin({ query, onEdit: setQuery, showAttribution: false });
    const plugins = React.useMemo(() => [Hatched.examples, Hatched.plan, Hatched.people, Hatched.live, fields], [fields]);
    return h("div", { className: "hatched-page" }, h(Bar),
      h("main", { className: "hatched-main" }, h(GraphiQL, {
        fetcher: Hatched.fetcher, plugins, storage: Hatched.storage, shouldPersistHeaders: false,
        isHeadersEditorEnabled: false, query, onEditQuery: setQuery, variables: given.variables ?? undefined,
        defaultEditorToolsVisibility: given.variables ? "variables" : false,
      }, h(GraphiQL.Toolbar, null, h(Tools)), h(GraphiQL.Logo, null, " "))));
  }

  Hatched.loadPeople().finally(() => {
    const container = document.createElement("div");
    container.id = "hatched";
    for (const one of document.querySelectorAll("body > header, body > main")) one.remove();
    document.body.prepend(container);
    ReactDOM.render(h(Page), container);
  });
})();
