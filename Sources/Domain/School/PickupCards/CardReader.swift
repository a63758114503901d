import Planning
import SQL

/// `CardReader` (BG-09), as administrators see it. The database does not store its token, and no viewer sees the
/// token's hash.
enum CardReader: WritableType {
  enum Column: String, ColumnName {
    case id
    case revokedAt = "revoked_at"
  }

  static let rules = WriteRules(transitions: [
    "revoke": Transition([set(.revokedAt, sql: "coalesce(revoked_at, now())")])
  ])

  static let constraints: [ConstraintRule] = [
    .notFound("card_readers_school", ["schoolId"]),
    .unreachable("card_readers_name", "the input has the same bounds"),
    .unreachable("card_readers_order", "an enum of the input has the values"),
  ]

  static let entity = Entity<Viewer>(
    "CardReader", table: "card_readers", scope: .administration, visibility: .wholeScope, extent: .small,
    order: [.ascending("created_at")],
    stored: [.staff: ["id", "name", "byteOrder", "revokedAt", "createdAt"]])
}
