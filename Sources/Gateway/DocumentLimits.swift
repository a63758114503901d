import GraphQL

/// What a document may cost before anything is planned.
package struct DocumentLimits: Sendable {
  package var tokens: Int
  /// Nested selection sets.
  package var depth: Int
  /// Fields, with fragments expanded.
  package var fields: Int
  package var aliases: Int
  package var rootFields: Int
  package var directives: Int

  package init(
    tokens: Int = 10_000, depth: Int = 20, fields: Int = 2_000, aliases: Int = 200, rootFields: Int = 50,
    directives: Int = 200
  ) {
    self.tokens = tokens
    self.depth = depth
    self.fields = fields
    self.aliases = aliases
    self.rootFields = rootFields
    self.directives = directives
  }

  /// - Returns: an error for the first limit that the operation passes.
  func problem(with size: OperationSize) -> GraphQLError? {
    let measures: [(name: String, words: String, value: Int, limit: Int)] = [
      ("depth", "nested selections", size.depth, depth), ("fields", "fields", size.fields, fields),
      ("aliases", "aliases", size.aliases, aliases),
      ("rootFields", "root fields", size.rootFields, rootFields),
      ("directives", "directives", size.directives, directives),
    ]
    guard let passed = measures.first(where: { $0.value > $0.limit }) else { return nil }
    return .limitExceeded(
      "The operation passes the limit of \(passed.limit) \(passed.words).", limit: passed.name,
      maximum: passed.limit, value: passed.value)
  }
}
