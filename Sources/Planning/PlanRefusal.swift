package import GraphQL

/// Why an operation is not planned or not rendered: the whole request is refused, nothing was run.
package enum PlanRefusal: Error, Sendable {
  /// A field needs a viewer, and the request has none.
  case unauthenticated
  case invalid(GraphQLError)
}
