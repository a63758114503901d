import GraphQL
import Planning
import School
import Synchronization

/// A parsed and validated operation, with the plans that were made of it.
final class PreparedOperation: Sendable {
  private struct PlanKey: Hashable {
    let planClass: Viewer.PlanClass
    let shape: PlanShape
  }

  /// More shapes than a client sends of one document; the rest are planned each time.
  private static let maximumPlans = 32

  let operation: Operation
  private let plans = Mutex<[PlanKey: QueryPlan<Viewer>]>([:])

  init(_ operation: Operation) { self.operation = operation }

  func plan(
    for viewer: Viewer, variables: VariableValues, planner: Planner<Viewer>
  ) throws(PlanRefusal) -> QueryPlan<Viewer> {
    let key = PlanKey(planClass: viewer.planClass, shape: PlanShape(of: variables, in: operation))
    if let known = plans.withLock({ $0[key] }) { return known }
    let plan = try planner.plan(operation, for: viewer.planClass, variables: variables)
    plans.withLock { plans in
      if plans.count < Self.maximumPlans { plans[key] = plan }
    }
    return plan
  }
}
