import GraphQL
import School

/// What a request asks for, and how it is answered.
struct Preparation: Sendable {
  let operation: PreparedOperation
  /// Whom the request is answered as: an operation that needs no session, as without one.
  let viewer: Viewer
  let variables: VariableValues
  let planned: PlanCache.Entry
}
