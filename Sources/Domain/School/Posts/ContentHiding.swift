import Planning
import SQL

/// Content and persons that an account has hidden from itself, by reports and blocks. No object of the schema shows it. See
/// migrations/functions/school/mirror_block.sql.
enum ContentHiding: EntityType {
  enum Column: String, ColumnName {
    case id, cause
    case hiddenID = "hidden_id"
    case ownID = "own_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("content_hidings_once", "a change reads what is hidden, while it holds the account"),
    .unreachable("content_hidings_cause", "the server writes the cause"),
    .unreachable("content_hidings_sides", "both are written together"),
  ]

  static let entity = Entity<Viewer>(
    "ContentHiding", table: "content_hidings", scope: .account, visibility: .wholeScope, extent: .unbounded, isVersioned: false)
}

/// A person whom the viewer has blocked.
enum BlockedPerson: EntityType {
  enum Column: String, ColumnName {
    case accountID = "account_id"
    case hiddenID = "hidden_id"
  }

  static let entity = Entity<Viewer>(
    "BlockedPerson", table: "content_hidings", scope: .account, visibility: .wholeScope, extent: .unbounded,
    restriction: { "\($0["cause"]) = 'BLOCK'" }, isVersioned: false)
}
