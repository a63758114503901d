/// The status of one migration in a database.
package struct MigrationStatus: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case pending
    /// Applied at this time (ISO 8601, UTC), in that many milliseconds.
    case applied(at: String, milliseconds: Int)
    /// Applied, but the file says something else by now.
    case changed
    /// Applied, but there is no file.
    case missing
  }

  package var name: String
  package var state: State

  package init(name: String, state: State) {
    self.name = name
    self.state = state
  }
}
