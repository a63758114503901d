import GraphQL
import Memory
import Planning
import Postgres
import SQL
import Domain

extension Gateway {
  /// The expected time from which on a request counts as long.
  private static let heavyTime = Duration.milliseconds(100)
  /// The time that is as much as one unit of cost.
  private static let unitOfCost = Duration.microseconds(2)

  /// Whether an operation reads few rows, whatever its document: without a session there are no more, and of a family it is known.
  private func readsLittle(
    _ planned: PlanCache.Entry, for viewer: Viewer, _ stored: StoredRows?, _ expected: Duration
  ) -> Bool {
    switch viewer {
    case .anonymous, .reader: return true
    case .account:
      guard case .query = planned.plan, stored != nil else { return false }
      return expected < Self.heavyTime && !planned.scope.readsPlaces
    }
  }

  /// The context of a prepared operation: its load, which the family's rows and the plan's times decide.
  /// - Throws: `.invalid` for an operation that costs too much for the family's rows, or whose payload does.
  func context(
    of prepared: Preparation, from sender: RequestSender, _ log: RequestLog, _ memory: MemoryReservation?
  ) async throws(RequestFailure) -> ExecutionContext {
    let (viewer, planned) = (prepared.viewer, prepared.planned)
    try checkBeforeChange(planned.plan, prepared.variables)
    let (family, stored) = size(of: viewer)
    let expected = stored.map { planned.work.time($0, quotas: quotas) } ?? .zero
    let load = Load(
      loadKey(of: viewer, from: sender.network), times: planned.times, isHeavy: expected >= Self.heavyTime,
      isLight: readsLittle(planned, for: viewer, stored, expected))
    let context = ExecutionContext(
      viewer: viewer, variables: prepared.variables, log: log, load: load, memory: memory, network: sender.network,
      work: family == nil ? PlanWork() : planned.work)
    try await check(expected, stored, context)
    return context
  }

  private func size(of viewer: Viewer) -> (family: UUIDValue?, StoredRows?) {
    guard case .account(let account) = viewer, let family = account.membership?.familyID else { return (nil, nil) }
    return (family, sizes.size(of: family))
  }

  /// Refuses an operation that would take too long for what the family has stored.
  private func check(_ expected: Duration, _ stored: StoredRows?, _ context: ExecutionContext) async throws(RequestFailure) {
    let cost = Int(expected / Self.unitOfCost)
    guard cost > limits.cost, let largest = stored?.largest else { return }
    // Do not reveal how much a family has to a former member.
    _ = try await run([], for: context)
    throw .invalid([
      .limitExceeded(
        """
        This operation may cost \(cost) for what your family has stored, \(largest.rows) rows of \(largest.table) alone: more than \
        \(limits.cost). Ask for fewer counts, summaries, searches and grades in one operation.
        """, limit: "cost", maximum: limits.cost, value: cost)
    ])
  }

  /// Refuses a mutation of which the answer would cost too much, or be too large, before anything is changed.
  private func checkBeforeChange(
    _ plan: OperationPlan<Viewer>, _ variables: VariableValues
  ) throws(RequestFailure) {
    do {
      try plan.checkBeforeChange(variables, limits: limits)
    } catch {
      throw RequestFailure(error)
    }
  }
}
