extension HostileRequest {
  /// Names that are long, unknown or many.
  static let names: [HostileRequest] = [
    HostileRequest("an unknown field with a long name") { "{ family { \(filled("students", $0)) } }" },
    HostileRequest("an unknown argument with a long name") { "{ family { students(\(filled("first", $0)): 1) { id } } }" },
    HostileRequest("an unknown type with a long name") { "{ family { ... on \(filled("Family", $0)) { id } } }" },
    HostileRequest("an unknown fragment with a long name") { "{ ...\(filled("Family", $0)) }" },
    HostileRequest("an unknown directive with a long name") { "{ __typename @\(filled("skip", $0)) }" },
    HostileRequest("an operation with a long name, twice") { size in
      let name = filled("a", size / 2)
      return "query \(name) { __typename } query \(name) { __typename }"
    },
    HostileRequest("a long name in a hundred errors") { size in
      let name = filled("a", size / 2)
      return "{ \(name) \(numbered(2_000) { "...\(name)\($0 % 10) " }) }"
    },
    HostileRequest("unknown fields, each like several") { size in "{ family { \(numbered(size) { "studens\($0) " }) } }" },
    HostileRequest("unknown types, each like several") { size in
      "{ family { \(numbered(size) { "... on Familly\($0) { id } " }) } }"
    },
    HostileRequest("unknown arguments, each like several") { size in
      "{ family { students(\(numbered(size) { "frist\($0): 1 " })) { id } } }"
    },
    HostileRequest("unknown enum values") { size in
      "query (\(numbered(size) { "$a\($0): __TypeKind = SCALR\($0) " })) { __typename }"
    },
    HostileRequest("aliases of a leaf") { size in "{ \(numbered(size) { "a\($0): __typename " }) }" },
    HostileRequest("aliases of objects") { size in "{ \(numbered(size) { "a\($0): family { id } " }) }" },
    HostileRequest("aliases of lists of lists") { size in
      "{ family { \(numbered(size) { "a\($0): students { assignments { id } } " }) } }"
    },
    HostileRequest("operations") { size in numbered(size) { "query Q\($0) { __typename } " } },
    HostileRequest("operations without a name") { filled("{ __typename } ", $0) },
    HostileRequest("operations that share fragments with variables") { size in
      let fragments = (0..<50).map { "fragment F\($0) on Query { a\($0): course(id: $v\($0)) { id } } " }
      let spreads = (0..<50).map { "...F\($0) " }.joined()
      return fragments.joined() + numbered(size) { "query Q\($0)($v0: ID!) { \(spreads) } " }
    },
    HostileRequest("variables") { size in "query (\(numbered(size) { "$v\($0): Int " })) { __typename }" },
    HostileRequest("variables that are not defined") { size in
      "{ \(numbered(size) { "a\($0): course(id: $v\($0)) { id } " }) }"
    },
    HostileRequest("directives that are not known") { size in "{ __typename \(numbered(size) { "@d\($0) " }) }" },
    HostileRequest("type definitions") { size in numbered(size) { "type T\($0) { a: Int } " } },
  ]
}
