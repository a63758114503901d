package import SQL

/// The rows of which a subscription tells each one that is added, or changes. The raw value is how its plan calls the row.
package enum StreamedRows: String, Sendable, CaseIterable {
  case notification
  case dismissal
  case classDismissal

  /// A row in one of its versions.
  package struct Key: Hashable, Sendable {
    package let id: UUIDValue
    let version: Int32
  }

  /// For how long a row may be found. Transactions end sooner, and a row is seen only once its own has ended: rows are not found in
  /// the order of their times.
  private static let window = "60 seconds"

  /// Reads the keys of the rows of the last minute, the oldest first. It reads in the viewer's scope.
  /// - Returns: nil where the viewer has none.
  package func recent(of account: AccountViewer) -> Statement? {
    switch self {
    case .notification:
      guard let membership = account.membership else { return nil }
      return Statement(
        text: """
          SELECT id, 1 FROM notifications WHERE family_id = $1 AND recipient_id = $2 AND deleted_at IS NULL \
          AND created_at > now() - interval '\(Self.window)' ORDER BY created_at, id
          """,
        binds: [.uuid(membership.familyID), .uuid(membership.memberID)])
    case .dismissal:
      guard let membership = account.membership else { return nil }
      return Statement(
        text: """
          SELECT id, version FROM dismissals WHERE family_id = $1 AND updated_at > now() - interval '\(Self.window)' \
          ORDER BY updated_at, id
          """,
        binds: [.uuid(membership.familyID)])
    case .classDismissal:
      // Each by an index of its own.
      let ways = [("staff_school_id", Viewer.Attribute.staffSchoolIDs), ("class_id", .staffClassIDs)]
      let selects = ways.map { column, attribute in
        """
        SELECT id, version, updated_at FROM dismissals \
        WHERE \(column) = ANY (nullif(current_setting('\(attribute.setting ?? "")', true), '')::uuid[]) \
        AND updated_at > now() - interval '\(Self.window)'
        """
      }
      return Statement(text: "SELECT id, version FROM (\(selects.joined(separator: " UNION "))) AS lately ORDER BY updated_at, id", binds: [])
    }
  }

  /// - Parameter rows: the answer to `recent`.
  package static func keys(in rows: Rows) -> [Key] {
    (0..<rows.count).compactMap { row in
      guard let id = rows.uuid(row: row, column: 0), let version = rows.int4(row: row, column: 1) else { return nil }
      return Key(id: id, version: version)
    }
  }
}
