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
  ) throws(PlanRefusal) -> QueryPlan<Viewer> {
    let draft = PlanDraft(planner: self, operation: operation, planClass: planClass, variables: variables)
    let root = try draft.root()
    let levels = draft.finishedLevels()
    let shape = ResponseShape(
      operation: operation, schema: map.schema, root: root, levels: levels.map(\.shape))
    return QueryPlan(shape: shape, levels: levels, slots: draft.slots.sources, arguments: draft.arguments)
  }
}
