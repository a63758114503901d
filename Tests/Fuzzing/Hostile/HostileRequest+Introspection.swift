extension HostileRequest {
  /// The schema, many times over.
  static let introspection: [HostileRequest] = [
    HostileRequest("introspection that goes from types to types") { size in
      let depth = min(60, max(1, size / 30))
      let opening = String(repeating: "fields { type { ", count: depth)
      return "{ __schema { types { \(opening)name\(String(repeating: " } }", count: depth)) } } }"
    },
    HostileRequest("introspection three lists deep, many times") { size in
      "{ __schema { \(numbered(min(size, 8_000)) { "a\($0): types { fields { args { name } type { fields { name } } } } " }) } }"
    },
    HostileRequest("introspection through fragments") { size in
      "{ __schema { types { ...F0 } } } "
        + (0..<min(60, max(1, size / 80))).map { "fragment F\($0) on __Type { a: fields { type { ...F\($0 + 1) } } b: fields { type { ...F\($0 + 1) } } } " }.joined()
        + "fragment F\(min(60, max(1, size / 80))) on __Type { name }"
    },
    HostileRequest("types by name") { size in "{ \(numbered(size) { "a\($0): __type(name: \"Family\") { fields { name } } " }) }" },
    HostileRequest("the same introspection, repeated") { "{ \(filled("__schema { types { fields { type { name } } } } ", $0)) }" },
    HostileRequest("possible types and interfaces in turn") { size in
      let depth = min(60, max(1, size / 40))
      let opening = String(repeating: "possibleTypes { interfaces { ", count: depth)
      return "{ __type(name: \"FamilyMember\") { \(opening)name\(String(repeating: " } }", count: depth)) } }"
    },
  ]
}
