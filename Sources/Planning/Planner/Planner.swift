package import GraphQL
import SQL

/// Makes the plan of a validated operation for a class of viewers.
package struct Planner<Viewer: ViewerContext>: Sendable {
  let map: EntityMap<Viewer>
  let locks: PlannerLocks

  package init(map: EntityMap<Viewer>, locks: PlannerLocks = .all) {
    self.map = map
    self.locks = locks
  }

  package var schema: Schema { map.schema }

  /// - Parameter variables: only their `PlanShape` has a say in the plan.
  /// - Throws: `PlanRefusal` when the viewer has no token and the operation asks for a field that needs
  ///   one, or when the operation is of a kind that is not served.
  package func plan(
    _ operation: Operation, for planClass: Viewer.PlanClass, variables: VariableValues
  ) throws(PlanRefusal) -> OperationPlan<Viewer> {
    func draft() -> PlanDraft<Viewer> {
      PlanDraft(planner: self, operation: operation, planClass: planClass, variables: variables)
    }
    let kind = operation.definition.operation
    switch (kind, map.schema.mutationType) {
    case (.query, _):
      let draft = draft()
      return .query(plan(draft, try draft.root()))
    case (.mutation, let mutationType?):
      let groups = draft().collector.collect([operation.definition.selectionSet], on: mutationType)
      try checkCount(of: groups, operation)
      var fields: [MutationPlan<Viewer>] = []
      for group in groups { fields.append(try mutation(group, on: mutationType, draft())) }
      return .mutation(fields)
    default:
      throw .invalid(
        GraphQLError(
          "Schema is not configured to execute \(kind.rawValue) operation.", code: .operationResolutionFailure,
          locations: [operation.source.location(at: operation.definition.position)]))
    }
  }

  /// How many fields of the mutation type an operation may have: each is a transaction.
  private static var maximumMutationFields: Int { 20 }

  private func checkCount(of groups: [FieldGroup], _ operation: Operation) throws(PlanRefusal) {
    guard groups.count > Self.maximumMutationFields else { return }
    throw .invalid(
      .limitExceeded(
        "A mutation may have at most \(Self.maximumMutationFields) fields, each a transaction of its own.",
        limit: "mutationFields", maximum: Self.maximumMutationFields, value: groups.count,
        locations: [operation.source.location(at: groups[Self.maximumMutationFields].first.position)]))
  }

  private func mutation(
    _ group: FieldGroup, on typeName: String, _ draft: PlanDraft<Viewer>
  ) throws(PlanRefusal) -> MutationPlan<Viewer> {
    let root = try draft.root(typeName, group)
    let name = group.first.name.value
    var mutation: Mutation<Viewer>?
    var arguments: PlannedArguments?
    if case .embedded? = root.fields.first?.output, let definition = map.schema.field(name, of: typeName),
      case .mutation(let found)? = map.resolver(of: name, on: typeName)?.kind
    {
      mutation = found
      arguments = draft.arguments[draft.plannedArguments(group.first, definition, path: [.key(group.responseKey)])]
    }
    return MutationPlan(
      responseKey: group.responseKey, mutation: mutation, selection: plan(draft, root), arguments: arguments)
  }

  private func plan(_ draft: PlanDraft<Viewer>, _ root: ObjectShape) -> QueryPlan<Viewer> {
    let levels = draft.finishedLevels()
    let shape = ResponseShape(
      operation: draft.operation, schema: map.schema, root: root, levels: levels.map(\.shape))
    return QueryPlan(shape: shape, levels: levels, slots: draft.slots.sources, arguments: draft.arguments)
  }
}
