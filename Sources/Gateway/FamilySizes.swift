import Planning
import SQL
import Domain

/// The sizes of families' data, as the database counted them lately. The gateway uses them to estimate the rows that an
/// operation reads for a family. Bounded; a family that is not known is read with its next request, in the same round
/// trip.
final class FamilySizes: Sendable {
  private struct Entry: Sendable {
    let stored: StoredRows
    let readAt: ContinuousClock.Instant
  }

  /// The time for which an entry is not read anew. A family that grows meanwhile is taken for smaller than it is.
  private static let period = Duration.seconds(60)

  private let entries = BoundedCache<UUIDValue, Entry>(maximumCount: 16_384)

  /// Nil for a family that is not known.
  func size(of family: UUIDValue) -> StoredRows? { entries.value(for: family)?.stored }

  func isDue(_ family: UUIDValue) -> Bool {
    entries.value(for: family).map { $0.readAt + Self.period <= .now } ?? true
  }

  /// In the scope of the family.
  func statement(of family: UUIDValue) -> Statement {
    let sql: SQL = "SELECT kind, rows, bytes::text FROM family_usage WHERE family_id = \(bind: .uuid(family))"
    return sql.statement
  }

  /// - Parameter rows: of `statement`.
  func note(_ rows: Rows, of family: UUIDValue) {
    var tables: [String: StoredRows.Amount] = [:]
    for row in 0..<rows.count {
      guard let kind = rows.text(row: row, column: 0), let count = rows.int4(row: row, column: 1),
        let bytes = rows.text(row: row, column: 2).flatMap({ Int($0) })
      else { continue }
      tables[kind] = StoredRows.Amount(rows: max(0, Int(count)), bytes: max(0, bytes))
    }
    let entry = Entry(stored: StoredRows(tables), readAt: .now)
    entries.replace(entry, for: family)
    entries.insert(entry, for: family)
  }
}
