package import SQL

/// A function of the database that runs with its owner's rights: one of a short list that migrations define.
package struct DatabaseFunction: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// Its rows.
  ///
  ///     SELECT * FROM family_of_code($1)
  package func call(_ arguments: SQLValue...) -> SQL { call(arguments) }

  func call(_ arguments: [SQLValue]) -> SQL {
    let binds = arguments.map { argument -> SQL in "\(bind: argument)" }.joined(separator: ", ")
    return "SELECT * FROM \(identifier: name)(\(binds))"
  }
}
