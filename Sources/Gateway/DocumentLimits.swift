import GraphQL

/// The limits of a document, checked before planning.
package struct DocumentLimits: Sendable {
  package var tokens = 10_000
  /// Nested selection sets.
  package var depth = 20
  /// Fields, with fragments expanded.
  package var fields = 2_000
  /// Fragments, by name or in line, at each place that they are expanded at.
  package var fragments = 1_000
  package var aliases = 200
  package var rootFields = 50
  package var directives = 200
  /// Lists and objects inside each other, in a literal or in the value of a variable.
  package var inputDepth = 32
  /// Items of a list, in a literal or in the value of a variable.
  package var inputListSize = 1_000

  package init() {}

  private typealias Measure = (name: String, words: String, value: Int, limit: Int)

  /// - Returns: an error for the first limit that the operation passes.
  func problem(with size: OperationSize) -> GraphQLError? {
    problem(
      of: "operation passes",
      with: [
        ("depth", "nested selections", size.depth, depth), ("fields", "fields", size.fields, fields),
        ("fragments", "expanded fragments", size.fragments, fragments),
        ("aliases", "aliases", size.aliases, aliases),
        ("rootFields", "root fields", size.rootFields, rootFields),
        ("directives", "directives", size.directives, directives),
      ])
  }

  /// - Parameter subject: what is measured, a plural.
  /// - Returns: an error for the first limit that the values pass.
  func problem(with size: InputSize, of subject: String) -> GraphQLError? {
    problem(
      of: "\(subject) pass",
      with: [
        ("inputDepth", "lists and objects inside each other", size.depth, inputDepth),
        ("inputListSize", "items of a list", size.longestList, inputListSize),
      ])
  }

  private func problem(of subject: String, with measures: [Measure]) -> GraphQLError? {
    guard let passed = measures.first(where: { $0.value > $0.limit }) else { return nil }
    return .limitExceeded(
      "The \(subject) the limit of \(passed.limit) \(passed.words).", limit: passed.name, maximum: passed.limit,
      value: passed.value)
  }
}
