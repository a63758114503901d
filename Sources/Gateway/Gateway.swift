import GraphQL
package import Logging
package import Planning
package import Postgres
import SQL
package import School

/// The way of a request, from its parameters to the bytes of its response.
package struct Gateway: Sendable {
  private let authenticator: Authenticator
  private let reader: OperationReader
  private let operations = OperationCache()
  private let plans: PlanCache
  private let schema: Schema
  private let pool: ConnectionPool
  private let limits: RequestLimits
  private let locks: PlannerLocks

  package init(
    map: EntityMap<Viewer>, authenticator: Authenticator, pool: ConnectionPool,
    documentLimits: DocumentLimits = DocumentLimits(), limits: RequestLimits = RequestLimits(),
    locks: PlannerLocks = .all
  ) {
    self.authenticator = authenticator
    reader = OperationReader(schema: map.schema, limits: documentLimits)
    plans = PlanCache(planner: Planner(map: map, locks: locks))
    schema = map.schema
    self.pool = pool
    self.limits = limits
    self.locks = locks
  }

  /// Answers a request. This is the whole program: each line makes one value from the one before it.
  /// - Parameters:
  ///   - authorization: the header of that name, if there is one.
  ///   - logger: carries the request's id; faults are told to it.
  ///   - requestID: what a client may quote when it asks for help.
  package func respond(
    to request: GraphQLRequest, authorization: String?, logger: Logger, requestID: String
  ) async -> GraphQLResponse {
    do throws(RequestFailure) {
      let viewer = try authenticate(authorization)
      let operation = try read(request)
      let variables = try coerce(request.variables, for: operation)
      let plan = try plan(operation, of: request, for: viewer, variables)
      let statements = try render(plan, for: viewer, variables)
      let rows = try await run(statements, for: viewer)
      return try complete(plan, rows, for: viewer, variables, logger, requestID)
    } catch {
      if let message = error.logMessage { logger.error("\(message)") }
      return error.response(id: requestID)
    }
  }

  private func authenticate(_ authorization: String?) throws(RequestFailure) -> Viewer {
    guard let viewer = authenticator.viewer(authorization: authorization) else { throw .unauthenticated }
    return viewer
  }

  private func read(_ request: GraphQLRequest) throws(RequestFailure) -> PreparedOperation {
    if let known = operations.operation(for: request) {
      try request.checkMethod(allows: known.operation)
      return known
    }
    return PreparedOperation(try reader.operation(of: request))
  }

  private func coerce(
    _ variables: JSONValue?, for operation: PreparedOperation
  ) throws(RequestFailure) -> VariableValues {
    do {
      return try VariableValues(coercing: variables, for: operation.operation, schema: schema)
    } catch {
      throw .invalid(error.errors)
    }
  }

  private func plan(
    _ operation: PreparedOperation, of request: GraphQLRequest, for viewer: Viewer,
    _ variables: VariableValues
  ) throws(RequestFailure) -> QueryPlan<Viewer> {
    do {
      let plan = try plans.plan(operation, for: viewer, variables: variables)
      // Only what could be planned is worth keeping, and not what anyone without a token may send at will.
      if operation.isNew() { operations.keep(operation, for: request) }
      return plan
    } catch {
      throw RequestFailure(error)
    }
  }

  private func render(
    _ plan: QueryPlan<Viewer>, for viewer: Viewer, _ variables: VariableValues
  ) throws(RequestFailure) -> [Statement] {
    do {
      return try plan.statements(for: viewer, variables: variables, limits: limits)
    } catch {
      throw RequestFailure(error)
    }
  }

  /// Runs the membership check and the plan's statements in one round trip.
  /// - Returns: the rows of the plan's statements, when the viewer still is what its token says.
  private func run(_ statements: [Statement], for viewer: Viewer) async throws(RequestFailure) -> [Rows] {
    guard case .account(let account) = viewer else {
      return statements.isEmpty ? [] : try await snapshot(statements)
    }
    let check = MembershipCheck(of: account)
    let guards = check.statements
    let rows = try await snapshot(guards + statements)
    guard check.holds(in: rows) else { throw .unauthenticated }
    return Array(rows.dropFirst(guards.count))
  }

  private func snapshot(_ statements: [Statement]) async throws(RequestFailure) -> [Rows] {
    do {
      return try await pool.snapshot(statements)
    } catch {
      throw .database(error)
    }
  }

  private func complete(
    _ plan: QueryPlan<Viewer>, _ rows: [Rows], for viewer: Viewer, _ variables: VariableValues,
    _ logger: Logger, _ requestID: String
  ) throws(RequestFailure) -> GraphQLResponse {
    guard
      let response = Completion.complete(
        plan, levels: rows, viewer: viewer, variables: variables, faultID: requestID, locks: locks)
    else { throw .fault("the database answers with other columns than this program was built for") }
    if response.foreignRows > 0 {
      logger.critical("refused to write \(response.foreignRows) rows outside the viewer's scope")
    }
    for error in response.errors where error.code == .internal {
      logger.error("\(error.message)", metadata: ["at": "\(error.path)"])
    }
    return GraphQLResponse(
      outcome: response.errors.isEmpty ? .executed : .executedWithErrors, body: response.body)
  }
}
