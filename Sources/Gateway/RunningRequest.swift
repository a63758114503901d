import GraphQL
import Logging
import School

/// What of a request its execution needs, once it is planned.
struct RunningRequest: Sendable {
  let viewer: Viewer
  let variables: VariableValues
  /// What a client may quote when it asks for help.
  let id: String
  /// Carries the request's id; faults are told to it.
  let logger: Logger
}
