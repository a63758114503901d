import GraphQL
import Planning
import Postgres
import Domain

/// The plans of kept operations, for each class of viewers and each shape of the variables. Bounded for all
/// operations together, by number and by what the plans hold in memory.
struct PlanCache: Sendable {
  private struct Key: Hashable {
    let operation: PreparedOperation
    let planClass: Viewer.PlanClass
    let shape: PlanShape
  }

  /// A plan, and how long it took.
  struct Entry: Sendable {
    let plan: OperationPlan<Viewer>
    let times: RunningTimes
    /// The parts of the state, besides versions, that an answer depends on.
    let scope: VersionScope
    /// The rows of a family that its statements may read.
    let work: PlanWork
  }

  private let cache: BoundedCache<Key, Entry>
  private let planner: Planner<Viewer>

  init(planner: Planner<Viewer>, maximumCount: Int = 4000, maximumBytes: Int = 64 << 20) {
    cache = BoundedCache(maximumCount: maximumCount, maximumCost: maximumBytes)
    self.planner = planner
  }

  var statistics: CacheStatistics { cache.statistics }

  /// The plan, if it was made before.
  func kept(_ operation: PreparedOperation, for viewer: Viewer, variables: VariableValues) -> Entry? {
    cache.kept(for: key(operation, viewer, variables))
  }

  func plan(
    _ operation: PreparedOperation, for viewer: Viewer, variables: VariableValues
  ) throws(PlanRefusal) -> Entry {
    let key = key(operation, viewer, variables)
    if let known = cache.value(for: key) { return known }
    let plan = try planner.plan(operation.operation, for: viewer.planClass, variables: variables)
    let scope: VersionScope =
      switch plan {
      case .query(let query), .subscription(let query, _):
        VersionScope(query.dependencies)
      case .mutation: VersionScope()
      }
    let entry = Entry(plan: plan, times: RunningTimes(), scope: scope, work: plan.work)
    // The key holds the operation, also when that is no longer kept for itself.
    cache.insert(entry, for: key, cost: plan.approximateSize + operation.approximateSize)
    return entry
  }

  private func key(_ operation: PreparedOperation, _ viewer: Viewer, _ variables: VariableValues) -> Key {
    Key(operation: operation, planClass: viewer.planClass, shape: PlanShape(of: variables, by: operation.shaping))
  }
}
