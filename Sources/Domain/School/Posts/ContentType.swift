import Planning
import SQL

/// A type of content: its table has the columns of ``ContentColumn``, and is guarded as rows of the scope `CONTENT`.
protocol ContentType: EntityType where Viewer == Domain.Viewer, Column == ContentColumn {
  /// Whether the viewer moderates a row.
  static func isModerated(_ row: RowReference<Viewer>) -> SQL
  /// Whether the viewer decides on appeals against decisions on a row.
  static func isAdministered(_ row: RowReference<Viewer>) -> SQL
}

extension ContentType {
  static func isModerated(_ row: RowReference<Viewer>) -> SQL { AudienceWriting.isWritten(row) }

  static func isAdministered(_ row: RowReference<Viewer>) -> SQL { "\(row["school_id"]) = ANY (\(row.viewer(.administeredSchoolIDs)))" }
}

/// The columns that all tables of content have.
enum ContentColumn: String, ColumnName {
  case id, text, state, grades, version
  case schoolID = "school_id"
  case authorID = "author_id"
  case authorName = "author_name"
  case authorKind = "author_kind"
  case classIDs = "class_ids"
  case stateReason = "state_reason"
  case isHeld = "is_held"
  case appeal
  case appealedAt = "appealed_at"
  case removedAt = "removed_at"
}

extension Visibility where Viewer == Domain.Viewer {
  /// Content that is shown to the viewer's age, its own, what it moderates, and as staff what is held.
  static var content: Visibility { Visibility { isSeen($1, by: $0) } }

  /// Content without a least age.
  static var contentOfAllAges: Visibility { Visibility { _, row in isContentSeen(row) } }

  /// The condition of ``contentOfAllAges``.
  static func isContentSeen(_ row: RowReference<Viewer>) -> SQL { isSeen(row, shown: row["is_shown"]) }

  /// The condition of ``content``.
  static func isSeen(_ row: RowReference<Viewer>, by planClass: Viewer.PlanClass) -> SQL {
    isSeen(row, shown: planClass == .student ? "(\(row["is_shown"]) AND \(leastAge(of: row)))" : row["is_shown"])
  }

  private static func isSeen(_ row: RowReference<Viewer>, shown: SQL) -> SQL {
    """
    (\(shown) OR \(row["author_id"]) = ANY (\(row.viewer(.audienceIDs))) OR \(AudienceWriting.isWritten(row)) \
    OR \(isHeldForStaff(row, at: "school_id")))
    """
  }

  /// Whether a row is held until a report is decided, and the viewer is one of the staff, who see it meanwhile.
  static func isHeldForStaff(_ row: RowReference<Viewer>, at school: String) -> SQL {
    "(\(row["is_held"]) AND audience_key(\(row[school]), 'team') = ANY (\(row.viewer(.audienceIDs))))"
  }

  /// Rows that the viewer moderates.
  static var moderated: Visibility { Visibility { _, row in AudienceWriting.isWritten(row) } }
}

extension ConstraintRule {
  /// Those of a table of content.
  static func content(of table: String, hasLeastAge: Bool = true) -> [ConstraintRule] {
    (hasLeastAge ? [.unreachable("\(table)_least_age", "the input has the same bounds")] : []) + [
      .audience(of: table), .unreachable("\(table)_author", "a person stays while its own change holds its family"),
      .unreachable("\(table)_author_name", "the name of a person, which has the same bounds"),
      .unreachable("\(table)_author_kind", "the kind of a person"),
      .unreachable("\(table)_state", "the table of content has the states"),
      .unreachable("\(table)_state_reason", "the input has the same bounds"),
      .unreachable("\(table)_held", "each state that staff give ends a hold"),
      .unreachable("\(table)_appeal", "the input has the same bounds"),
      .unreachable("\(table)_appealed", "both are written together"),
      .unreachable("\(table)_removed", "both are written together"),
      .unreachable("\(table)_text", "the input has the same bounds"),
      .unreachable("\(table)_school", "a person of the school writes it"),
    ]
  }
}
