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
  /// The function of this file has another result, or other names of parameters, than the one in the database. No function file was
  /// applied.
  case otherResult(String, StatementError)
  /// The database has a function of this file's name that the file does not define; nil: the file defines no function of its name. No
  /// function file was applied.
  case otherSignature(String, String?)
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
    case .otherResult(let name, let error):
      "\(name) failed and all function files were rolled back: \(error.message): "
        + "drop the function in a numbered migration, with what depends on it"
    case .otherSignature(let name, let function?):
      "\(name) does not define \(function), which the database has; all function files were rolled back: "
        + "drop the function in a numbered migration"
    case .otherSignature(let name, nil): "\(name) defines no function of its name; all function files were rolled back"
    case .database(let error): "the state of migrations cannot be read: \(error.message)"
    }
  }
}
