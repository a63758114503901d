import GraphQL
import Logging
package import Memory
package import Planning
package import Postgres
import SQL
package import School

/// The way of a request, from its parameters to the bytes of its response.
package struct Gateway: Sendable {
  private let authenticator: Authenticator
  let documents: DocumentFinder
  private let introspection: IntrospectionPolicy
  private let reader: OperationReader
  private let operations = OperationCache()
  private let plans: PlanCache
  let standardAnswers = StandardAnswers()
  /// Operation names for metrics labels.
  package let operationNames = OperationNames()
  let map: EntityMap<Viewer>
  private let quotas: [String: Quota]
  /// The sizes of families' data.
  let sizes = FamilySizes()
  private let preparations = PreparationQueue()
  package let pool: ConnectionPool
  let limits: RequestLimits
  let locks: PlannerLocks
  let attempts: AttemptCounter?
  package let changes: ChangeQueue
  /// Wakes the streams whose answers have become others.
  package let watch: VersionWatch
  /// Nil where other processes are not told of changes.
  package let announcer: ChangeAnnouncer?
  /// Wakes those who send messages once a change has put one into the outbox.
  package let messages = MessageHint()
  /// Wakes those who send pushes.
  package let pushes = MessageHint()
  /// Nil where answers have no tags and none is remembered.
  let answerMemory: AnswerMemory?
  /// Viewers whose session or membership the database did not confirm. Their family does not pay for what they send with
  /// the rest of their token's time.
  private let ended = BoundedCache<AccountViewer, Bool>(maximumCount: 4096)

  /// - Parameters:
  ///   - attempts: counts what may be tried only so often; nil where nothing is.
  ///   - changes: lets one change of a family run at a time.
  ///   - answerMemory: gives answers tags, and remembers them.
  ///   - hints: by which gateways on one database tell each other of changes; nil for this one to tell and hear nothing.
  package init(
    map: EntityMap<Viewer>, authenticator: Authenticator, pool: ConnectionPool,
    documents: DocumentOptions = DocumentOptions(), documentLimits: DocumentLimits = DocumentLimits(),
    limits: RequestLimits = RequestLimits(), locks: PlannerLocks = .all, attempts: AttemptCounter? = nil,
    changes: ChangeQueue = ChangeQueue(), answerMemory: AnswerMemory? = nil, hints: ChangeHints? = nil
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
    self.attempts = attempts
    self.changes = changes
    self.answerMemory = answerMemory
    watch = VersionWatch(hints: hints)
    announcer = hints.map { ChangeAnnouncer($0) }
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
    let opening = await open(
      request, as: viewer, authorization: authorization, log: log, memory: memory, readsStreams: false, network: network)
    return switch opening {
    case .answer(let response): response
    case .live: .streamRequired
    }
  }

  /// The same for a client that may read answers that go on.
  /// - Parameter readsStreams: whether it can; a subscription is refused otherwise.
  package func open(
    _ request: GraphQLRequest, as viewer: Viewer?, authorization: String?, log: RequestLog,
    memory: MemoryReservation? = nil, readsStreams: Bool = true,
    network: @escaping @Sendable () -> ClientNetwork? = { nil }
  ) async -> Opening {
    var cost: CostReport?
    defer { log.recorder.end(operationNames) }
    do throws(RequestFailure) {
      if let viewer { log.recorder.note(viewer) }
      let prepared = try await preparation(of: request, from: viewer, log, network)
      let (operation, viewer, variables, planned) = (prepared.operation, prepared.viewer, prepared.variables, prepared.planned)
      let plan = planned.plan
      if request.wantsCost { cost = CostReport(of: plan, variables, limits: limits) }
      try checkBeforeChange(plan, variables)
      let (family, stored) = size(of: viewer)
      let expected = stored.map { planned.work.time($0, quotas: quotas) } ?? .zero
      let load = Load(
        loadKey(of: viewer, from: network), times: planned.times, isHeavy: expected >= Self.heavyTime,
        isLight: readsLittle(planned, for: viewer, stored, expected))
      let running = RunningRequest(
        viewer: viewer, variables: variables, log: log, load: load, memory: memory, network: network,
        work: family == nil ? PlanWork() : planned.work)
      try await check(expected, stored, running)
      let response: GraphQLResponse
      switch plan {
      case .query(let plan):
        let query = RunningQuery(operation: operation, plan: plan, scope: planned.scope, request: request)
        response = try await answer(query, running)
      case .mutation(let fields):
        let completed = try await change(fields, running)
        noteChange(by: viewer)
        if log.recorder.record.sent.contains(where: OutgoingMessage.isEnqueued) { messages.wake() }
        if log.recorder.record.sent.contains(where: NotificationWrites.contain) { pushes.wake() }
        log.recorder.note(completed.errors)
        response = GraphQLResponse(completed)
      case .subscription(let plan, let added):
        guard readsStreams else { return .answer(.streamRequired) }
        let query = RunningQuery(operation: operation, plan: plan, scope: planned.scope, request: request)
        let live = try await stream(query, added: added, running, authorization: authorization)
        documents.keep(request, of: viewer)
        return .live(live)
      }
      documents.keep(request, of: viewer)
      return .answer(response.with(extensions(of: response, cost, request)))
    } catch {
      // Do not report cost to unauthenticated clients.
      if case .unauthenticated = error {
        cost = nil
        if case .account(let account) = viewer { ended.insert(true, for: account) }
        if let refusal = await refusal(of: viewer, from: network) {
          log.recorder.note([refusal])
          return .answer(GraphQLResponse(.unauthenticated, errors: [refusal]))
        }
      }
      if let message = error.logMessage { log.logger.error("\(message)") }
      log.recorder.note(error.errors(id: log.requestID))
      let response = error.response(
        id: log.requestID, tokenProblem: authenticator.problem(with: authorization, viewer: viewer))
      return .answer(response.with(cost))
    }
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

  /// The operation and plan of a request: at once where both are kept, else from a thread of `preparations`.
  private func preparation(
    of request: GraphQLRequest, from viewer: Viewer?, _ log: RequestLog, _ network: () -> ClientNetwork?
  ) async throws(RequestFailure) -> Preparation {
    if let operation = kept(request, for: viewer) {
      let admitted = operation.needsNoSession ? .anonymous : viewer ?? .anonymous
      log.recorder.note(operation)
      let variables = try coerce(request.variables, for: operation, of: admitted)
      if let planned = plans.kept(operation, for: admitted, variables: variables) {
        return Preparation(operation: operation, viewer: admitted, variables: variables, planned: planned)
      }
    }
    return try await preparations.run(for: loadKey(of: viewer, from: network)) {
      Result { () throws(RequestFailure) in
        let (operation, admitted) = try admit(request, from: viewer)
        log.recorder.note(operation)
        let variables = try coerce(request.variables, for: operation, of: admitted)
        let planned = try plan(operation, for: admitted, variables)
        return Preparation(operation: operation, viewer: admitted, variables: variables, planned: planned)
      }
    }.get()
  }

  /// The operation, if it was prepared before and may be executed for this viewer by this method.
  private func kept(_ request: GraphQLRequest, for viewer: Viewer?) -> PreparedOperation? {
    guard let document = try? documents.text(of: request),
      let operation = operations.kept(for: key(of: document, request, for: viewer ?? .anonymous)),
      viewer != nil || operation.needsNoSession, (try? request.checkMethod(allows: operation.operation)) != nil
    else { return nil }
    return operation
  }

  private func key(of document: String, _ request: GraphQLRequest, for viewer: Viewer) -> OperationCache.Key {
    OperationCache.Key(
      document, operationName: request.operationName, showsSchema: introspection.shows(schemaTo: viewer))
  }

  /// The operation of a request, and the viewer that it is answered as. An operation that needs no session is answered as
  /// without one, whatever token comes with it: clients send the header with every request, and sign in or continue a
  /// session just when their token has expired.
  /// - Parameter viewer: nil when the request's token is not valid.
  /// - Throws: `.unauthenticated` when the token is not valid, whatever else is wrong with the request; but for a document
  ///   that is not known here, which may be one of these.
  private func admit(
    _ request: GraphQLRequest, from viewer: Viewer?
  ) throws(RequestFailure) -> (PreparedOperation, Viewer) {
    let operation: PreparedOperation
    do throws(RequestFailure) {
      operation = try prepare(try documents.text(of: request), of: request, for: viewer ?? .anonymous)
    } catch {
      throw viewer != nil || error.asksForDocument ? error : .unauthenticated
    }
    if operation.needsNoSession { return (operation, .anonymous) }
    guard let viewer else { throw .unauthenticated }
    return (operation, viewer)
  }

  func prepare(
    _ document: String, of request: GraphQLRequest, for viewer: Viewer
  ) throws(RequestFailure) -> PreparedOperation {
    let key = key(of: document, request, for: viewer)
    if let known = operations.operation(for: key) {
      try request.checkMethod(allows: known.operation)
      return known
    }
    let operation = try reader.operation(in: document, for: request, showsSchema: introspection.shows(schemaTo: viewer))
    return PreparedOperation(operation, key: key, map: map)
  }

  func coerce(
    _ variables: JSONValue?, for operation: PreparedOperation, of viewer: Viewer
  ) throws(RequestFailure) -> VariableValues {
    if let variables { try reader.checkSize(of: variables) }
    do {
      return try VariableValues(
        coercing: variables, for: operation.operation, schema: map.schema,
        suggestions: introspection.shows(schemaTo: viewer), advice: true)
    } catch {
      throw .invalid(error.errors)
    }
  }

  func plan(
    _ operation: PreparedOperation, for viewer: Viewer, _ variables: VariableValues
  ) throws(RequestFailure) -> PlanCache.Entry {
    do {
      let plan = try plans.plan(operation, for: viewer, variables: variables)
      // Only what could be planned is worth keeping.
      if operation.isNew() { operations.keep(operation, for: operation.key) }
      return plan
    } catch {
      throw RequestFailure(error)
    }
  }

  /// From which expected time on a request counts as one that may take long.
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

  private func size(of viewer: Viewer) -> (family: UUIDValue?, StoredRows?) {
    guard case .account(let account) = viewer, let family = account.membership?.familyID else { return (nil, nil) }
    return (family, sizes.size(of: family))
  }

  /// Refuses an operation that would take too long for what the family has stored.
  private func check(_ expected: Duration, _ stored: StoredRows?, _ running: RunningRequest) async throws(RequestFailure) {
    let cost = Int(expected / Self.unitOfCost)
    guard cost > limits.cost, let largest = stored?.largest else { return }
    // How much a family has is not for those who have no membership any more.
    _ = try await run([], for: running)
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

  func render(
    _ plan: QueryPlan<Viewer>, _ request: RunningRequest, changed: ChangedKeys = [:]
  ) throws(RequestFailure) -> [Statement] {
    do {
      return try plan.statements(
        for: request.viewer, variables: request.variables, limits: limits, changed: changed)
    } catch {
      throw RequestFailure(error)
    }
  }

  /// - Parameters:
  ///   - maximumBytes: the maximum size of the answer; nil for the viewer's own maximum.
  ///   - outcome: what became of the change whose answer it is.
  func complete(
    _ plan: QueryPlan<Viewer>, _ rows: [Rows], _ request: RunningRequest, changed: ChangedKeys = [:],
    given: [String: GivenValue] = [:], maximumBytes: Int? = nil, outcome: ChangeOutcome? = nil
  ) throws(RequestFailure) -> Completion.Response {
    // The answer is copied at the end, so for a moment it takes twice its size.
    let limit = AnswerLimit(maximum: maximumBytes ?? limits.responseBytes(for: request.viewer)) { [request] in
      request.memory?.hold(2 * $0, for: .json) ?? true
    }
    guard
      let response = Completion.complete(
        plan, results: rows, viewer: request.viewer, variables: request.variables, changed: changed,
        given: given, faultID: request.log.requestID, locks: locks, limit: limit)
    else { throw .fault("the database answers with other columns than this program was built for", outcome) }
    if response.foreignRows > 0 {
      request.log.logger.critical("refused to write \(response.foreignRows) rows outside the viewer's scope")
    }
    switch response.excess {
    case .size?:
      // The whole answer, where this is the part of one field.
      let maximum = maximumBytes == nil ? limit.maximum : limits.responseBytes
      throw maximum < limits.responseBytes
        ? .tooLargeWithoutSession(maximum: maximum, outcome) : .tooLarge(maximum: maximum, outcome)
    case .memory?: throw .outOfMemory(outcome)
    case nil: break
    }
    for error in response.errors where error.code == .internal {
      request.log.logger.error("\(error.message)", metadata: ["at": "\(error.path)"])
    }
    return response
  }
}
