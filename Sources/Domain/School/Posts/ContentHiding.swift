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

  /// The condition of `Viewer.blocks` on a person.
  static func isBlocked(_ person: RowReference<Viewer>, _: ArgumentReferences) -> SQL? {
    """
    EXISTS (SELECT 1 FROM content_hidings blocks WHERE blocks.account_id = \(person.viewer(.accountID)) \
    AND blocks.hidden_id = \(person["id"]) AND blocks.cause = 'BLOCK')
    """
  }
}
