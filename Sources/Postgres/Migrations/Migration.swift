/// A step of the schema: a plain SQL script that `psql -f` runs as well. It must not open or end transactions.
package struct Migration: Sendable, Hashable {
  /// Names sort into the order in which migrations are applied: `0001_accounts_and_families`.
  package var name: String
  package var sql: String

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }
}
