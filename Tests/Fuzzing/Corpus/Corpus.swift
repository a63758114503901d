/// The seeds of inputs, and the words of their languages.
package enum Corpus {
  static let languageWords = punctuators + [
    "query", "mutation", "subscription", "fragment", "on", "true", "false", "null", "extend", "schema", "type",
    "interface", "union", "enum", "input", "scalar", "directive", "repeatable", "implements", "FIELD", "QUERY",
    "@skip(if: true)", "@include(if: $a)", "@deprecated(reason: \"\")", "@oneOf", "__typename", "\"\"\"", "\\\"\"\"",
    "\"\"", "\\u{10FFFF}", "\\u{D800}", "\\uD83D\\uDE00", "\\uD83D", "\\n", "\r\n", "\r", "\n", "#", "\u{FEFF}", "\u{E9}",
    "😀", "\u{301}", "\0", "-0", "0", "1e", "1.5e-10", "9007199254740993", "-2147483649", "[", "{a", "...{", "...on A{",
  ]

  private static let punctuators = [
    "!", "$", "&", "(", ")", "...", ":", "=", "@", "[", "]", "{", "|", "}", ",", " ", ".", "-", "'",
  ]

  /// One of each production of an executable document, and what is odd about them.
  static let documents = [
    "{ a }",
    "query Q($a: Int = 1 @d, $b: [[B!]!]! = [[1], []], $c: C = {d: \"e\"}) @d { f(x: $a, y: [1 $b]) }",
    "\"D\" query N @d { a }",
    "\"\"\"\n  described\n    twice\n\"\"\" query Q(\"of it\" $a: A) { a }",
    "mutation M { a { ...F @d(x: {y: [Z, -1.5e+10, \"\\u{1F600}\\uD83D\\uDE00\\n\"]}) ... on T @e { b } ... { c } } }",
    "subscription { s: a(b: null, c: true, d: false) @skip(if: $e) { f } }",
    "fragment F on T @d { a }\r\n# comment\r\n,,\u{FEFF}fragment on2 on on { on }",
    "{ a(b: \"\"\"\n    x \\\"\"\"\n\n  y\n\"\"\") }",
  ]

  static let values = [
    "[1, -0, 0.5, 1e5, \"a\\\\b\", \"\"\"block\"\"\", true, null, E, $v, {k: {}}, []]", "\"\\u0041\\t\"", "{a: [{b: [{}]}]}",
    "\"\"\"\n\n\t a\n   b\r\r\n \"\"\"",
  ]

  static let types = ["[[A!]]!", "B"]

  static let typeSystem = [
    "extend schema @d { query: Q } directive @a(b: Int = 1 @c) repeatable on | FIELD | QUERY",
    "\"s\" scalar S @specifiedBy(url: \"x\") extend scalar S @d type T implements & A & B @d { \"f\" f(a: A = {b: 1}): [F!]! @d }",
    "interface I implements J { i: I } union U @d = | A | B extend union U = C enum E @d { A @d B } input N { a: [A!] = [] }",
    "extend type T { f: F } extend interface I @d extend enum E { C } extend input N { b: B } schema { query: Q }",
  ]
}
