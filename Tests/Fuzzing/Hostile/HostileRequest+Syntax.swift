extension HostileRequest {
  /// Requests that are long or deep before they have any meaning.
  static let syntax: [HostileRequest] =
    [
      "{", "[", "(", "{a", "{a(b:[", "{a(b:{c:", "query($a:[", "{...{", "{...on Query{", "{a@b(c:", "@", "\"", "\"\"\"", "\\",
      "...", "!", "$", "&", "|", "-", "0", "1", "a", "\u{E9}", "\u{301}", "😀", "\0", "\u{FEFF}", ",", " ", "\n", "\r", "#", "# a\n",
      "type A{b:[", "extend ", "\"a\" ", "query ", "fragment ", "e1", ".5", "\\u{1F600}",
    ].map { pattern in
      HostileRequest("\(pattern.debugDescription), repeated") { filled(pattern, $0) }
    } + [
      HostileRequest("a comment") { "#" + filled("{", $0) + "\n{ __typename }" },
      HostileRequest("comments") { filled("#a\n", $0) + "{ __typename }" },
      HostileRequest("commas") { "{" + filled(",", $0) + "__typename }" },
      HostileRequest("byte order marks") { "{" + filled("\u{FEFF}", $0) + "__typename }" },
      HostileRequest("carriage returns before an error") { filled("\r", $0) + "{ nothing }" },
      HostileRequest("a block string") { "{ course(id: \"\"\"\(filled("a\n", $0))\"\"\") { id } }" },
      HostileRequest("a block string of blank lines") { "{ course(id: \"\"\"\(filled("   \r\n", $0))\"\"\") { id } }" },
      HostileRequest("a block string, ever more indented") { size in
        let lines = numbered(size) { "\n" + String(repeating: " ", count: $0 % 1_000) + "a" }
        return "{ course(id: \"\"\"\(lines)\"\"\") { id } }"
      },
      HostileRequest("a block string of quotes") { "{ course(id: \"\"\"\(filled("\\\"\"\"", $0))\"\"\") { id } }" },
      HostileRequest("a string of escapes") { "{ course(id: \"\(filled("\\u{10FFFF}", $0))\") { id } }" },
      HostileRequest("a string of combining marks") { "{ course(id: \"\(filled("\u{301}\u{316}", $0))\") { id } }" },
      HostileRequest("a description") { "\"\(filled("a", $0))\" query A { __typename }" },
      HostileRequest("a number") { "{ family { courses(first: \(filled("7", $0))) { id } } }" },
      HostileRequest("a fraction") { "{ course(id: 0.\(filled("7", $0))) { id } }" },
      HostileRequest("an exponent") { "{ course(id: 1e\(filled("9", $0))) { id } }" },
    ]
}
