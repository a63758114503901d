/// Documents that someone writes to find out what breaks, of a size that `random` decides; for the schema
/// `rich`.
struct HostileDocuments {
  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static func document(_ random: inout Random) -> String { random.pick(kinds)(&random) }

  private static let kinds: [@Sendable (inout Random) -> String] = [
    // Deep, below the limit.
    { random in
      let depth = random.between(1...60)
      return repeated("{ self ", depth) + "{ toy { id } }" + repeated("}", depth)
    },
    { random in
      let depth = random.between(1...60)
      return "{ values(filter: { must: true " + repeated("not: { must: true ", depth) + repeated("}", depth) + "}) }"
    },
    { random in
      let depth = random.between(1...60)
      return "{ values(matrix: " + repeated("[", depth) + "1.5" + repeated("]", depth) + ") }"
    },
    { random in
      let depth = random.between(1...60)
      return "query ($a: " + repeated("[", depth) + "Int" + repeated("]", depth) + ") { values(ints: $a) }"
    },
    { random in
      let depth = random.between(1...40)
      return repeated("{ ... on Root ", depth) + "{ toy { id } }" + repeated("}", depth)
    },
    // Many.
    { random in
      "{" + (0..<random.between(1...150)).map { "a\($0): toy { id }" }.joined(separator: " ") + "}"
    },
    { random in
      "{ toy { id "
        + repeated(
          random.pick(["@tag(name: \"x\")", "@once", "@unknown", "@skip(if: true)"]) + " ", random.between(1...40))
        + "} }"
    },
    { random in
      "{ toy {" + repeated(random.pick(["id ", "nope ", "id: price ", "x: id x: price "]), random.between(1...60))
        + "} }"
    },
    { random in
      let count = random.between(1...60)
      let definitions = (0..<count).map { "$v\($0): Int" }.joined(separator: ", ")
      return "query Q(\(definitions)) { values(ints: [" + (0..<count).map { "$v\($0 / 2)" }.joined(separator: " ")
        + "]) }"
    },
    { random in (0..<random.between(1...12)).map { "query Q\($0 % 5) { toy { id } }" }.joined(separator: "\n") },
    { random in repeated("{ toy { id } }", random.between(1...4)) },
    // Fragments in circles, chains and squares.
    { random in
      let count = random.between(1...8)
      return "{ self { ...F0 } } "
        + (0..<count).map { "fragment F\($0) on Root { ...F\(($0 + 1) % count) }" }.joined(separator: " ")
    },
    { random in
      let count = random.between(1...8)
      return "{ ...F0 } "
        + (0..<count).map {
          "fragment F\($0) on Root { self { ...F\(random.below(count)) ...F\(random.below(count + 1)) } }"
        }
        .joined(separator: "\n")
    },
    { random in
      let count = random.between(1...30)
      return "{ ...F0 } "
        + (0..<count).map { "fragment F\($0) on Root { ...F\($0 + 1) self { ...F\($0 + 1) } }" }.joined(separator: " ")
        + "fragment F\(count) on Root { __typename }"
    },
    // Fields that cannot be merged.
    { random in
      let fields = [
        "kind", "pages", "name", "price", "cost", "id", "x: kind", "x: pages", "x: price", "related { id }",
        "related(first: 1) { x: id }", "related(first: 2) { x: name }", "name(upper: true)", "author { kind }",
        "author { kind: id }", "author { best { ... on Book { id: pages } } }", "x: related { id }", "x: name",
        "author: related { name }", "books { pages }", "books { pages: id }", "best { ... on Toy { pages: kind } }",
      ]
      let types = ["Book", "Author", "Toy", "Entity", "Node", "Priced"]
      func some(_ random: inout Random) -> String {
        (0..<random.between(1...4)).map { _ in random.pick(fields) }.joined(separator: " ")
      }
      var text = "{ node(id: 1) {"
      for _ in 0..<random.between(1...5) { text += " ... on \(random.pick(types)) { \(some(&random)) }" }
      text += " ...F ...G } } fragment F on \(random.pick(types)) { \(some(&random)) ...H }"
      text += " fragment G on \(random.pick(types)) { \(some(&random)) ...H }"
      return text + " fragment H on \(random.pick(types)) { \(some(&random)) }"
    },
    { random in
      let arguments = [
        "", "(id: 1)", "(id: \"1\")", "(only: {id: 1})", "(only: {name: \"a\"})", "(id: $v)", "(id: null)",
        "(id: 1 only: null)", "(only: null id: 1)",
      ]
      return "query ($v: ID) { x: book\(random.pick(arguments)) { id } x: book\(random.pick(arguments)) { id } }"
    },
    // Text.
    { random in
      let escapes = [
        "\\u0041", "\\u{41}", "\\u{1F600}", "\\uD83D\\uDE00", "\\uD83D", "\\uDE00", "\\u{D83D}", "\\u{110000}", "\\u{}",
        "\\u{0000000041}", "\\u00", "\\u{41", "\\q", "\\", "\\u{g}", "\\uD83D\\u0041", "\\uD83D\\n", "\\u{FFFFFFFFFF}",
        "\\u{00000000041}", "\\uD83Dx", "\\U0041",
      ]
      return "{ values(string: \"a\((0..<random.between(1...2)).map { _ in random.pick(escapes) }.joined())b\") }"
    },
    { random in
      let lines = [
        "", " ", "\t", "  a", "    b", "c", "\\\"\"\"", "\\u0041", "\"", "\"\"", "\\", "é😀", "\u{0}", "\u{FEFF}", "#",
      ]
      let ends = ["\n", "\r", "\r\n", "\n\r"]
      return "{ values(string: \"\"\""
        + (0..<random.between(1...6)).map { _ in random.pick(lines) + random.pick(ends) }.joined() + random.pick(lines)
        + "\"\"\") nope }"
    },
    { random in
      let ends = ["\n", "\r", "\r\n", "\n\r", "\r\r\n", "\u{2028}", "\u{B}"]
      return "{"
        + (0..<random.between(1...6)).map { _ in
          random.pick(ends) + random.pick(["toy { id }", "#é", "nope", "😀", "\u{FEFF}", "# \u{7}"])
        }.joined() + random.pick(ends) + "}"
    },
    { random in
      let numbers = [
        "00", "01", "-01", "1.", ".1", "1.e1", "1e", "1e+", "+1", "-", "--1", "1.2.3", "1x", "1.5x", "0x1", "1_0", "-0",
        "1e1.5", "1...", "1é", "0e0", "-a", "1.a", "1ea", "1.0e",
      ]
      return "{ values(float: \(random.pick(numbers))) }"
    },
    { random in
      let descriptions = ["\"d\"", "\"\"\"d\"\"\"", "\"\" \"\"", "1", ""]
      let description = random.pick(descriptions)
      return random.pick([
        "\(description) { toy { id } }", "\(description) query { toy { id } }",
        "\(description) query Q { toy { id } }", "\(description) mutation M { reset { toy { id } } }",
        "query Q(\(description) $a: Int) { values(int: $a) }",
        "{ toy { ...F } } \(description) fragment F on Toy { id }", "{ \(description) toy { id } }",
        "{ toy { \(description) ...F } } fragment F on Toy { id }", "query \(description) Q { toy { id } }",
        "\(description) extend type Toy { x: Int }",
        "\(description) type X { \(description) x(\(description) y: Int): Int }",
        "{ values(int: \(description) 1) }", "\(description) unknown", "\(description) subscription { ticks }",
      ])
    },
    // Names that mean something elsewhere.
    { random in
      let names = [
        "on", "fragment", "query", "true", "null", "type", "__a", "_", "mutation", "repeatable", "extend", "input",
      ]
      let name = random.pick(names)
      return random.pick([
        "{ \(name) }", "{ \(name): toy { id } }", "query \(name) { toy { id } }",
        "query ($\(name): Int) { values(int: $\(name)) }",
        "{ toy { ...\(name) } } fragment \(name) on Toy { id }", "{ toy { ... on \(name) { id } } }",
        "{ values(kind: \(name)) }",
        "{ values(filter: { \(name): 1 }) }", "{ toy { id @\(name) } }", "{ toy { ... \(name) on Toy { id } } }",
        "fragment on on \(name) { id } { toy { ...on } }", "query ($a: \(name)) { values(int: $a) }",
        "\(name) { toy { id } }",
        "enum E { \(name) }", "directive @\(name) on \(name)", "type T implements \(name) { a: Int }",
        "union U = \(name)",
      ])
    },
    // Subscriptions, introspection, operations that are not there.
    { random in
      let selections = [
        "ticks", "changed { id }", "__typename", "ticks @skip(if: true)", "... { ticks }",
        "... @include(if: $v) { ticks }", "...F", "x: ticks", "ticks @tag(name: \"a\")", "...G @skip(if: $v)",
        "... on Stream { thing { __typename } }",
      ]
      return "subscription S($v: Boolean = true) { "
        + (0..<random.between(1...3)).map { _ in random.pick(selections) }.joined(separator: " ")
        + " } fragment F on Stream { ticks ...G } fragment G on Stream { changed { id @skip(if: $v) } }"
    },
    { random in
      let selections = [
        "__schema { types { name fields { name } } }", "__type(name: \"Toy\") { name kind }", "__type { name }",
        "__type(name: 1) { x }", "__typename", "toy { __schema { types { name } } }", "__schema",
        "__schema { directives { args(includeDeprecated: null) { name } isRepeatable } }",
        "__type(nam: \"a\") { name }",
      ]
      return "{ " + (0..<random.between(1...3)).map { _ in random.pick(selections) }.joined(separator: " ") + " }"
    },
    // Variables where they do not fit.
    { random in
      let types = [
        "Int", "Int!", "[Int]", "[Int!]!", "ID", "ID!", "String", "Only", "Only!", "Filter", "Filter!", "Kind",
        "[[Float]]", "Range", "Range!", "Boolean!", "JSON", "Root", "Nope",
      ]
      let defaults = [
        "", "", " = null", " = 1", " = \"a\"", " = {}", " = {must: true}", " = [1, null]", " = {id: 1}", " = $w",
      ]
      let places = [
        "values(int: $v)", "values(strict: $v)", "values(only: $v)", "values(only: {id: $v})", "values(range: $v)",
        "values(filter: {must: $v})", "values(filter: {must: true, size: $v})",
        "required(int: $v, range: {from: $v}, only: $v)", "values(ints: [$v, 1])", "values(matrix: [[$v]])",
        "values(json: [$v])", "values(json: {a: $v})", "toy @skip(if: $v) { id }", "...F", "values(nope: $v)",
        "values(only: {id: $v, name: \"a\"})", "node(id: $v) { id }",
      ]
      return "query ($v: \(random.pick(types))\(random.pick(defaults))) { "
        + (0..<random.between(1...2)).map { _ in random.pick(places) }.joined(separator: " ")
        + " } fragment F on Root { values(int: $v, id: $w) }"
    },
    // The empty, the cut off, the other language.
    { random in
      random.pick([
        "", " ", "#", "{", "}", "{ }", "{ toy { } }", "{ toy() { id } }", "query () { toy { id } }", "{ toy { id }",
        "query Q(", "\u{FEFF}", "\u{FEFF}\u{FEFF}{ toy { id } }", "...", "$", "\"", "\"\"\"", "@", "query",
        "fragment F", "{ values(ints: []) }", "{ values(filter: {}) }", "extend", "extend schema", "extend type Toy",
        "schema {}", "type T {}", "type T implements & Node {}", "union U =", "union U = | Book | Toy", "enum E {}",
        "input I {}", "directive @d on", "directive @d on | FIELD | QUERY", "directive @d() on FIELD", "scalar S @note",
        "interface I implements Node & Entity", "{ toy { id } } extend schema @note",
        "query Q @once { toy { id } } schema { query: Root }", "type T { a(): Int }",
      ])
    },
  ]
}
