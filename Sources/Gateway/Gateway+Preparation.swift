import GraphQL
import Planning
package import Domain

extension Gateway {
  /// The operation and plan of a request: at once where both are kept, else from a thread of `preparations`.
  func preparation(
    of request: GraphQLRequest, from sender: RequestSender, _ log: RequestLog
  ) async throws(RequestFailure) -> Preparation {
    let viewer = sender.viewer
    if let viewer { log.recorder.note(viewer) }
    if let operation = kept(request, for: viewer) {
      let admitted = operation.needsNoSession ? .anonymous : viewer ?? .anonymous
      log.recorder.note(operation)
      let variables = try coerce(request.variables, for: operation, of: admitted)
      if let planned = plans.kept(operation, for: admitted, variables: variables) {
        return Preparation(operation: operation, viewer: admitted, variables: variables, planned: planned)
      }
    }
    return try await preparations.run(for: loadKey(of: viewer, from: sender.network)) {
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

  /// Goes through the stages of `respond(to:authorization:log:network:)` from a request's document to its plan, and no
  /// further: so that what they cost can be measured alone.
  /// - Returns: whether the request has a plan.
  package func prepares(_ request: GraphQLRequest, for viewer: Viewer) -> Bool {
    do throws(RequestFailure) {
      let operation = try prepare(try documents.text(of: request), of: request, for: viewer)
      let variables = try coerce(request.variables, for: operation, of: viewer)
      _ = try plan(operation, for: viewer, variables)
      return true
    } catch {
      return false
    }
  }
}
