package import SQL

/// The reason why migrations were not applied.
package enum MigrationError: Error, Sendable {
  /// Two files have this name.
  case duplicate(String)
  /// The database has had this migration in another wording.
  case changed(String)
  /// The database has had this migration, and there is no file for it.
  case missing(String)
  /// The database has had this migration, which sorts after the last file: it is of a later release.
  case later(String, last: String)
  /// A new migration that sorts before one that the database has had.
  case outOfOrder(String, after: String)
  /// Running this migration failed; it was rolled back, those before it stay.
  case failed(String, StatementError)
  /// The database could not be read.
  case database(StatementError)
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .duplicate(let name): "two migrations are called \(name)"
    case .changed(let name): "\(name) was changed after it was applied: restore it, and write a new migration instead"
    case .missing(let name): "\(name) was applied to this database, but there is no such file any more"
    case .later(let name, let last):
      "\(name) was applied to this database, but by a later release: this one ends with \(last)"
    case .outOfOrder(let name, let last):
      "\(name) is new but sorts before \(last), which was applied already: rename it"
    case .failed(let name, let error): "\(name) failed and was rolled back: \(error.message)"
    case .database(let error): "the state of migrations cannot be read: \(error.message)"
    }
  }
}
