import GraphQL
import Logging
package import Memory
package import Planning
package import Postgres
import SQL
package import Domain

/// The way of a request, from its parameters to the bytes of its response.
package struct Gateway: Sendable {
  private let authenticator: Authenticator
  let documents: DocumentFinder
  let introspection: IntrospectionPolicy
  let reader: OperationReader
  let operations = OperationCache()
  let plans: PlanCache
  let standardAnswers = StandardAnswers()
  /// Operation names for metrics labels.
  package let operationNames = OperationNames()
  let map: EntityMap<Viewer>
  let quotas: [String: Quota]
  /// The sizes of families' data.
  let sizes = FamilySizes()
  let preparations = PreparationQueue()
  package let pool: ConnectionPool
  let limits: RequestLimits
  let locks: PlannerLocks
  /// Whether clients with a session may see the statements that their operations become.
  private let showsPlans: Bool
  let attempts: AttemptCounter?
  package let changes: ChangeQueue
  /// Wakes whoever waits for what a change has touched.
  package let wakeUp: WakeUp
  /// Which of the streams that were woken read again now.
  let streamTurns: StreamTurns
  /// Nil where answers have no tags and none is remembered.
  let answerMemory: AnswerMemory?
  /// Viewers whose session or membership the database did not confirm. Their family does not pay for what they send with
  /// the rest of their token's time.
  private let ended = BoundedCache<AccountViewer, Bool>(maximumCount: 4096)

  /// - Parameters:
  ///   - attempts: counts what may be tried only so often; nil where nothing is.
  ///   - changes: lets one change of a family run at a time.
  ///   - answerMemory: gives answers tags, and remembers them.
  ///   - showsPlans: whether clients with a session may see the statements that their operations become.
  ///   - hints: by which gateways on one database tell each other of changes; nil for this one to tell and hear nothing.
  package init(
    map: EntityMap<Viewer>, authenticator: Authenticator, pool: ConnectionPool,
    documents: DocumentOptions = DocumentOptions(), documentLimits: DocumentLimits = DocumentLimits(),
    limits: RequestLimits = RequestLimits(), locks: PlannerLocks = .all, attempts: AttemptCounter? = nil,
    changes: ChangeQueue = ChangeQueue(), answerMemory: AnswerMemory? = nil, hints: ChangeHints? = nil,
    showsPlans: Bool = false
  ) {
    self.authenticator = authenticator
    self.documents = DocumentFinder(documents)
    introspection = documents.introspection
    reader = OperationReader(schema: map.schema, limits: documentLimits)
    plans = PlanCache(planner: Planner(map: map, locks: locks))
    self.map = map
    quotas = map.quotas
    self.pool = pool
    self.limits = limits
    self.locks = locks
    self.showsPlans = showsPlans
    self.attempts = attempts
    self.changes = changes
    self.answerMemory = answerMemory
    wakeUp = WakeUp(hints: hints)
    streamTurns = StreamTurns(limit: pool.configuration.preferredSize ?? pool.configuration.size)
  }

  /// The sender of a request; nil when its token is not valid.
  /// - Parameter authorization: the header of that name, if there is one.
  package func viewer(authorization: String?) -> Viewer? { authenticator.viewer(authorization: authorization) }

  /// The time for which a token is valid still, in seconds; nil without a valid one.
  func secondsLeft(_ authorization: String?) -> Int64? { authenticator.secondsLeft(authorization: authorization) }

  /// Answers a request for the viewer whom its `Authorization` header names.
  package func respond(
    to request: GraphQLRequest, authorization: String?, log: RequestLog,
    network: @escaping @Sendable () -> ClientNetwork? = { nil }
  ) async -> GraphQLResponse {
    await respond(
      to: request, as: viewer(authorization: authorization), authorization: authorization, log: log, network: network)
  }

  /// The answer to a request that is better refused at once, before any work is done for it; see
  /// `ConnectionPool.refusal`. Nil when it may come.
  /// - Parameters:
  ///   - viewer: nil when the request's token is not valid.
  ///   - network: where the request comes from.
  package func overloadAnswer(of viewer: Viewer?, from network: () -> ClientNetwork?) -> GraphQLResponse? {
    guard let error = pool.refusal(of: loadKey(of: viewer, from: network)) else { return nil }
    if case .throttled = error.reason { return RequestFailure.database(error).response(id: "") }
    return .overloaded
  }

  func loadKey(of viewer: Viewer?, from network: () -> ClientNetwork?) -> LoadKey {
    if case .account(let account) = viewer, ended.value(for: account) != nil { return LoadKey(nil, network) }
    return LoadKey(viewer, network)
  }

  /// Answers a request. This is the whole program: each line makes one value from the one before it.
  /// - Parameters:
  ///   - viewer: nil when the request's token is not valid.
  ///   - authorization: the header that has the token, for the message to a request without a valid one.
  ///   - log: faults are told to it.
  ///   - memory: holds what the request takes; nil to count nothing.
  ///   - network: where the request comes from; asked only for what is limited by it.
  package func respond(
    to request: GraphQLRequest, as viewer: Viewer?, authorization: String?, log: RequestLog,
    memory: MemoryReservation? = nil,
    network: @escaping @Sendable () -> ClientNetwork? = { nil }
  ) async -> GraphQLResponse {
    let result = await execute(
      request, as: viewer, authorization: authorization, log: log, memory: memory, readsStreams: false, network: network)
    return switch result {
    case .answer(let response): response
    case .live: .streamRequired
    }
  }

  /// The same for a client that may read answers that go on.
  /// - Parameter readsStreams: whether it can; a subscription is refused otherwise.
  package func execute(
    _ request: GraphQLRequest, as viewer: Viewer?, authorization: String?, log: RequestLog,
    memory: MemoryReservation? = nil, readsStreams: Bool = true,
    network: @escaping @Sendable () -> ClientNetwork? = { nil }
  ) async -> ExecutionResult {
    let sender = RequestSender(viewer: viewer, authorization: authorization, network: network)
    var request = request
    request.wantsPlan = request.wantsPlan && showsPlans
    if request.wantsPlan { log.recorder.keepRuns() }
    var cost: CostReport?
    defer { log.recorder.end(operationNames) }
    do throws(RequestFailure) {
      let prepared = try await preparation(of: request, from: sender, log)
      cost = request.wantsCost || request.wantsPlan ? CostReport(of: prepared.planned.plan, prepared.variables, limits: limits) : nil
      let context = try await context(of: prepared, from: sender, log, memory)
      let result = try await run(prepared, of: request, from: sender, in: context, readsStreams: readsStreams)
      documents.keep(request, of: prepared.viewer)
      let plan = request.wantsPlan ? PlanReport(of: prepared.planned.plan, log.recorder.record) : nil
      return result.adding { extensions(of: $0, cost, request) + (plan.map { [.init("plan", $0.json)] } ?? []) }
    } catch {
      return .answer(await answer(to: error, from: sender, log, cost))
    }
  }

  /// Runs the operation: a query in one round trip, a mutation in a transaction for each field; a subscription begins.
  private func run(
    _ prepared: Preparation, of request: GraphQLRequest, from sender: RequestSender, in context: ExecutionContext,
    readsStreams: Bool
  ) async throws(RequestFailure) -> ExecutionResult {
    switch prepared.planned.plan {
    case .query(let plan): return .answer(try await answer(query(plan, prepared, request), context))
    case .mutation(let fields):
      let completed = try await change(fields, context)
      context.log.recorder.note(completed.errors)
      return .answer(GraphQLResponse(completed))
    case .subscription(let plan, let added):
      guard readsStreams else { return .answer(.streamRequired) }
      return .live(
        try await stream(query(plan, prepared, request), added: added, context, authorization: sender.authorization))
    }
  }

  private func query(_ plan: QueryPlan<Viewer>, _ prepared: Preparation, _ request: GraphQLRequest) -> RunningQuery {
    RunningQuery(operation: prepared.operation, plan: plan, scope: prepared.planned.scope, request: request)
  }

  /// The response to a failed request. It has no cost for a request without a valid session.
  private func answer(
    to failure: RequestFailure, from sender: RequestSender, _ log: RequestLog, _ cost: CostReport?
  ) async -> GraphQLResponse {
    var cost = cost
    if case .unauthenticated = failure {
      cost = nil
      if case .account(let account) = sender.viewer { ended.insert(true, for: account) }
      if let refusal = await refusal(of: sender.viewer, from: sender.network) {
        log.recorder.note([refusal])
        return GraphQLResponse(.unauthenticated, errors: [refusal])
      }
    }
    if let message = failure.logMessage { log.logger.error("\(message)") }
    log.recorder.note(failure.errors(id: log.requestID))
    let problem = authenticator.problem(with: sender.authorization, viewer: sender.viewer)
    return failure.response(id: log.requestID, tokenProblem: problem).with(cost)
  }

  /// The statistics of the caches since the start, by name.
  package var caches: [(name: String, statistics: CacheStatistics)] {
    [("operations", operations.statistics), ("plans", plans.statistics)]
      + (answerMemory.map { [("answers", $0.answers.statistics)] } ?? [])
  }

  private func extensions(
    of response: GraphQLResponse, _ cost: CostReport?, _ request: GraphQLRequest
  ) -> [JSONValue.Member] {
    if response.outcome == .notModified { return [] }
    let tag = request.wantsTag ? response.tag.map { JSONValue.string("\($0)") } : nil
    return (cost.map { [.init("cost", $0.json)] } ?? []) + (tag.map { [.init("etag", $0)] } ?? [])
  }
}
