/// Answers questions about a schema: the root fields `__schema` and `__type` — specification section 4.2.
package struct Introspection: Sendable {
  let schema: Schema

  /// How many of the lists that lead from types to types — fields, interfaces, possible types, input
  /// fields — may be inside each other. Each multiplies the size of the answer; the query that tools send
  /// has one.
  package static let maxListNesting = 3
  /// How many objects an answer may have.
  package static let maxObjects = 50_000

  package init(schema: Schema) { self.schema = schema }

  /// Writes the value of a root field, without its key, however long it is.
  package func write(
    _ group: FieldGroup, collector: FieldCollector, variables: VariableValues, into writer: inout JSONWriter
  ) throws(GraphQLError) {
    var limit = AnswerLimit(maximum: .max)
    try write(group, collector: collector, variables: variables, limit: &limit, into: &writer)
  }

  /// Writes the value of a root field, without its key. On an error nothing is written.
  ///
  /// - Parameters:
  ///   - group: A valid selection of `__schema` or `__type` on the query type.
  ///   - collector: The one of the operation.
  ///   - limit: How long all that is written may be, with what was there before.
  /// - Throws: `badUserInput` for arguments, `limitExceeded` for answers that would be too large.
  package func write(
    _ group: FieldGroup, collector: FieldCollector, variables: VariableValues, limit: inout AnswerLimit,
    into writer: inout JSONWriter
  ) throws(GraphQLError) {
    let start = writer.count
    var answer = IntrospectionAnswer(
      schema: schema, collector: collector, variables: variables, limit: limit)
    // The answer owns the buffer meanwhile.
    swap(&answer.writer, &writer)
    do {
      if group.first.name.value == "__schema" {
        try answer.write(SchemaObject(schema: schema), group)
      } else {
        let arguments = try answer.arguments(of: group, Schema.typeFieldArguments)
        try answer.write(namedType: arguments.name, group)
      }
      swap(&answer.writer, &writer)
      limit = answer.limit
    } catch {
      swap(&answer.writer, &writer)
      limit = answer.limit
      writer.truncate(to: start)
      throw error
    }
  }
}

extension ArgumentValues {
  /// The argument of `__type`; nil when no type can have that name.
  fileprivate var name: String? {
    if case .string(let name) = self["name"], name.isName { name } else { nil }
  }

  /// The argument of most lists.
  var includesDeprecated: Bool { self["includeDeprecated"] == .boolean(true) }
}
