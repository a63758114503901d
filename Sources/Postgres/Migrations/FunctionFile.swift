/// The definition of one function of the database: a script that `psql -f` runs as well. Running it again changes nothing.
package struct FunctionFile: Sendable, Hashable {
  /// Below `migrations/functions/`: `core/time_ordered_id.sql`.
  package var path: String
  package var sql: String

  package init(path: String, sql: String) {
    self.path = path
    self.sql = sql
  }

  /// The name of the function: that of the file.
  package var function: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.hasSuffix(".sql") ? name.dropLast(4) : name)
  }

  /// Whether migrations call the function: it is applied before those that come after `0079_function_files`.
  package var isForMigrations: Bool { path.hasPrefix("tables/") }

  /// The path below `migrations/`, as reports and errors name the file.
  package var name: String { "functions/\(path)" }
}
