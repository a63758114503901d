import GraphQL
package import Domain

extension Gateway {
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
