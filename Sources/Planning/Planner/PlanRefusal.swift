package import GraphQL

/// The reason why an operation is not planned or not rendered: the whole request is refused, nothing was run.
package enum PlanRefusal: Error, Sendable {
  /// A field needs a viewer, and the request has none.
  case unauthenticated
  case invalid(GraphQLError)
  /// A mistake of this program that the checks at start should have caught: for the log, not for a client.
  case fault(String)
}
