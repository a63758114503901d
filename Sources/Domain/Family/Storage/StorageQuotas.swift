package import Planning
package import SQL

/// The most rows and bytes that a family may keep in each table. `hatched migrate` writes them to the table
/// `storage_quotas`, by which the database refuses what passes them: see the migration 0032_storage_quotas.
package struct StorageQuotas: Sendable {
  /// By table.
  package private(set) var byKind: [String: Quota]

  /// The quotas that the entities declare, and those of tables that no type shows.
  package init(of map: EntityMap<Viewer>) {
    // The ids by which the server recognizes a retry. The oldest of a full table give way.
    byKind = map.quotas.merging(["used_ids": Quota(rows: 200_000, bytes: 32 << 20)]) { declared, _ in declared }
  }

  /// The value of `StorageKind` for a table.
  package static func kind(of table: String) -> String { table == "file_uses" ? "FILES" : table.uppercased() }

  /// Sets another quota.
  /// - Returns: false when there is no such kind.
  package mutating func set(_ quota: Quota, of kind: String) -> Bool {
    guard byKind[kind] != nil else { return false }
    byKind[kind] = quota
    return true
  }

  /// The number of bytes that a family may keep in all.
  package var bytes: Int { byKind.values.reduce(0) { $0 + $1.bytes } }

  /// Writes the quotas, and gives the kinds whose quota was another.
  ///
  ///     SELECT kind FROM unnest($1, $2, $3) AS quotas(kind, rows, bytes) WHERE set_quota(kind, rows, bytes) ORDER BY kind
  package var update: Statement { select("set_quota(kind, rows, bytes)") }

  /// The kinds whose quota in the database is another.
  package var differing: Statement {
    select(
      """
      NOT EXISTS (SELECT 1 FROM storage_quotas kept WHERE (kept.kind, kept.maximum_rows, kept.maximum_bytes) \
      = (quotas.kind, quotas.rows, quotas.bytes))
      """)
  }

  private func select(_ condition: SQL) -> Statement {
    let kinds = byKind.sorted { $0.key < $1.key }
    func numbers(_ number: (Quota) -> Int) -> SQL {
      "string_to_array(\(bind: .text(kinds.map { "\(number($0.value))" }.joined(separator: ","))), ',')::int[]"
    }
    let sql: SQL = """
      SELECT kind FROM unnest(\(bind: .textArray(kinds.map(\.key))), \(numbers(\.rows)), \(numbers(\.bytes))) \
      AS quotas(kind, rows, bytes) WHERE \(condition) ORDER BY kind
      """
    return sql.statement
  }
}
