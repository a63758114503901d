import GraphQL
import Domain

/// A request that is ready to be executed.
struct Preparation: Sendable {
  let operation: PreparedOperation
  /// The viewer of the answer: none for an operation that needs no session.
  let viewer: Viewer
  let variables: VariableValues
  let planned: PlanCache.Entry
}
