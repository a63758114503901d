import GraphQL

/// How many rows of a type a scope may have: of types that are read as a whole.
package struct RowLimit: Sendable {
  /// As the error calls it: `coursesOfFamily`.
  package let name: String
  package let typeName: String
  package let maximum: Int32

  package init(_ name: String, of typeName: String, _ maximum: Int32) {
    self.name = name
    self.typeName = typeName
    self.maximum = maximum
  }

  var failure: MutationFailure {
    .refused(
      "There are as many as there can be: \(maximum).", code: .limitExceeded,
      extensions: [.init("limit", .string(name)), .init("maximum", .number("\(maximum)"))])
  }
}
