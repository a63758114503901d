package import SQL

/// The rows of which a subscription tells each one that is added, or changes. The raw value is how its plan calls the row.
package enum StreamedRows: String, Sendable, CaseIterable {
  case notification
  case dismissal
  case classDismissal

  /// A row in one of its versions.
  package struct Key: Hashable, Sendable {
    package let id: UUIDValue
    let version: Int64
    /// Whether somebody waits for what becomes of it: it is found for as long as that.
    package let isOpen: Bool
  }

  /// The time for which a row may be found. Transactions end sooner, and a row is seen only once its own has ended:
  /// rows are not found in the order of their times.
  private static let window = "60 seconds"

  private static let isOpen = "state IN ('REQUESTED', 'READY') AND day_ends_at > now()"

  /// Reads the keys of the rows of the last minute, and of those that are open, the oldest first. It reads in the viewer's scope.
  /// - Returns: nil where the viewer has none.
  package func recent(of account: AccountViewer) -> Statement? {
    switch self {
    case .notification:
      guard let membership = account.membership else {
        return Statement(
          text: """
            SELECT id, (extract(epoch FROM created_at) * 1000)::int8 % 2147483647, false FROM account_notifications \
            WHERE account_id = $1 AND deleted_at IS NULL AND created_at > now() - interval '\(Self.window)' ORDER BY created_at, id
            """,
          binds: [.uuid(account.accountID)])
      }
      return Statement(
        text: """
          SELECT id, (extract(epoch FROM created_at) * 1000)::int8 % 2147483647, false FROM notifications \
          WHERE family_id = $1 AND recipient_id = $2 AND deleted_at IS NULL \
          AND created_at > now() - interval '\(Self.window)' ORDER BY created_at, id
          """,
        binds: [.uuid(membership.familyID), .uuid(membership.memberID)])
    case .dismissal:
      guard let membership = account.membership else { return nil }
      // As the visibility of dismissals has it.
      let guarded = membership.role == .student ? " OR dismissals.student_id <> $2" : ""
      return Self.dismissals(
        [
          """
          family_id = $1 AND NOT EXISTS (SELECT 1 FROM pickup_guardians barred WHERE barred.family_id = $1 \
          AND barred.enrolment_id = dismissals.enrolment_id AND (barred.member_id = $2\(guarded)) AND barred.is_barred)
          """
        ], binds: [.uuid(membership.familyID), .uuid(membership.memberID)])
    case .classDismissal:
      // Each by an index of its own.
      let ways = [("staff_school_id", Viewer.Attribute.staffSchoolIDs), ("class_id", .staffClassIDs)]
      return Self.dismissals(
        ways.map { column, attribute in
          "\(column) = ANY (nullif(current_setting('\(attribute.setting ?? "")', true), '')::uuid[])"
        }, binds: [])
    }
  }

  /// Reads the keys of dismissals that the viewer sees in some ways.
  private static func dismissals(_ ways: [String], binds: [SQLValue]) -> Statement {
    let selects = ways.flatMap { way in
      ["updated_at > now() - interval '\(window)'", isOpen].map { condition in
        "SELECT id, version::int8, \(isOpen) AS is_open, updated_at FROM dismissals WHERE \(way) AND \(condition)"
      }
    }
    return Statement(
      text: "SELECT id, version, is_open FROM (\(selects.joined(separator: " UNION "))) AS lately ORDER BY updated_at, id",
      binds: binds)
  }

  /// - Parameter rows: the answer to `recent`.
  package static func keys(in rows: Rows) -> [Key] {
    (0..<rows.count).compactMap { row in
      guard let id = rows.uuid(row: row, column: 0), let version = rows.int8(row: row, column: 1) else { return nil }
      return Key(id: id, version: version, isOpen: rows.isTrue(row: row, column: 2))
    }
  }
}
