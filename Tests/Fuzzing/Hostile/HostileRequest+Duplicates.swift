extension HostileRequest {
  /// The same thing again, where it may stand once.
  static let duplicates: [HostileRequest] = [
    HostileRequest("one operation, repeated") { filled("query Q { __typename } ", $0) },
    HostileRequest("one fragment, repeated") { "{ ...F } " + filled("fragment F on Query { __typename } ", $0) },
    HostileRequest("one variable, repeated") { "query (\(filled("$v: Int ", $0))) { __typename }" },
    HostileRequest("one argument, repeated") { "{ course(\(filled("id: 1 ", $0))) { id } }" },
    HostileRequest("one input field, repeated") { "{ course(id: {\(filled("a: 1 ", $0))}) { id } }" },
    HostileRequest("one directive, repeated") { "{ __typename \(filled("@skip(if: true) ", $0)) }" },
    HostileRequest("one directive, repeated on the operation") { "query \(filled("@a ", $0)) { __typename }" },
    HostileRequest("one directive, on each field") { "{ \(filled("__typename @include(if: true) ", $0)) }" },
    HostileRequest("one directive argument, repeated") { "{ __typename @skip(\(filled("if: true ", $0))) }" },
    HostileRequest("one item, repeated") { "{ course(id: [\(filled("1 ", $0))]) { id } }" },
    HostileRequest("errors with many places, after a long comment") { size in
      "#" + filled("{", size) + "\n{ \(filled("course(\(filled("id: 1 ", 120))) { id } ", 20_000)) }"
    },
    HostileRequest("one mutation, repeated") { "mutation { \(filled("a ", $0)) }" },
    HostileRequest("one subscription, repeated") { "subscription { \(filled("a ", $0)) }" },
  ]
}
