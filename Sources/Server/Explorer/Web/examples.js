// Examples: the queries of the guides, by person.
"use strict";

Hatched.examples = (() => {
  const { h } = Hatched;
  let known = null;

  // examples.json: [{role, title, text, query, variables}]
  function load() {
    known ??= fetch(document.documentElement.dataset.examples).then((response) => response.json());
    return known;
  }

  function Content() {
    const { people } = Hatched.useState();
    const [all, setAll] = React.useState([]);
    React.useEffect(() => { load().then(setAll); }, []);
    const plugin = GraphiQL.React.usePluginContext();
    function use(example) {
      const index = people.findIndex((one) => one.role === example.role);
      if (index >= 0) Hatched.choose(index);
      Hatched.show({ query: example.query, variables: example.variables ? JSON.stringify(example.variables, null, 2) : "", run: !example.query.includes("mutation") });
      if (example.opens) plugin.setVisiblePlugin(example.opens);
    }
    const roles = [...new Set(all.map((one) => one.role))];
    return h("section", { className: "hatched-pane", id: "hatched-examples" }, h("h2", null, "Examples"),
      people.length === 1 ? h("p", null, "Most need a token: paste one under See as. ", h("code", null, "scripts/serve"), " offers the people of its demonstration.") : null,
      roles.map((role) => h("div", { key: role }, h("h3", null, role[0].toUpperCase() + role.slice(1)),
        h("ul", { className: "hatched-examples" }, all.filter((one) => one.role === role).map((example) =>
          h("li", { key: example.title }, h("button", { type: "button", onClick: () => use(example) },
            h("strong", null, example.title), h("span", null, example.text))))))));
  }

  const icon = () => h("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", strokeWidth: 1.5 },
    h("path", { d: "M4 5h16M4 10h10M4 15h16M4 20h8" }));
  return { title: "Examples", icon, content: Content };
})();
