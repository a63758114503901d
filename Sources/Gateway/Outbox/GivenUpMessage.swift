package import SQL

/// A message that the outbox has given up without a try.
package struct GivenUpMessage: Sendable {
  package let id: UUIDValue
  package let kind: String
  /// Whether its sender did not come back; otherwise the message has expired.
  package let isUnknown: Bool

  init?(_ rows: Rows, _ row: Int) {
    guard let id = rows.uuid(row: row, column: 0), let kind = rows.text(row: row, column: 1) else { return nil }
    self.id = id
    self.kind = kind
    isUnknown = rows.text(row: row, column: 2) == "UNKNOWN"
  }
}
