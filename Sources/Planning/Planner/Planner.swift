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
    func draft(for answering: Viewer.PlanClass) -> PlanDraft<Viewer> {
      PlanDraft(
        planner: self, operation: operation, planClass: answering, askingClass: planClass, variables: variables)
    }
    let kind = operation.definition.operation
    switch (kind, map.schema.rootType(of: kind)) {
    case (.query, _):
      let draft = draft(for: planClass)
      return .query(PlanLayout.plan(try draft.root(), of: operation, in: map.schema))
    case (.mutation, let mutationType?):
      let groups = draft(for: planClass).collector.collect([operation.definition.selectionSet], on: mutationType)
      try checkCount(of: groups, operation)
      try checkAttempts(among: groups, operation)
      var fields: [MutationPlan<Viewer>] = []
      for group in groups { fields.append(try mutation(group, on: mutationType, askedBy: planClass, draft)) }
      return .mutation(fields)
    case (.subscription, let subscriptionType?):
      let draft = draft(for: planClass)
      let groups = draft.collector.collect([operation.definition.selectionSet], on: subscriptionType)
      // Validation has seen that there is one.
      guard let group = groups.first else { throw .fault("a subscription has no field") }
      let plan = PlanLayout.plan(try draft.root(subscriptionType, group), of: operation, in: map.schema)
      let kind = map.resolver(of: group.first.name.value, on: subscriptionType)?.kind
      let added: String? = if case .relation(.lookup(.changed(let name)))? = kind { name } else { nil }
      return .subscription(plan, added: added)
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

  /// A request may have one attempt at something: with more of them, few requests would use up a limit, or make many
  /// guesses at once.
  private func checkAttempts(among groups: [FieldGroup], _ operation: Operation) throws(PlanRefusal) {
    let attempts = groups.filter { map.mutation($0.first.name.value)?.isAttempt ?? false }
    guard attempts.count > 1 else { return }
    throw .invalid(
      .limitExceeded(
        """
        "\(attempts[0].first.name.value)" and "\(attempts[1].first.name.value)" cannot be in one request: of the fields \
        that sign in, continue a session, join a family, export or remove an account, a request may have one.
        """,
        limit: "attemptFields", maximum: 1, value: attempts.count,
        locations: [operation.source.location(at: attempts[1].first.position)]))
  }

  /// - Parameter newDraft: makes the draft of a plan whose answer a class of viewers reads.
  private func mutation(
    _ group: FieldGroup, on typeName: String, askedBy planClass: Viewer.PlanClass,
    _ newDraft: (Viewer.PlanClass) -> PlanDraft<Viewer>
  ) throws(PlanRefusal) -> MutationPlan<Viewer> {
    let name = group.first.name.value
    let mutation = map.mutation(name)
    var selections: [Viewer.PlanClass: QueryPlan<Viewer>] = [:]
    var arguments: PlannedArguments?
    var isAllowed = false
    for answering in mutation?.changesViewer == true ? Array(Viewer.PlanClass.allCases) : [planClass] {
      let draft = newDraft(answering)
      do {
        let root = try draft.root(typeName, group)
        if mutation != nil, case .embedded? = root.fields.first?.output,
          let definition = map.schema.field(name, of: typeName)
        {
          isAllowed = true
          arguments = draft.arguments(of: group.first, definition, path: [.key(group.responseKey)]).planned
        }
        selections[answering] = PlanLayout.plan(root, of: draft.operation, in: map.schema)
      } catch .unauthenticated {
        // The answer is then for another viewer, unless the field is refused to all.
      }
    }
    guard !selections.isEmpty else { throw .unauthenticated }
    let operation = newDraft(planClass).operation
    return MutationPlan(
      responseKey: group.responseKey, mutation: isAllowed ? mutation : nil, askingClass: planClass,
      selections: selections, arguments: arguments, schema: map.schema, operation: operation,
      locations: isAllowed ? [operation.source.location(at: group.first.position)] : [])
  }
}
