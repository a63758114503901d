import GraphQL
import Planning
import School

/// A validated operation, with the plans that were made of it.
final class PreparedOperation: Sendable {
  private struct PlanKey: Hashable {
    let planClass: Viewer.PlanClass
    let shape: PlanShape
  }

  /// More shapes than a client sends of one document.
  private static let maximumPlans = 8

  let operation: Operation
  /// The variables whose values decide `@skip` and `@include`.
  private let conditions: Set<String>
  private let plans = BoundedCache<PlanKey, QueryPlan<Viewer>>(maximumCount: maximumPlans)

  init(_ operation: Operation) {
    self.operation = operation
    conditions = Set(operation.shapeVariables)
  }

  func plan(
    for viewer: Viewer, variables: VariableValues, planner: Planner<Viewer>
  ) throws(PlanRefusal) -> QueryPlan<Viewer> {
    let shape = PlanShape(of: variables, in: operation, conditions: conditions)
    let key = PlanKey(planClass: viewer.planClass, shape: shape)
    if let known = plans.value(for: key) { return known }
    let plan = try planner.plan(operation, for: viewer.planClass, variables: variables)
    plans.insert(plan, for: key)
    return plan
  }

  /// Whether some plan was made, for whichever viewer.
  var isPlanned: Bool { plans.count > 0 }
}
