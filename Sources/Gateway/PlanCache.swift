import GraphQL
import Planning
import School

/// The plans of kept operations, for each class of viewers and each shape of the variables. Bounded for all
/// operations together, by number and by what the plans hold in memory.
struct PlanCache: Sendable {
  private struct Key: Hashable {
    let operation: PreparedOperation
    let planClass: Viewer.PlanClass
    let shape: PlanShape
  }

  private let cache: BoundedCache<Key, OperationPlan<Viewer>>
  private let planner: Planner<Viewer>

  init(planner: Planner<Viewer>, maximumCount: Int = 4000, maximumBytes: Int = 64 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
    self.planner = planner
  }

  var statistics: CacheStatistics { cache.statistics }

  func plan(
    _ operation: PreparedOperation, for viewer: Viewer, variables: VariableValues
  ) throws(PlanRefusal) -> OperationPlan<Viewer> {
    let shape = PlanShape(of: variables, by: operation.shaping)
    let key = Key(operation: operation, planClass: viewer.planClass, shape: shape)
    if let known = cache.value(for: key) { return known }
    let plan = try planner.plan(operation.operation, for: viewer.planClass, variables: variables)
    // The key holds the operation, also when that is no longer kept for itself.
    cache.insert(plan, for: key, cost: plan.approximateSize + operation.approximateSize)
    return plan
  }
}
