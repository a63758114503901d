import GraphQL
import Planning
import Postgres
import SQL
import Domain

/// A query with what its answer is made and remembered by.
struct RunningQuery: Sendable {
  let operation: PreparedOperation
  let plan: QueryPlan<Viewer>
  /// The parts of the state, besides versions, that the answer depends on.
  let scope: VersionScope
  let request: GraphQLRequest
}

/// The rows of statements that were read in one snapshot.
struct SnapshotRows: Sendable {
  let rows: [Rows]
  /// The versions of the snapshot, if it has all.
  let stamps: VersionStamps?
  /// With its places, where the statements read rows of schools.
  let viewer: Viewer
}

extension Gateway {
  /// The running time of one statement of the check alone, shared by all answers that read nothing else.
  private static let lookupTimes = RunningTimes()

  /// Answers a query: from memory, where the database says in one look-up that nothing has changed since, or in one round trip.
  func answer(_ query: RunningQuery, _ running: ExecutionContext) async throws(RequestFailure) -> GraphQLResponse {
    try await answerWithVersions(query, running).response
  }

  /// - Returns: with the answer the versions of the snapshot that it is of, if that has all.
  func answerWithVersions(
    _ query: RunningQuery, _ running: ExecutionContext
  ) async throws(RequestFailure) -> (response: GraphQLResponse, stamps: VersionStamps?) {
    if query.operation.isStandardIntrospection, !query.request.wantsCost, !query.request.wantsPlan {
      return (GraphQLResponse(outcome: .executed, shared: try await standardAnswer(to: query, running)), nil)
    }
    // A plan is of what was read, not of what was remembered.
    guard !query.request.wantsPlan, let memory = answerMemory, let key = memory.identity.key(of: query.request, query.operation, by: running.viewer) else {
      let (completed, stamps) = try await read(query, running)
      return (GraphQLResponse(completed, running), stamps)
    }
    if let answer = try await repeated(key, memory, query, running) { return answer }
    let changes = memory.changes.count(of: running.viewer)
    let (completed, stamps) = try await read(query, running)
    var response = GraphQLResponse(completed, running)
    guard completed.errors.isEmpty, let stamps else { return (response, stamps) }
    let tag = stamps.hidesChanges ? memory.identity.tag(of: key, completed.body) : memory.identity.tag(of: key, stamps)
    memory.answers.keep(.init(body: completed.body, stamps: stamps, tag: tag, changes: changes), for: key)
    // Answer "not modified" if nothing that the viewer sees has changed.
    if stamps.hidesChanges, let condition = query.request.knownTags, tag.isNamed(by: condition) {
      return (GraphQLResponse(notModified: tag), stamps)
    }
    response.tag = tag
    return (response, stamps)
  }

  /// The answer that the gateway or the client has, if the database says that it is good still. Where this process knows that the
  /// family has changed, the database is not asked.
  private func repeated(
    _ key: AnswerKey, _ memory: AnswerMemory, _ query: RunningQuery, _ running: ExecutionContext
  ) async throws(RequestFailure) -> (response: GraphQLResponse, stamps: VersionStamps?)? {
    let condition = query.request.knownTags
    let known = memory.answers.answer(for: key)
    if let known, known.changes != memory.changes.count(of: running.viewer) { return nil }
    if known == nil && condition == nil { return nil }
    guard let stamps = try await read([], query.scope, for: running.timed(by: Self.lookupTimes)).stamps else { return nil }
    let isKnown = known?.stamps == stamps
    if let condition {
      let tag = isKnown ? known?.tag : nil
      let current = tag ?? (stamps.hidesChanges ? nil : memory.identity.tag(of: key, stamps))
      if let current, current.isNamed(by: condition) { return (GraphQLResponse(notModified: current), stamps) }
    }
    guard isKnown, let known else { return nil }
    var response = GraphQLResponse(outcome: .executed, body: known.body)
    response.tag = known.tag
    return (response, stamps)
  }

  /// Its statements, and those that check the membership, in one round trip.
  private func read(
    _ query: RunningQuery, _ request: ExecutionContext
  ) async throws(RequestFailure) -> (response: Completion.Response, stamps: VersionStamps?) {
    let read = try await read(try render(query.plan, request), query.scope, for: request)
    do {
      try query.plan.checkRows(of: read.rows, limits: limits)
    } catch {
      throw RequestFailure(error)
    }
    return (try complete(query.plan, read.rows, request.answered(as: read.viewer)), read.stamps)
  }

  /// Answers an introspection query that tools send. Each request is authorized anew.
  private func standardAnswer(
    to query: RunningQuery, _ request: ExecutionContext
  ) async throws(RequestFailure) -> SharedAnswer {
    let rows = try await run(try render(query.plan, request), for: request)
    if let known = standardAnswers.answer(for: query.operation.key) { return known }
    let answer = SharedAnswer(try complete(query.plan, rows, request, maximumBytes: limits.responseBytes).body)
    standardAnswers.keep(answer, for: query.operation.key)
    return answer
  }

  /// - Returns: the rows of the statements, when the viewer still is what its token says.
  func run(_ statements: [Statement], for request: ExecutionContext) async throws(RequestFailure) -> [Rows] {
    try await read(statements, for: request).rows
  }

  /// - Parameter scope: what the rows depend on besides versions.
  /// - Returns: the rows of the statements, when the viewer still is what its token says.
  func read(
    _ statements: [Statement], _ scope: VersionScope = VersionScope(), for request: ExecutionContext
  ) async throws(RequestFailure) -> SnapshotRows {
    guard case .account(let account) = request.viewer else {
      // No field of a query reads rows for a card reader.
      if case .reader(let reader) = request.viewer {
        let rows = try await snapshot([ReaderCheck(of: reader).question] + statements, request)
        guard ReaderCheck.holds(in: rows) else { throw .unauthenticated }
        return SnapshotRows(rows: Array(rows.dropFirst()), stamps: nil, viewer: request.viewer)
      }
      return SnapshotRows(
        rows: statements.isEmpty ? [] : try await snapshot(statements, request), stamps: nil, viewer: request.viewer)
    }
    let check = MembershipCheck(of: account, reading: scope)
    let guards = check.statements
    let family = account.membership?.familyID
    // Behind the guards, in their scope.
    let size = statements.isEmpty || request.work.isEmpty ? nil : family.flatMap { sizes.isDue($0) ? sizes.statement(of: $0) : nil }
    let before = guards + (size.map { [$0] } ?? [])
    let rows: [Rows]
    do throws(RequestFailure) {
      rows = try await snapshot(before + statements, request)
    } catch {
      // Do not reveal the overflow to a former member.
      if case .tooLarge = error, !statements.isEmpty { _ = try await run([], for: request) }
      throw error
    }
    guard check.holds(in: rows) else { throw .unauthenticated }
    guard let viewer = check.viewer(in: rows) else {
      throw .fault("the places of the account are not those that it reads itself", nil)
    }
    request.log.recorder.confirm(request.viewer)
    if size != nil, let family { sizes.note(rows[guards.count], of: family) }
    return SnapshotRows(
      rows: Array(rows.dropFirst(before.count)), stamps: check.stamps(in: rows), viewer: viewer)
  }

  private func snapshot(_ statements: [Statement], _ request: ExecutionContext) async throws(RequestFailure) -> [Rows] {
    do throws(StatementError) {
      return try await request.log.recorder.counted(statements) { all throws(StatementError) in
        try await pool.snapshot(all, for: request.load, memory: request.memory)
      }
    } catch {
      if error.reason == .answerTooLarge { throw .tooLarge(maximum: limits.responseBytes, nil) }
      if error.reason == .outOfMemory { throw .outOfMemory(nil) }
      throw .database(error)
    }
  }
}

extension GraphQLResponse {
  init(_ completed: Completion.Response) {
    self.init(outcome: completed.errors.isEmpty ? .executed : .executedWithErrors, body: completed.body)
  }

  /// - Parameter running: notes the errors.
  fileprivate init(_ completed: Completion.Response, _ running: ExecutionContext) {
    running.log.recorder.note(completed.errors)
    self.init(completed)
  }
}
