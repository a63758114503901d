package import GraphQL

/// The plan of one field of the mutation type.
package struct MutationPlan<Viewer: ViewerContext>: Sendable {
  package let responseKey: String
  /// The mutation that changes rows; nil where nothing is to be run: a refused field, or `__typename`.
  package let mutation: Mutation<Viewer>?
  let askingClass: Viewer.PlanClass
  /// The plan of the reads that follow, for each class of viewers that the answer may be for: an object of the
  /// mutation type with this field alone.
  package let selections: [Viewer.PlanClass: QueryPlan<Viewer>]
  let arguments: PlannedArguments?
  let schema: Schema
  let operation: Operation
  /// Where the field stands in the document.
  package let locations: [Location]

  package var path: [PathSegment] { [.key(responseKey)] }

  /// The plan that reads for the sender; nil where only another viewer may read the payload.
  package var selection: QueryPlan<Viewer>? { selections[askingClass] }

  /// The plan that reads for a viewer; nil when the answer was not expected to be for a viewer of its class.
  package func selection(for viewer: Viewer) -> QueryPlan<Viewer>? { selections[viewer.planClass] }

  var approximateSize: Int { selections.values.reduce(0) { $0 + $1.approximateSize } }

  /// The argument `input` for one request.
  /// - Throws: `PlanRefusal.invalid` when it cannot be coerced.
  package func input(_ variables: VariableValues) throws(PlanRefusal) -> MutationInput {
    guard let arguments else { return MutationInput(.object([])) }
    do {
      let values = try arguments.values(variables, schema: schema, source: operation.source)
      return MutationInput(values["input"] ?? .object([]))
    } catch {
      throw .invalid(error)
    }
  }
}
