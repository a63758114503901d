package import GraphQL

/// How one field of the mutation type is answered.
package struct MutationPlan<Viewer: ViewerContext>: Sendable {
  package let responseKey: String
  /// What changes rows; nil where nothing is to be run: a refused field, or `__typename`.
  package let mutation: Mutation<Viewer>?
  /// What is read afterwards: an object of the mutation type with this field alone.
  package let selection: QueryPlan<Viewer>
  let arguments: PlannedArguments?

  /// Where the field stands in the document.
  package var locations: [Location] {
    arguments.map { [selection.shape.operation.source.location(at: $0.field.position)] } ?? []
  }

  package var path: [PathSegment] { [.key(responseKey)] }

  /// The argument `input` for one request.
  /// - Throws: `PlanRefusal.invalid` when it cannot be coerced.
  package func input(_ variables: VariableValues) throws(PlanRefusal) -> MutationInput {
    guard let arguments else { return MutationInput(.object([])) }
    do {
      let values = try arguments.values(variables, selection.shape)
      return MutationInput(values["input"] ?? .object([]))
    } catch {
      throw .invalid(error)
    }
  }
}
